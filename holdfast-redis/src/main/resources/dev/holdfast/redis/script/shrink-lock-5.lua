--[[
Lets a request that holds keep fewer units, and hands on the others: a writer becomes a reader, a
part of the permits is returned.

KEYS[1] sessions   the shard's session table
KEYS[2] record     who holds all units of the lock, or how many permits the semaphore has
KEYS[3] queue      who waits, by order of arrival
KEYS[4] waiters    what is known of each who waits or shares
KEYS[5] holders    who shares, by the time at which it ends

ARGV[1] session    the caller's session
ARGV[2] epoch      number of the caller's connection, 1 or more
ARGV[3] request    the request's id
ARGV[4] kept       how many units it keeps, 1 or more

Returns 'shrunk'       it holds so many units, or held no more than that before
        'not-holding'  it does not hold, or its bound has passed
        'more'         it is shrunk, and there is more to hand on, call again
        'gone'         the session has ended
        'stale'        a newer connection has taken over

Complexity  O(log n) with n waiters and sharers, and O(log n) for each of 100 waiters and 1,000
            sharers at most that are granted or dead, or may have to give way
Called by   ShrinkLock
Keeps       Units only ever become fewer; sequence and bound stay. At no moment does the request
            hold nothing. Without memory: the first command that writes is one that Redis allows.
Twice       Nothing is changed but what was left to hand on.
]]
local sessions, record, queue, waiters, holders = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local session, epoch, request, kept = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])

local known = redis.call('HMGET', sessions, session, '#')
local entry, last = known[1], known[2]
-- include caller.lua
-- include sequence.lua

local held = redis.call('GET', record)
-- include holder.lua
local own, used, changed, asker, newcomer, ends = false, 0, false, '', nil, nil
if holder == '' then
  local found = redis.call('HMGET', waiters, request, '#')
  own, used = found[1], tonumber(found[2] or 0)
elseif holder == request and remaining > 0 then
  own = 'h ' .. holderSession .. ' ' .. string.sub(held, 17, 32) .. ' 2147483647 '
    .. string.sub(held, 3, 15) .. string.match(held, '^%S+ %S+( .*)$', 34)
  used = capacity
end
-- include sharer.lua
if not share or share.last <= now then
  return 'not-holding'
end
if kept >= capacity and holder ~= '' then
  return 'shrunk'
end
redis.call('PEXPIRE', waiters, '86400000')
if kept < share.units then
  used, changed = used - share.units + kept, true
  redis.call('HSET', waiters, request, table.concat({'h', share.session, share.sequence,
    string.format('%.0f', kept), share.bound, share.about}, ' '))
  redis.call('ZADD', holders, string.format('%.0f', share.last), request)
  redis.call('PEXPIRE', holders, '86400000')
end

local channels = string.sub(sessions, 1, -2) .. 'c:'
-- include choose.lua
-- include hand-out.lua

return more and 'more' or 'shrunk'
