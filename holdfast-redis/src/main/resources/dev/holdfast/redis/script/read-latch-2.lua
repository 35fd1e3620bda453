--[[
Tells the count of a latch, without a session. Changes nothing.

KEYS[1] latch      the last round of the latch
KEYS[2] counted    the count-downs of an open round

Returns 'applied ROUND FROM COUNT'  the last round, 0 for none; the first of its unbroken series;
                                    how often is still to be counted down

Complexity  O(1)
Called by   ReadLatch
Keeps       A count is told for one moment, together with its round.
Twice       Nothing is ever changed.
]]
local latch, counted = KEYS[1], KEYS[2]

-- include latch.lua

return 'applied ' .. state
