--[[
Bounds the lease of a request that was granted through the queue.

KEYS[1] sessions   the shard's session table
KEYS[2] record     who holds all units of the lock, or how many permits the semaphore has
KEYS[3] waiters    what is known of each who waits or shares
KEYS[4] holders    who shares, by the time at which it ends

ARGV[1] session    the caller's session
ARGV[2] epoch      number of the caller's connection, 1 or more
ARGV[3] request    the request's id
ARGV[4] lease      milliseconds that the lease lasts from now, 1 or more

Returns 'settled'      the request holds, and its lease is bounded
        'not-holding'  it does not hold, or its bound has passed
        'gone'         the session has ended
        'stale'        a newer connection has taken over

Complexity  O(1); O(log n) with n sharers
Called by   SettleLock
Keeps       S3: the bound is set once, from the arrival of the call, and never moved.
Twice       The bound stays that of the first call.
]]
local sessions, record, waiters, holders = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local session, epoch, request, lease = ARGV[1], ARGV[2], ARGV[3], ARGV[4]

local entry = redis.call('HGET', sessions, session)
-- include caller.lua

local held = redis.call('GET', record)
-- include holder.lua
local ends = string.format('%013.0f', math.ceil(now) + lease)
if holder ~= '' and holder == request and remaining > 0 then
  -- Written first because Redis allows it without memory, and then also what follows.
  redis.call('PEXPIRE', record, '86400000')
  if bound == 0 then
    redis.call('SETRANGE', record, 2, ends)
  end
  return 'settled'
end
local own = redis.call('HGET', waiters, request)
-- include sharer.lua
if not share or share.last <= now then
  return 'not-holding'
end
redis.call('PEXPIRE', waiters, '86400000')
if share.bound + 0 == 0 then
  redis.call('HSET', waiters, request, table.concat(
    {'h', share.session, share.sequence, share.units, ends, share.about}, ' '))
  redis.call('ZADD', holders, string.format('%.0f', math.min(share.last, ends + 0)), request)
end
return 'settled'
