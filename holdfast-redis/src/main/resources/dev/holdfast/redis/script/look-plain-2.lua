--[[
Looks who holds a lock on this node. Changes nothing.

KEYS[1] plain      the lock: exists while it is held, and has the holder's value
KEYS[2] counter    the last number that was given for the lock on this node

Returns 'free'            nobody holds it
        'held NUMBER NUMBER TEXT'  milliseconds left, -1 for no end; the number of the lock, 0 for
                                   none; the holder's value

Complexity  O(1)
Called by   LookPlain
Keeps       S4: nothing is written.
Twice       The same answer, as far as nothing has changed.
]]
local plain, counter = KEYS[1], KEYS[2]

local held = redis.call('GET', plain)
if not held then
  return 'free'
end
return 'held ' .. redis.call('PTTL', plain) .. ' ' .. (redis.call('GET', counter) or '0') .. ' ' .. held
