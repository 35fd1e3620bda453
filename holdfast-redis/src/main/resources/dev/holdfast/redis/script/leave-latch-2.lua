--[[
Forgets that somebody is to be told of the end of a round.

KEYS[1] sessions   the shard's session table
KEYS[2] awaiting   whom to tell of its end: session by request

ARGV[1] session    the caller's session
ARGV[2] epoch      number of the caller's connection, 1 or more
ARGV[3] request    the id under which it awaits the latch

Returns 'left'     it was remembered
        'absent'   it was not
        'gone'     the session has ended
        'stale'    a newer connection has taken over

Complexity  O(1)
Called by   LeaveLatch
Keeps       S4: only this very request is forgotten.
            Without memory: nothing is written but a deletion.
Twice       The second call is answered 'absent'.
]]
local sessions, awaiting = KEYS[1], KEYS[2]
local session, epoch, request = ARGV[1], ARGV[2], ARGV[3]

local entry = redis.call('HGET', sessions, session)
-- include caller.lua

return redis.call('HDEL', awaiting, request) == 1 and 'left' or 'absent'
