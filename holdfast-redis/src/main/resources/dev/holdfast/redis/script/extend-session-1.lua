--[[
Extends a session by its full time to live: a renewal; and the first call on a new connection,
whose higher number it stores, so that nothing sent over an older one has an effect any more.

KEYS[1] sessions   the shard's session table

ARGV[1] session    the caller's session
ARGV[2] epoch      number of the caller's connection, 1 or more

Returns 'extended MILLISECONDS'  the session lives; the server's time
        'gone'                   the session has ended
        'stale'                  a newer connection has taken over

Complexity  O(1)
Called by   ExtendSession
Keeps       A session that has ended is never brought back.
            Without memory: the first command that writes is one that Redis then still allows.
Twice       The session is extended again; nothing else changes.
]]
local sessions = KEYS[1]
local session, epoch = ARGV[1], ARGV[2]

local entry = redis.call('HGET', sessions, session)
-- include caller.lua

local now, ttl = math.ceil(clock / 1000), string.sub(entry, 15, 24)
redis.call('HDEL', sessions, session)
redis.call('HSET', sessions, session,
  string.format('%013.0f', now + ttl) .. ' ' .. ttl .. ' ' .. epoch)
return string.format('extended %.0f', now)
