--[[
Frees a lock on this node if the given value holds it, and tells those who wait for it.

KEYS[1] plain      the lock: exists while it is held, and has the holder's value

ARGV[1] value      the lease's, or that of an attempt which has failed

Returns 'freed'  it was held with this value, and is free now
        'other'  another value is set; nothing was changed
        'none'   nobody holds it

Complexity  O(1), and O(1) for each client that listens
Called by   FreePlain
Keeps       S4: what is somebody else's is never touched. The number of the lock is never lowered.
            Without memory: the first command that writes is one that Redis then still allows.
Twice       The second time nobody holds it, or somebody else does.
]]
local plain = KEYS[1]
local value = ARGV[1]

local held = redis.call('GET', plain)
if held ~= value then
  return held and 'other' or 'none'
end
redis.call('DEL', plain)
-- A user without the right to publish frees all the same; who waits then asks a little later.
redis.pcall('PUBLISH', 'holdfast:free:' .. plain, '')
return 'freed'
