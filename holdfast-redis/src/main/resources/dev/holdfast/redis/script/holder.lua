--[[
Included where it matters who holds; expects held (the text of the record, or false when there is
none), session, entry, record, sessions and clock.

Binds now (milliseconds); counted, whether the record is that of a semaphore; and capacity, the
units that there are: all of a lock, the permits of a semaphore, 0 when none are set. When the
record names a holder of all units, it binds waited ('w' when a queue exists, else '-'), holder,
holderSession, bound (milliseconds since 1970 at which the lease is bounded to end, 0 for none) and
remaining: the milliseconds that the holder lasts if nobody renews it, 0 or less when it is dead.
Otherwise holder is empty and remaining 0, and whoever holds is found among the sharers. Binds
capped to the session's entry as it should be, when the server's clock was stepped back and the
deadline of the session lies further ahead than its time to live.
]]
local now = clock / 1000
local counted = string.sub(record, #sessions, #sessions) == 'm'
local capacity, remaining, bound, capped = 2147483647, 0, 0, nil
local waited, holder, holderSession, its = '-', '', '', false
if counted then
  capacity = tonumber(held and string.match(held, '^%d+') or 0)
elseif held then
  waited = string.sub(held, 1, 1)
  bound = tonumber(string.sub(held, 3, 15))
  holder, holderSession = string.match(held, '^(%S*) (%S*)', 34)
  its = entry
  if holderSession ~= session then
    its = holder ~= '' and redis.call('HGET', sessions, holderSession)
  end
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
