--[[
Tells how many permits a semaphore has and how many are free. Changes nothing.

KEYS[1] sessions   the shard's session table
KEYS[2] record     how many permits the semaphore has
KEYS[3] waiters    what is known of each who waits or shares
KEYS[4] holders    who shares, by the time at which it ends

Returns 'permits PERMITS FREE'  so many there are, and so many are free; fewer than 0 when more are
                                held than there are
        'not-set'               no permits are set

Complexity  O(log n) with n sharers, and O(1) for each of 1,000 at most
Called by   ReadPermits
Keeps       What a dead session holds is free, unless 1,000 sharers end before it.
Twice       Nothing is ever changed.
]]
local sessions, record, waiters, holders = KEYS[1], KEYS[2], KEYS[3], KEYS[4]

local time = redis.call('TIME')
local clock = time[1] .. string.sub('00000' .. time[2], -6)
local held = redis.call('GET', record)
if not held then
  return 'not-set'
end
local session, entry = '', false
-- include holder.lua
local used, fresh, alive, seen = tonumber(redis.call('HGET', waiters, '#') or 0), 0, 0, 0
local units, need, soonest, gone, later, caps = 'free', 1, nil, {}, {}, {}
-- include find-dead.lua
return string.format('permits %.0f %.0f', capacity, capacity - used)
