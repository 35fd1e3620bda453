--[[
Ends a session. Whatever still names it is dead from then on.

KEYS[1] sessions      the shard's session table
KEYS[2] descriptions  what is known of each session's client

ARGV[1] session       the caller's session
ARGV[2] epoch         number of the caller's connection, 1 or more

Returns 'closed'  it was open
        'gone'    it had ended before
        'stale'   a newer connection has taken over

Complexity  O(1)
Called by   CloseSession
Keeps       Nothing is granted to the session afterwards.
            Without memory: nothing is written but deletions.
Twice       The second call is answered 'gone'.
]]
local sessions, descriptions = KEYS[1], KEYS[2]
local session, epoch = ARGV[1], ARGV[2]

local entry = redis.call('HGET', sessions, session)
-- include caller.lua

redis.call('HDEL', sessions, session)
redis.call('HDEL', descriptions, session)
return 'closed'
