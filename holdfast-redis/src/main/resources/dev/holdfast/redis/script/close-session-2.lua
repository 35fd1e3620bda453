--[[
Ends a session. Whatever still names it is dead from then on.

KEYS[1] sessions      the shard's session table
KEYS[2] descriptions  what is known of each session's client

ARGV[1] session       the caller's session
ARGV[2] epoch         number of the caller's connection, 1 or more
ARGV[3] heir          session of the same client that takes its place, '' if none

Returns 'closed'  it was open
        'gone'    it had ended before
        'stale'   a newer connection has taken over

Complexity  O(1)
Called by   CloseSession
Keeps       Nothing is granted to the session afterwards. What operators have taken away from it
            is kept for the heir.
            Without memory: nothing is written but deletions.
Twice       The second call is answered 'gone'.
]]
local sessions, descriptions = KEYS[1], KEYS[2]
local session, epoch, heir = ARGV[1], ARGV[2], ARGV[3]

local notes = '!' .. session
local known = redis.call('HMGET', sessions, session, notes, '!' .. heir)
local entry, noted = known[1], known[2]
-- include caller.lua

redis.call('HDEL', sessions, session, notes)
redis.call('HDEL', descriptions, session)
if noted and heir ~= '' then
  redis.call('HSET', sessions, '!' .. heir,
    (known[3] or string.sub(noted, 1, 13)) .. string.sub(noted, 14))
end
return 'closed'
