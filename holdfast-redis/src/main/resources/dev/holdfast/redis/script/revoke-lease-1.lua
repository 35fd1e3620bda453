--[[
Notes that an operator takes a lease away, and tells the client that has it.

KEYS[1] sessions   the shard's session table

ARGV[1] session    the session that has the lease
ARGV[2] note       what its client is told, without line feeds: REQUEST TOKEN RECORD BY

Returns 'noted'    the client is told now, and again until it acknowledges
        'pending'  the same was noted before; the client is told once more
        'full'     more notes wait for this client than are kept; it is not told
        'gone'     the session has ended

Complexity  O(n) with n notes that wait for the client, 50,000 bytes at most
Called by   RevokeLease
Keeps       S3: nothing is taken away here. The client gives the lease up, by an ordinary release,
            when it has made sure that nobody believes in it any more.
            Without memory: the first command that writes is one that Redis then still allows.
Twice       The client is told again; nothing else changes.
]]
local sessions = KEYS[1]
local session, note = ARGV[1], ARGV[2]

local time = redis.call('TIME')
local clock = time[1] .. string.sub('00000' .. time[2], -6)
local notes, request = '!' .. session, string.match(note, '^%S+')
local known = redis.call('HMGET', sessions, session, notes)
local entry, noted = known[1], known[2]
if not entry or entry <= clock then
  return 'gone'
end
-- include revocations.lua

local answer = 'pending'
if line ~= note then
  if #others > 50000 then
    return 'full'
  end
  answer = 'noted'
  redis.call('HDEL', sessions, notes)
  redis.call('HSET', sessions, notes, string.format('%013.0f', math.ceil(clock / 1000) + 86400000)
    .. string.sub(others, 14) .. '\n' .. note)
end
redis.call('PUBLISH', string.sub(sessions, 1, -2) .. 'c:' .. session, 'revoke ' .. note)
return answer
