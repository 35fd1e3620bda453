--[[
Bounds the lease of a request that was granted through the queue.

KEYS[1] sessions   the shard's session table
KEYS[2] record     who holds the lock

ARGV[1] session    the caller's session
ARGV[2] epoch      number of the caller's connection, 1 or more
ARGV[3] request    the request's id
ARGV[4] lease      milliseconds that the lease lasts from now, 1 or more

Returns 'settled'      the request holds the lock, and its lease is bounded
        'not-holding'  it does not hold the lock, or its bound has passed
        'gone'         the session has ended
        'stale'        a newer connection has taken over

Complexity  O(1)
Called by   SettleLock
Keeps       S3: the bound is set once, from the arrival of the call, and never moved.
Twice       The bound stays that of the first call.
]]
local sessions, record = KEYS[1], KEYS[2]
local session, epoch, request, lease = ARGV[1], ARGV[2], ARGV[3], ARGV[4]

local entry = redis.call('HGET', sessions, session)
-- include caller.lua

local held = redis.call('GET', record)
if not held then
  return 'not-holding'
end
-- include holder.lua
if holder ~= request or remaining <= 0 then
  return 'not-holding'
end
-- Written first because Redis allows it without memory, and then also what follows.
redis.call('PEXPIRE', record, '86400000')
if bound == 0 then
  redis.call('SETRANGE', record, 2, string.format('%013.0f', math.ceil(now) + lease))
end
return 'settled'
