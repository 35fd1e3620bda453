--[[
Tells the count of a latch. Changes nothing.

KEYS[1] sessions   the shard's session table
KEYS[2] latch      the last round of the latch
KEYS[3] counted    the count-downs of an open round

ARGV[1] session    the caller's session
ARGV[2] epoch      number of the caller's connection, 1 or more

Returns 'applied ROUND FROM COUNT'  the last round, 0 for none; the first of its unbroken series;
                                    how often is still to be counted down
        'gone'                      the session has ended
        'stale'                     a newer connection has taken over

Complexity  O(1)
Called by   InspectLatch
Keeps       A count is told for one moment, together with its round.
Twice       Nothing is ever changed.
]]
local sessions, latch, counted = KEYS[1], KEYS[2], KEYS[3]
local session, epoch = ARGV[1], ARGV[2]

local entry = redis.call('HGET', sessions, session)
-- include caller.lua
-- include latch.lua

return 'applied ' .. state
