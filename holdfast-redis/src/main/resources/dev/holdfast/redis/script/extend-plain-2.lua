--[[
Extends a lease on this node, or takes the lock again for it if the node has lost it; raises the
number of the lock to that of the lease in either case.

KEYS[1] plain      the lock: exists while it is held, and has the holder's value
KEYS[2] counter    the last number that was given for the lock on this node

ARGV[1] value      the lease's
ARGV[2] lasts      how many milliseconds the lock lasts, 1 or more
ARGV[3] number     the lease's number, digits

Returns 'extended'  it lasts so long from now
        'taken'     nobody held it; it lasts so long from now
        'other'     another value is set; nothing was changed

Complexity  O(1)
Called by   ExtendPlain
Keeps       S2: a node that has forgotten the lease and votes for the next one knows its number.
            S4: what is somebody else's is never touched.
Twice       It lasts so long from the second time on.
]]
local plain, counter = KEYS[1], KEYS[2]
local value, lasts, number = ARGV[1], ARGV[2], ARGV[3]

local held = redis.call('GET', plain)
local last = tonumber(redis.call('GET', counter) or 0)
if held and held ~= value then
  return 'other'
end
if last < tonumber(number) then
  redis.call('SET', counter, number, 'PX', '86400000')
end
if held then
  redis.call('PEXPIRE', plain, lasts)
  return 'extended'
end
redis.call('SET', plain, value, 'NX', 'PX', lasts)
return 'taken'
