--[[
Tells the count of a latch, and remembers who is to be told when the open round has ended.

KEYS[1] sessions   the shard's session table
KEYS[2] latch      the last round of the latch
KEYS[3] counted    the count-downs of an open round
KEYS[4] awaiting   whom to tell of its end: session by request

ARGV[1] session    the caller's session
ARGV[2] epoch      number of the caller's connection, 1 or more
ARGV[3] request    the id under which it awaits the latch

Returns 'applied ROUND FROM COUNT'  the last round, 0 for none; the first of its unbroken series;
                                    how often is still to be counted down
        'gone'                      the session has ended
        'stale'                     a newer connection has taken over

Complexity  O(1), with up to 20 entries of sessions that have ended removed
Called by   AwaitLatch
Keeps       Nobody is remembered for a round that has ended; dead ones for a day at most.
            Without memory: who is remembered already is still answered.
Twice       The second time it is remembered already.
]]
local sessions, latch, counted, awaiting = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local session, epoch, request = ARGV[1], ARGV[2], ARGV[3]

local entry = redis.call('HGET', sessions, session)
-- include caller.lua
-- include latch.lua

if left > 0 then
  local before = redis.call('HGET', awaiting, request)
  if before ~= session then
    local some = redis.call('HRANDFIELD', awaiting, 20, 'WITHVALUES')
    for i = 1, #some, 2 do
      local its = redis.call('HGET', sessions, some[i + 1])
      if not its or its <= clock then
        redis.call('HDEL', awaiting, some[i])
      end
    end
    if before then
      -- Written first because Redis allows it without memory, and then also what follows.
      redis.call('PEXPIRE', awaiting, '86400000')
    end
    redis.call('HSET', awaiting, request, session)
  end
  redis.call('PEXPIRE', awaiting, '86400000')
end
return 'applied ' .. state
