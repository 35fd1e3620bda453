--[[
Included where a latch is looked at; expects the keys latch and counted.

Binds found (what is kept of the latch, if anything), current (its last round, 0 for none), from
(the first of its unbroken series of rounds), setter (the request that began the round), left (how
often is still to be counted down) and state: what an answer tells of these.
]]
local found = redis.call('GET', latch)
local current, from, setter, left = 0, 0, '', 0
if found then
  current, from, left, setter = string.match(found, '^(%d+) (%d+) (%d+) (%S+)$')
  left = left - redis.call('SCARD', counted)
end
local state = string.format('%.0f %.0f %.0f', current, from, left)
