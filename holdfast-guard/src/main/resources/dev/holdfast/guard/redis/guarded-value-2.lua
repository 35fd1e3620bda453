-- Writes, deletes or reads a value, unless a higher token was accepted for it, and keeps the token.
--
-- KEYS[1]  the value
-- KEYS[2]  the highest accepted token, 19 decimal digits
-- ARGV[1]  the given token, 19 decimal digits with leading zeros: as texts of one length they
--          compare as numbers do, and Lua's own numbers are too coarse for them
-- ARGV[2]  what to do: set, get or delete
-- ARGV[3]  for set: the new value
-- ARGV[4]  for set: its time to live in milliseconds, from 1; empty for none
--
-- Returns  {'stale', token}  a higher token, the returned one, was accepted; nothing has changed
--          {'value', text}   for get: the value
--          {'none'}          for get: there is no value
--          {'done'}          for set and delete
--
-- Time: O(1). Called by RedisGuard. Invariant: S5.
-- Sent twice it does the same again, which nobody else has undone: they hold a higher token.

local value_key, mark_key = KEYS[1], KEYS[2]
local token, verb, value, ttl_ms = ARGV[1], ARGV[2], ARGV[3], ARGV[4]

local mark = redis.call('GET', mark_key)
if mark and token < mark then
  return {'stale', mark}
end
local found = false
if verb == 'get' then
  found = redis.call('GET', value_key)
end

redis.call('SET', mark_key, token)
if verb == 'get' then
  return found and {'value', found} or {'none'}
end
if verb == 'delete' then
  redis.call('DEL', value_key)
elseif ttl_ms == '' then
  redis.call('SET', value_key, value)
else
  redis.call('SET', value_key, value, 'PX', ttl_ms)
end
return {'done'}
