--[[
Included where a record was found; expects held (its text), session, entry, sessions and clock.

Binds now (milliseconds), waited ('w' when a queue exists, else '-'), holder, holderSession, bound
(milliseconds since 1970 at which the lease is bounded to end, 0 for none) and remaining: the
milliseconds that the holder lasts if nobody renews it, 0 or less when it is dead. A record that
only keeps the place of a queue has an empty holder, which is dead. Binds capped to the session's
entry as it should be, when the server's clock was stepped back and the deadline of the session lies
further ahead than its time to live.
]]
local now = clock / 1000
local waited = string.sub(held, 1, 1)
local bound = tonumber(string.sub(held, 3, 15))
local holder, holderSession = string.match(held, '^(%S*) (%S*)', 34)
local remaining, capped = 0, nil
local its = entry
if holderSession ~= session then
  its = redis.call('HGET', sessions, holderSession)
end
if its then
  local ttl = tonumber(string.sub(its, 15, 24))
  remaining = tonumber(string.sub(its, 1, 13)) - now
  if remaining > ttl then
    remaining, capped = ttl, string.format('%013.0f', math.ceil(now + ttl)) .. string.sub(its, 14)
  end
  if bound > 0 then
    remaining = math.min(remaining, bound - now)
  end
end
