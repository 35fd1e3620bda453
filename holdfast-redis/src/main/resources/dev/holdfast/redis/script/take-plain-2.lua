--[[
Takes a lock of the published format on this node if nobody has it, and numbers the grant.

KEYS[1] plain      the lock: exists while it is held, and has the holder's value
KEYS[2] counter    the last number that was given for the lock on this node

ARGV[1] value      random, and never used for another attempt
ARGV[2] lasts      how many milliseconds the lock lasts, 1 or more

Returns 'granted NUMBER'    it is held with this value now
        'held ours NUMBER'    a program that publishes its releases holds it, for so many ms more
        'held others NUMBER'  any other program holds it, for so many ms more; -1 for no end
        'exhausted'           no number is left below 2^53

Complexity  O(1)
Called by   TakePlain
Keeps       S2: the number is higher than every earlier one of this node, and not lower than the
            clock without its last 20 bits, so that nodes which are healthy agree, and one that has
            lost its data is ahead of what it gave before once it may vote again.
Twice       The second time it is held.
]]
local plain, counter = KEYS[1], KEYS[2]
local value, lasts = ARGV[1], ARGV[2]

local held = redis.call('GET', plain)
if held then
  local left = redis.call('PTTL', plain)
  if string.sub(held, 1, 3) == 'hf:' then
    return 'held ours ' .. left
  end
  return 'held others ' .. left
end

local last = tonumber(redis.call('GET', counter) or 0)
local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
local number = math.max(last + 1, micros - micros % 1048576)
if number > 9007199254740991 then
  return 'exhausted'
end
number = string.format('%.0f', number)
redis.call('SET', plain, value, 'NX', 'PX', lasts)
redis.call('SET', counter, number, 'PX', '86400000')
return 'granted ' .. number
