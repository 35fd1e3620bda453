--[[
Asks for a lock, or asks again about a request: one meaning.

KEYS[1] sessions   the shard's session table
KEYS[2] record     who holds the lock
KEYS[3] queue      who waits, by order of arrival
KEYS[4] waiters    what is known of each waiter

ARGV[1] session    the caller's session
ARGV[2] epoch      number of the caller's connection, 1 or more
ARGV[3] request    the request's id
ARGV[4] lease      milliseconds that the lease lasts if granted at once, 0 for no bound
ARGV[5] patience   'once' not to wait, 'wait', or 'fair' to wait and never be passed over
ARGV[6] about      for people: thread, tab, note

Returns 'granted SEQUENCE alone|others'  it holds the lock; others: somebody waits
        'queued PLACE MILLISECONDS'      it waits, 1 being next; the holder lasts for that time
        'refused'                        it may not wait, and left no trace
        'more'                           dead waiters were dropped, call again
        'exhausted'                      no sequence is left below 2^53
        'gone'                           the session has ended
        'stale'                          a newer connection has taken over

Complexity  O(1) when free; O(log n) with n waiters, and O(log n) for each of 100 dead ones at most
Called by   RequestLock
Keeps       S1: a record is written only where there is none, or in place of a dead one.
            S2: sequences of a shard only rise.
Twice       A request that holds gets its grant again, one that waits keeps its place.
]]
local sessions, record, queue, waiters = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local session, epoch, request = ARGV[1], ARGV[2], ARGV[3]
local lease, patience, about = ARGV[4], ARGV[5], ARGV[6]

local known = redis.call('HMGET', sessions, session, '#')
local entry, last = known[1], known[2]
-- include caller.lua
-- include sequence.lua

if not sequence then
  return 'exhausted'
end
local ends = '0000000000000'
if lease ~= '0' then
  ends = string.format('%013.0f', math.ceil(clock / 1000) + lease)
end
local mine = '- ' .. ends .. ' ' .. sequence .. ' ' .. request .. ' ' .. session .. ' ' .. about

-- A free lock has no record, so that the attempt to write one is also the question whether it is
-- free. Without memory the attempt fails, but who holds or waits still gets an answer below.
local attempt = redis.pcall('SET', record, mine, 'NX', 'PX', '86400000')
if attempt and attempt.ok then
  redis.call('HSET', sessions, '#', sequence)
  return 'granted ' .. sequence .. ' alone'
end
local held = redis.call('GET', record)
if not held then
  return attempt
end

-- include holder.lua

if holder == request and remaining > 0 then
  redis.call('PEXPIRE', record, '86400000')
  return 'granted ' .. string.sub(held, 17, 32) .. (waited == 'w' and ' others' or ' alone')
end
if remaining <= 0 then
  local asker = request
  -- include hand-on.lua
  if more then
    return 'more'
  end
  if not heir then
    if left > 0 then
      mine = 'w' .. string.sub(mine, 2)
    end
    redis.call('SET', record, mine, 'PX', '86400000')
    redis.call('HSET', sessions, '#', sequence)
    return 'granted ' .. sequence .. (left > 0 and ' others' or ' alone')
  end
  if heir.request == request then
    return 'granted ' .. sequence .. (left > 0 and ' others' or ' alone')
  end
  waited, holder, holderSession = left > 0 and 'w' or '-', heir.request, heir.session
  remaining, capped = heir.remaining, nil
end

if not redis.call('ZSCORE', queue, request) then
  if patience == 'once' then
    return 'refused'
  end
  local tail = redis.call('ZREVRANGE', queue, 0, 0, 'WITHSCORES')
  redis.call('ZADD', queue, string.format('%.0f', (tail[2] or 0) + 1), request)
  redis.call('HSET', waiters, request, table.concat({patience == 'fair' and 'f' or '-', session,
    string.format('%013.0f', now), about}, ' '))
end
redis.call('PEXPIRE', record, '86400000')
redis.call('PEXPIRE', queue, '86400000')
redis.call('PEXPIRE', waiters, '86400000')
if capped then
  redis.call('HSET', sessions, holderSession, capped)
end
local place = redis.call('ZRANK', queue, request) + 1
if place == 1 then
  if waited == '-' then
    redis.call('SETRANGE', record, 0, 'w')
  end
  redis.call('PUBLISH', string.sub(sessions, 1, -2) .. 'c:' .. holderSession, 'wait ' .. holder)
end
return string.format('queued %.0f %.0f', place, math.ceil(remaining))
