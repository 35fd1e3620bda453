--[[
A counter behind a guard: both reading and writing show a fencing token, and a token lower than one
that was seen is refused.

KEYS[1] counter   hash: token (the highest seen), value, writes (how many were accepted)

ARGV[1] token     fencing token; of 19 digits, so that texts compare as numbers do
ARGV[2] value     the value to write, or '' to read

Returns the value after the call, or 'stale'.
]]
local counter, token, value = KEYS[1], ARGV[1], ARGV[2]

local seen = redis.call('HGET', counter, 'token')
if seen and token < seen then
  return 'stale'
end
redis.call('HSET', counter, 'token', token)
if value ~= '' then
  redis.call('HSET', counter, 'value', value)
  redis.call('HINCRBY', counter, 'writes', 1)
end
return redis.call('HGET', counter, 'value') or '0'
