--[[
Forgets a latch, and tells those who await it.

KEYS[1] sessions   the shard's session table
KEYS[2] latch      the last round of the latch
KEYS[3] counted    the count-downs of an open round
KEYS[4] awaiting   whom to tell of its end: session by request

ARGV[1] session    the caller's session
ARGV[2] epoch      number of the caller's connection, 1 or more
ARGV[3] present    the last round, over or not, 1 or more

Returns 'applied ROUND FROM COUNT'  nothing of it is left: 0 0 0
        'other ROUND FROM COUNT'    another round is the last one, 0 for none
        'gone'                      the session has ended
        'stale'                     a newer connection has taken over

Complexity  O(1), with up to 500 clients told, and the count-downs freed in the background
Called by   DeleteLatch
Keeps       A round that was begun since then stays. Who is not told finds out by asking again.
            Without memory: nothing is written but deletions.
Twice       The second call finds another round, or none.
]]
local sessions, latch, counted, awaiting = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local session, epoch, present = ARGV[1], ARGV[2], ARGV[3]

local entry = redis.call('HGET', sessions, session)
-- include caller.lua
-- include latch.lua

if tonumber(current) ~= tonumber(present) then
  return 'other ' .. state
end
redis.call('UNLINK', latch, counted)
local how = 'deleted'
-- include tell-latch.lua
redis.call('UNLINK', awaiting)
return 'applied 0 0 0'
