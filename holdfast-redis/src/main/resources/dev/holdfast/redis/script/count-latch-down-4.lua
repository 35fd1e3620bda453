--[[
Counts a latch down once, and tells those who await it when the count has reached zero.

KEYS[1] sessions   the shard's session table
KEYS[2] latch      the last round of the latch
KEYS[3] counted    the count-downs of an open round
KEYS[4] awaiting   whom to tell of its end: session by request

ARGV[1] session    the caller's session
ARGV[2] epoch      number of the caller's connection, 1 or more
ARGV[3] request    the request's id
ARGV[4] round      the round that is to be counted down, 1 or more

Returns 'applied ROUND FROM COUNT'  this request has counted, or the count is zero: the round, the
                                    first of its unbroken series, how often is still to be counted
        'other ROUND FROM COUNT'    another round is the last one, 0 for none
        'more'                      the round has ended, and some were told of it, call again
        'gone'                      the session has ended
        'stale'                     a newer connection has taken over

Complexity  O(1), with up to 500 clients told, and the count-downs freed in the background
Called by   CountLatchDown
Keeps       A request counts once in a round, and in no other round.
            Without memory: the first command that writes is one that Redis then still allows.
Twice       The request is among those that have counted, or the round is over.
]]
local sessions, latch, counted, awaiting = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local session, epoch, request, round = ARGV[1], ARGV[2], ARGV[3], ARGV[4]

local entry = redis.call('HGET', sessions, session)
-- include caller.lua
-- include latch.lua

if tonumber(current) ~= tonumber(round) then
  return 'other ' .. state
end
if left > 0 and redis.call('SISMEMBER', counted, request) == 0 then
  redis.call('PERSIST', latch)
  redis.call('SADD', counted, request)
  left = left - 1
  if left == 0 then
    redis.call('SET', latch, table.concat({current, from, '0000000000000000', setter}, ' '),
      'PX', '86400000')
    redis.call('UNLINK', counted)
  end
end
if left == 0 then
  local how = 'counted'
  -- include tell-latch.lua
  if more then
    return 'more'
  end
end
return 'applied ' .. string.format('%.0f %.0f %.0f', current, from, left)
