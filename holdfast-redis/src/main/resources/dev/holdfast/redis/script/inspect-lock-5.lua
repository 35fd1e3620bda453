--[[
Tells who holds a lock and who waits for it. Changes nothing.

KEYS[1] sessions      the shard's session table
KEYS[2] record        who holds the lock
KEYS[3] queue         who waits, by order of arrival
KEYS[4] waiters       what is known of each waiter
KEYS[5] descriptions  what is known of each session's client

ARGV[1] skipped       how many waiters to leave out at the head of the queue, 0 or more

Returns a list: 'end' or 'more', whether waiters are left behind those told of;
        then for the holder, if it lives, and for up to 500 waiters whose session lives, in order:
        its milliseconds remaining if nobody renews it, its text in record or waiters, its id (''
        for the holder, whose text has it), the description of its client ('' if none)

Complexity  O(log n + 500) with n waiters
Called by   InspectLock
Keeps       An expired holder is never shown.
Twice       Nothing is ever changed.
]]
local sessions, record, queue, waiters, descriptions = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local skipped = tonumber(ARGV[1])

local time = redis.call('TIME')
local clock = time[1] .. string.sub('00000' .. time[2], -6)
local session, entry = false, false
local answer = {'end'}
local held = redis.call('GET', record)
if held and skipped == 0 then
  -- include holder.lua
  if remaining > 0 then
    answer[#answer + 1] = string.format('%.0f', math.floor(remaining))
    answer[#answer + 1] = held
    answer[#answer + 1] = ''
    answer[#answer + 1] = redis.call('HGET', descriptions, holderSession) or ''
  end
end
local found = redis.call('ZRANGE', queue, skipped, skipped + 500)
for i = 1, math.min(#found, 500) do
  local text = redis.call('HGET', waiters, found[i]) or '- - '
  local its = string.match(text, '^%S+', 3)
  local alive = redis.call('HGET', sessions, its)
  if alive and alive > clock then
    answer[#answer + 1] = string.format('%.0f', math.floor(string.sub(alive, 1, 13) - clock / 1000))
    answer[#answer + 1] = text
    answer[#answer + 1] = found[i]
    answer[#answer + 1] = redis.call('HGET', descriptions, its) or ''
  end
end
if #found > 500 then
  answer[1] = 'more'
end
return answer
