--[[
Takes a request back, whether it holds or waits: a release or a cancellation.

KEYS[1] sessions   the shard's session table
KEYS[2] record     who holds the lock
KEYS[3] queue      who waits, by order of arrival
KEYS[4] waiters    what is known of each waiter

ARGV[1] session    the caller's session
ARGV[2] epoch      number of the caller's connection, 1 or more
ARGV[3] request    the request's id

Returns 'released free|held|more'     it held or waited, and does no more
        'not-holding free|held|more'  it neither held nor waited
        'gone'                        the session has ended
        'stale'                       a newer connection has taken over
        held: another request holds the lock now; more: dead waiters were dropped, call again

Complexity  O(1) without waiters; O(log n) with n, and O(log n) for each of 100 dead ones at most
Called by   ReleaseLock
Keeps       S4: only this very request is freed. L1: the next waiter is granted in the same step.
            Without memory: the first command that writes is one that Redis then still allows.
Twice       The second time it is not found, and only what was left to hand on is handed on.
]]
local sessions, record, queue, waiters = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local session, epoch, request = ARGV[1], ARGV[2], ARGV[3]

local entry = redis.call('HGET', sessions, session)
-- include caller.lua

local held = redis.call('GET', record)
local mine = held and string.sub(held, 34, 34 + #request) == request .. ' '
if mine and string.sub(held, 1, 1) == '-' then
  redis.call('DEL', record)
  return 'released free'
end
local answer = mine and 'released ' or 'not-holding '
if not mine and redis.call('ZREM', queue, request) == 1 then
  redis.call('HDEL', waiters, request)
  answer = 'released '
end
if not held then
  return answer .. 'free'
end

-- include holder.lua

if not mine and remaining > 0 then
  if waited == 'w' and redis.call('EXISTS', queue) == 0 then
    redis.call('SETRANGE', record, 0, '-')
  end
  return answer .. 'held'
end

local asker, last = '', redis.call('HGET', sessions, '#')
-- include sequence.lua
-- include hand-on.lua

return answer .. (more and 'more' or heir and 'held' or 'free')
