--[[
Begins a round of a latch, unless one is open.

KEYS[1] sessions   the shard's session table
KEYS[2] latch      the last round of the latch
KEYS[3] counted    the count-downs of an open round
KEYS[4] awaiting   whom to tell of its end: session by request

ARGV[1] session    the caller's session
ARGV[2] epoch      number of the caller's connection, 1 or more
ARGV[3] request    the request's id
ARGV[4] round      the last round, which has ended; 0 if there is none
ARGV[5] count      how often is to be counted down, 0 to 2^53 - 1

Returns 'applied ROUND FROM COUNT'  the round that this request has begun; the first of its unbroken
                                    series; how often is still to be counted down
        'other ROUND FROM COUNT'    another round is the last one, or it is open
        'more'                      some who await the ended round were told, call again
        'exhausted'                 no number is left below 2^53
        'gone'                      the session has ended
        'stale'                     a newer connection has taken over

Complexity  O(1), with up to 500 clients told
Called by   SetLatch
Keeps       No number of a round is used twice, and an open round is never replaced.
            Without memory it is refused.
Twice       The request that began the round is known by its id, and begins no other.
]]
local sessions, latch, counted, awaiting = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local session, epoch, request, round, count = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]

local known = redis.call('HMGET', sessions, session, '#')
local entry, last = known[1], known[2]
-- include caller.lua
-- include sequence.lua
-- include latch.lua

if setter == request then
  return 'applied ' .. state
end
if tonumber(current) ~= tonumber(round) or left > 0 then
  return 'other ' .. state
end
if not sequence then
  return 'exhausted'
end
if found then
  local how = 'counted'
  -- include tell-latch.lua
  if more then
    return 'more'
  end
else
  from = sequence
end
redis.call('SET', latch,
  table.concat({sequence, from, string.format('%016.0f', count), request}, ' '))
redis.call('HSET', sessions, '#', sequence)
-- What lies there belongs to a round whose record was deleted by hand.
redis.call('UNLINK', counted, awaiting)
if tonumber(count) == 0 then
  redis.call('PEXPIRE', latch, '86400000')
end
return 'applied ' .. string.format('%.0f %.0f %.0f', sequence, from, count)
