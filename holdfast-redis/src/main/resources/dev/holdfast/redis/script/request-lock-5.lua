--[[
Asks for units of a lock or semaphore, or asks again about a request: one meaning.

KEYS[1] sessions   the shard's session table
KEYS[2] record     who holds all units of the lock, or how many permits the semaphore has
KEYS[3] queue      who waits, by order of arrival
KEYS[4] waiters    what is known of each who waits or shares
KEYS[5] holders    who shares, by the time at which it ends

ARGV[1] session    the caller's session
ARGV[2] epoch      number of the caller's connection, 1 or more
ARGV[3] request    the request's id
ARGV[4] lease      milliseconds that the lease lasts if granted at once, 0 for no bound
ARGV[5] patience   'once' not to wait, 'wait', or 'fair' to wait and never be passed over
ARGV[6] about      for people: thread, tab, note
ARGV[7] units      how many: 'all' of a lock, a number, or 'free' for the permits that are free

Returns 'granted SEQUENCE alone|others'       it holds all units; others: somebody waits
        'shared SEQUENCE alone|others UNITS'  it holds so many units
        'queued PLACE MILLISECONDS'           it waits, 1 being next; a holder lasts for that time
        'refused'                             it may not wait, and left no trace
        'too-large PERMITS'                   there are not so many permits, and it does not wait
        'not-set'                             no permits are set, and it does not wait
        'more'                                there is more to clear away or to hand on, call again
        'exhausted'                           no sequence is left below 2^53
        'gone'                                the session has ended
        'stale'                               a newer connection has taken over

Complexity  O(1) when free; O(log n) with n waiters and sharers, and O(log n) for each of 100
            waiters and 1,000 sharers at most that are granted or dead, or may have to give way
Called by   RequestLock
Keeps       S1: a record is written only where there is none, or in place of a dead one; a part is
            given only where it is free. S2: sequences of a shard only rise.
Twice       A request that holds gets its grant again, one that waits keeps its place.
]]
local sessions, record, queue, waiters, holders = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local session, epoch, request = ARGV[1], ARGV[2], ARGV[3]
local lease, patience, about, units = ARGV[4], ARGV[5], ARGV[6], ARGV[7]

local known = redis.call('HMGET', sessions, session, '#')
local entry, last = known[1], known[2]
-- include caller.lua
-- include sequence.lua

if not sequence then
  return 'exhausted'
end
local ends, attempt = '0000000000000', nil
if lease ~= '0' then
  ends = string.format('%013.0f', math.ceil(clock / 1000) + lease)
end

-- A free lock has no record, so that the attempt to write one is also the question whether it is
-- free. Without memory the attempt fails, but who holds or waits still gets an answer below.
if units == 'all' then
  attempt = redis.pcall('SET', record,
    '- ' .. ends .. ' ' .. sequence .. ' ' .. request .. ' ' .. session .. ' ' .. about,
    'NX', 'PX', '86400000')
  if attempt and attempt.ok then
    redis.call('HSET', sessions, '#', sequence)
    return 'granted ' .. sequence .. ' alone'
  end
end
local held = redis.call('GET', record)
if attempt and not held then
  return attempt
end

-- include holder.lua

if holder == request and remaining > 0 then
  redis.call('PEXPIRE', record, '86400000')
  return 'granted ' .. string.sub(held, 17, 32) .. (waited == 'w' and ' others' or ' alone')
end
local channels = string.sub(sessions, 1, -2) .. 'c:'
if remaining <= 0 then
  local own = redis.call('HMGET', waiters, request, '#')
  local used, changed, asker, newcomer = tonumber(own[2] or 0), false, request, nil
  own = own[1]
  -- include sharer.lua
  local waits = own and not share and redis.call('ZSCORE', queue, request)
  if share and share.last <= now then
    redis.call('ZREM', holders, request)
    redis.call('HDEL', waiters, request)
    used, changed, share = used - share.units, true, nil
  end
  local impossible = not share
    and (counted and not held or (tonumber(units) or 0) > capacity)
  if impossible and waits then
    redis.call('ZREM', queue, request)
    redis.call('HDEL', waiters, request)
  elseif not share and not waits and not impossible then
    -- Without memory the first command that writes is refused, and with it the newcomer.
    redis.call('HSET', waiters, '#', string.format('%.0f', used))
    changed, newcomer = true, table.concat({patience == 'fair' and 'f' or '-', session,
      string.format('%013.0f', now), units, about}, ' ')
  end

  -- include choose.lua
  -- include hand-out.lua

  local others = left > 0 and ' others' or ' alone'
  if more then
    return 'more'
  end
  if heir and heir.request == request then
    return 'granted ' .. heir.sequence .. others
  end
  for k = 1, #shared do
    share = shared[k].request == request and shared[k] or share
  end
  if share then
    if #shared == 0 then
      redis.call('PEXPIRE', holders, '86400000')
    end
    if not counted then
      redis.call('PEXPIRE', record, '86400000')
    end
    return 'shared ' .. share.sequence .. others .. ' ' .. share.units
  end
  if impossible then
    return held and 'too-large ' .. string.format('%.0f', capacity) or 'not-set'
  end
  waited, holder, holderSession, capped = left > 0 and 'w' or '-', '', '', nil
  remaining = soonest or tonumber(string.sub(entry, 1, 13)) - now
  if heir then
    holder, holderSession, remaining = heir.request, heir.session, heir.last - now
  end
end

if not redis.call('ZSCORE', queue, request) then
  if patience == 'once' then
    return 'refused'
  end
  local tail = redis.call('ZREVRANGE', queue, 0, 0, 'WITHSCORES')
  redis.call('ZADD', queue, string.format('%.0f', (tail[2] or 0) + 1), request)
  redis.call('HSET', waiters, request, table.concat({patience == 'fair' and 'f' or '-', session,
    string.format('%013.0f', now), units, about}, ' '))
end
redis.call('PEXPIRE', queue, '86400000')
redis.call('PEXPIRE', waiters, '86400000')
if not counted then
  redis.call('PEXPIRE', record, '86400000')
end
if capped then
  redis.call('HSET', sessions, holderSession, capped)
end
local place = redis.call('ZRANK', queue, request) + 1
if place == 1 and holder ~= '' then
  if waited == '-' then
    redis.call('SETRANGE', record, 0, 'w')
  end
  redis.call('PUBLISH', channels .. holderSession, 'wait ' .. holder)
elseif place == 1 and not counted then
  -- include tell-sharers.lua
end
return string.format('queued %.0f %.0f', place, math.ceil(remaining))
