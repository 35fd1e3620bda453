--[[
Takes a request back, whether it holds or waits: a release or a cancellation.

KEYS[1] sessions   the shard's session table
KEYS[2] record     who holds all units of the lock, or how many permits the semaphore has
KEYS[3] queue      who waits, by order of arrival
KEYS[4] waiters    what is known of each who waits or shares
KEYS[5] holders    who shares, by the time at which it ends

ARGV[1] session    the caller's session
ARGV[2] epoch      number of the caller's connection, 1 or more
ARGV[3] request    the request's id

Returns 'released free|held|more'     it held or waited, and does no more
        'not-holding free|held|more'  it neither held nor waited
        'gone'                        the session has ended
        'stale'                       a newer connection has taken over
        held: another request holds; more: there is more to clear away or to hand on, call again

Complexity  O(1) without waiters and sharers; O(log n) with n, and O(log n) for each of 100 waiters
            and 1,000 sharers at most that are granted or dead, or may have to give way
Called by   ReleaseLock
Keeps       S4: only this very request is freed. L1: the next waiter is granted in the same step.
            Without memory: the first command that writes is one that Redis then still allows.
Twice       The second time it is not found, and only what was left to hand on is handed on.
]]
local sessions, record, queue, waiters, holders = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local session, epoch, request = ARGV[1], ARGV[2], ARGV[3]

local entry = redis.call('HGET', sessions, session)
-- include caller.lua

local held = redis.call('GET', record)
local mine = held and string.sub(held, 34, 34 + #request) == request .. ' '
if mine and string.sub(held, 1, 1) == '-' then
  redis.call('DEL', record)
  return 'released free'
end

-- include holder.lua

local used, changed, asker, newcomer, ends = 0, false, '', nil, nil
local answer = 'not-holding '
if holder ~= '' and holder == request then
  answer, remaining = 'released ', 0
else
  local own = redis.call('HMGET', waiters, request, '#')
  used, own = tonumber(own[2] or 0), own[1]
  -- include sharer.lua
  if share then
    redis.call('ZREM', holders, request)
    redis.call('HDEL', waiters, request)
    used, changed = used - share.units, true
    answer = share.last > now and 'released ' or 'not-holding '
  elseif redis.call('ZREM', queue, request) == 1 then
    redis.call('HDEL', waiters, request)
    answer = 'released '
  end
end
if not held and not counted then
  return answer .. 'free'
end
if remaining > 0 then
  if waited == 'w' and redis.call('EXISTS', queue) == 0 then
    redis.call('SETRANGE', record, 0, '-')
  end
  return answer .. 'held'
end

local last = redis.call('HGET', sessions, '#')
local channels = string.sub(sessions, 1, -2) .. 'c:'
-- include sequence.lua
-- include choose.lua
-- include hand-out.lua

return answer .. (more and 'more' or (heir or used > 0) and 'held' or 'free')
