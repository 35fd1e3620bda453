--[[
Raises the number of a lock on this node to that of the lease, where the lease's own value is still
set and only there.

KEYS[1] plain      the lock: exists while it is held, and has the holder's value
KEYS[2] counter    the last number that was given for the lock on this node

ARGV[1] value      the lease's
ARGV[2] least      the lease's number, digits

Returns 'raised'  the number is at least that of the lease now, and the lease holds here
        'other'   another value is set; nothing was changed
        'none'    nobody holds it; nothing was changed

Complexity  O(1)
Called by   RaisePlain
Keeps       S2: where another lease holds, the number is its own, and must not be counted for this.
Twice       Nothing more changes.
]]
local plain, counter = KEYS[1], KEYS[2]
local value, least = ARGV[1], ARGV[2]

local held = redis.call('GET', plain)
local last = tonumber(redis.call('GET', counter) or 0)
if held ~= value then
  return held and 'other' or 'none'
end
if last < tonumber(least) then
  redis.call('SET', counter, least, 'PX', '86400000')
end
return 'raised'
