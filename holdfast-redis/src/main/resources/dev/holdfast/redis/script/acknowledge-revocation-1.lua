--[[
Forgets the note that a lease was taken away: its client has given it up.

KEYS[1] sessions   the shard's session table

ARGV[1] session    the caller's session
ARGV[2] epoch      number of the caller's connection, 1 or more
ARGV[3] request    the request that the note is about

Returns 'acknowledged'  no note about the request is left
        'gone'          the session has ended
        'stale'         a newer connection has taken over

Complexity  O(n) with n notes that wait for the client, 50,000 bytes at most
Called by   AcknowledgeRevocation
Keeps       Notes about other requests stay.
            Without memory: the first command that writes is one that Redis then still allows.
Twice       The second time there is no note, and nothing is changed.
]]
local sessions = KEYS[1]
local session, epoch, request = ARGV[1], ARGV[2], ARGV[3]

local notes = '!' .. session
local known = redis.call('HMGET', sessions, session, notes)
local entry, noted = known[1], known[2]
-- include caller.lua
-- include revocations.lua

if line then
  redis.call('HDEL', sessions, notes)
  if #others > 13 then
    redis.call('HSET', sessions, notes, others)
  end
end
return 'acknowledged'
