--[[
Tells who holds a lock or semaphore and who waits for it. Changes nothing.

KEYS[1] sessions      the shard's session table
KEYS[2] record        who holds all units of the lock, or how many permits the semaphore has
KEYS[3] queue         who waits, by order of arrival
KEYS[4] waiters       what is known of each who waits or shares
KEYS[5] holders       who shares, by the time at which it ends
KEYS[6] descriptions  what is known of each session's client

ARGV[1] skipped       how many to leave out of those that share and, behind them, wait: 0 or more

Returns a list: 'end' or 'more', whether others are left behind those told of; the units that there
        are; then for the holder of all units, if it lives, and for those of up to 500 that share
        or wait, in this order, whose session lives: its milliseconds remaining if nobody renews
        it, its text in record or waiters, its id ('' for the holder of all units, whose text has
        it), the description of its client ('' if none)

Complexity  O(log n + 500) with n that share or wait
Called by   InspectLock
Keeps       An expired holder is never shown.
Twice       Nothing is ever changed.
]]
local sessions, record, queue, waiters, holders = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local descriptions, skipped = KEYS[6], tonumber(ARGV[1])

local time = redis.call('TIME')
local clock = time[1] .. string.sub('00000' .. time[2], -6)
local session, entry = '', false
local held = redis.call('GET', record)
-- include holder.lua
local answer = {'end', string.format('%.0f', capacity)}
local function add(milliseconds, text, id, owner)
  answer[#answer + 1] = string.format('%.0f', math.floor(milliseconds))
  answer[#answer + 1] = text
  answer[#answer + 1] = id
  answer[#answer + 1] = redis.call('HGET', descriptions, owner) or ''
end
if remaining > 0 and skipped == 0 then
  add(remaining, held, '', holderSession)
end
local sharing = redis.call('ZCARD', holders)
local found = redis.call('ZRANGE', holders, skipped, skipped + 500)
local behind = math.max(0, skipped - sharing)
if #found <= 500 then
  local waiting = redis.call('ZRANGE', queue, behind, behind + 500 - #found)
  for k = 1, #waiting do
    found[#found + 1] = waiting[k]
  end
end
for k = 1, math.min(#found, 500) do
  local own = redis.call('HGET', waiters, found[k]) or '- - 0 1 '
  -- include sharer.lua
  local owner = string.match(own, '^%S+', 3)
  local last = share and share.last
  if not share then
    local alive = redis.call('HGET', sessions, owner)
    last = alive and tonumber(string.sub(alive, 1, 13)) or 0
  end
  if last > now then
    add(last - now, own, found[k], owner)
  end
end
if #found > 500 then
  answer[1] = 'more'
end
return answer
