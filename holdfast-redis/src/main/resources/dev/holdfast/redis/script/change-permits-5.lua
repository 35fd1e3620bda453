--[[
Changes how many permits a semaphore has, and serves those for whom they are enough now, or refuses
those for whom they never will be.

KEYS[1] sessions   the shard's session table
KEYS[2] record     how many permits the semaphore has
KEYS[3] queue      who waits, by order of arrival
KEYS[4] waiters    what is known of each who waits or shares
KEYS[5] holders    who shares, by the time at which it ends

ARGV[1] session    the caller's session
ARGV[2] epoch      number of the caller's connection, 1 or more
ARGV[3] request    the change's id
ARGV[4] action     'set' if none are set, 'add', or 'delete'
ARGV[5] permits    how many to set, or to add (fewer than 0 to take away)

Returns 'changed PERMITS'       so many there are now, by this call or an earlier one
        'already-set PERMITS'   so many there are, and it stays so
        'out-of-range PERMITS'  so many there are, and it stays so
        'not-set'               there is nothing to add to or to delete
        'more'                  it is changed, or was deleted, and there is more to hand on or to
                                refuse, call again; behind a deletion the last answer is 'not-set'
        'gone'                  the session has ended
        'stale'                 a newer connection has taken over

Complexity  O(log n) with n waiters and sharers, and O(log n) for each of 1,000 waiters and 1,000
            sharers at most that are granted, refused or dead, or may have to give way
Called by   ChangePermits
Keeps       S1: when permits become fewer, nothing is granted until it fits. The record has no time
            to live. The last 100 changes are known again.
Twice       The second call changes nothing but what was left to hand on.
]]
local sessions, record, queue, waiters, holders = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local session, epoch, request = ARGV[1], ARGV[2], ARGV[3]
local action, permits = ARGV[4], tonumber(ARGV[5])

local known = redis.call('HMGET', sessions, session, '#')
local entry, last = known[1], known[2]
-- include caller.lua
-- include sequence.lua

local held = redis.call('GET', record)
local number, changes = string.match(held or '', '^(%d+)(.*)$')
local before = tonumber(number)
local again = changes and string.find(changes .. ' ', ' ' .. request .. ' ', 1, true)
if not before and action ~= 'set'
    and (action == 'add' or redis.call('EXISTS', queue) == 0) then
  return 'not-set'
end
if action == 'delete' then
  redis.call('DEL', record)
  held = false
elseif not again then
  if before and action == 'set' then
    return 'already-set ' .. number
  end
  local sum = (before or 0) + permits
  if sum < 0 or sum > 2147483647 then
    return 'out-of-range ' .. number
  end
  local kept, from = '', 1
  for _ = 2, 100 do
    local at, to = string.find(changes or '', ' %S+', from)
    from = to and to + 1 or from
    kept = string.sub(changes or '', 1, from - 1)
  end
  held = string.format('%.0f', sum) .. ' ' .. request .. kept
  redis.call('SET', record, held)
end

-- include holder.lua
local channels = string.sub(sessions, 1, -2) .. 'c:'
local vain = {}
if action == 'delete' or permits < 0 then
  local ids = redis.call('ZRANGE', queue, 0, 999)
  local texts = #ids > 0 and redis.call('HMGET', waiters, unpack(ids)) or {}
  for k = 1, #ids do
    local owner, need = string.match(texts[k] or '', '^%S (%S+) %S+ (%S+)')
    if owner and tonumber(need) > capacity then
      redis.call('ZREM', queue, ids[k])
      redis.call('HDEL', waiters, ids[k])
      vain[owner] = (vain[owner] or 'refused') .. ' ' .. ids[k]
    end
  end
end
for owner, text in pairs(vain) do
  local alive = redis.call('HGET', sessions, owner)
  if alive and alive > clock then
    redis.call('PUBLISH', channels .. owner, text)
  end
end

local used, changed, asker, newcomer, ends =
  tonumber(redis.call('HGET', waiters, '#') or 0), false, '', nil, nil
-- include choose.lua
-- include hand-out.lua

if more then
  return 'more'
elseif not before and action == 'delete' then
  return 'not-set'
end
return 'changed ' .. string.format('%.0f', capacity)
