--[[
Extends a session by its full time to live: a renewal; and the first call on a new connection,
whose higher number it stores, so that nothing sent over an older one has an effect any more.

KEYS[1] sessions   the shard's session table
Further ones       records of locks that the caller holds, as far as it knows; up to 100

ARGV[1] session    the caller's session
ARGV[2] epoch      number of the caller's connection, 1 or more
Further ones       for each of these records, the request that holds

Returns 'extended MILLISECONDS'  the session lives; the server's time. Behind it, each after a
                                 space, the places of the records that are missing, or name another
                                 holder than these requests: 1 for the first. Then, each after a
                                 line feed, what operators have taken away and the client has not
                                 acknowledged: REQUEST TOKEN RECORD BY
        'gone'                   the session has ended
        'stale'                  a newer connection has taken over

Complexity  O(n) with n records
Called by   ExtendSession
Keeps       A session that has ended is never brought back.
            Without memory: the first command that writes is one that Redis then still allows.
Twice       The session is extended again; nothing else changes.
]]
local sessions = KEYS[1]
local session, epoch = ARGV[1], ARGV[2]
local records, requests = {unpack(KEYS, 2)}, {unpack(ARGV, 3)}

local known = redis.call('HMGET', sessions, session, '!' .. session)
local entry, noted = known[1], known[2]
-- include caller.lua

local missing = ''
for place, request in ipairs(requests) do
  local held = redis.call('GET', records[place])
  local holder = held and string.match(held, '^%S*', 34)
  if not holder or holder ~= request and holder ~= '' then
    missing = missing .. ' ' .. place
  end
end

local now, ttl = math.ceil(clock / 1000), string.sub(entry, 15, 24)
redis.call('HDEL', sessions, session)
redis.call('HSET', sessions, session,
  string.format('%013.0f', now + ttl) .. ' ' .. ttl .. ' ' .. epoch)
return string.format('extended %.0f', now) .. missing .. string.sub(noted or '', 14)
