--[[
Moves a request that the client knows from an earlier session of the same client to a fresh one,
after another server process has taken over.

KEYS[1] sessions   the shard's session table
KEYS[2] record     who holds all units of the lock, or how many permits the semaphore has
KEYS[3] queue      who waits, by order of arrival
KEYS[4] waiters    what is known of each who waits or shares

ARGV[1] session    the fresh session
ARGV[2] epoch      number of the caller's connection, 1 or more
ARGV[3] request    the request's id
ARGV[4] former     ids of the sessions that it may be moved from, each between spaces

Returns 'held'          it holds all units, now under the fresh session
        'shared UNITS'  it holds so many units, now under the fresh session
        'queued'        it waits, now under the fresh session
        'missing'       none of these sessions has it
        'gone'          the fresh session has ended
        'stale'         a newer connection has taken over

Complexity  O(1)
Called by   RebaseLock
Keeps       S4: only this very request is moved, and its sequence and place stay. Not from just any
            session: a call that arrives late must not take it from a session that is fresher.
            Without memory: the first command that writes is one that Redis then still allows.
Twice       The second call finds it under the fresh session and changes nothing.
]]
local sessions, record, queue, waiters = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local session, epoch, request, former = ARGV[1], ARGV[2], ARGV[3], ARGV[4]

local entry = redis.call('HGET', sessions, session)
-- include caller.lua

local held = redis.call('GET', record)
local waiter = redis.call('HGET', waiters, request)
if held and string.find(held, '^[w-]') and string.sub(held, 34, 34 + #request) == request .. ' '
then
  local its, about = string.match(held, '^%S* (%S*) (.*)$', 34)
  if its == session then
    return 'held'
  end
  if not string.find(former, ' ' .. its .. ' ', 1, true) then
    return 'missing'
  end
  redis.call('PEXPIRE', record, '86400000')
  redis.call('SET', record, string.sub(held, 1, 33) .. request .. ' ' .. session .. ' ' .. about,
    'PX', '86400000')
  return 'held'
end
local units = waiter and string.match(waiter, '^h %S+ %S+ (%S+)')
if not waiter or not units and not redis.call('ZSCORE', queue, request) then
  return 'missing'
end
local its = string.match(waiter, '^%S+', 3)
if its ~= session and not string.find(former, ' ' .. its .. ' ', 1, true) then
  return 'missing'
end
if its ~= session then
  redis.call('PEXPIRE', waiters, '86400000')
  redis.call('HSET', waiters, request,
    string.sub(waiter, 1, 2) .. session .. string.match(waiter, '^%S+(.*)$', 3))
end
return units and 'shared ' .. units or 'queued'
