--[[
Opens a session under a fresh id, and removes some others that have ended.

KEYS[1] sessions      the shard's session table
KEYS[2] descriptions  what is known of each session's client
KEYS[3] layout        version of all that is stored under the prefix

ARGV[1] session       the fresh id
ARGV[2] epoch         number of the caller's connection, 1 or more
ARGV[3] seen          highest sequence that the client has seen in this shard, 0 for none
ARGV[4] ttl           milliseconds to live, up to 9,999,999,999
ARGV[5] description   for people: process id, host, client
ARGV[6] version       version of the layout that the client knows

Returns 'opened MILLISECONDS'  it is open; the server's time
        'exists'               the id was used before, nothing is changed
        'layout VERSION'       something else is stored here, nothing is changed

Complexity  O(1), with up to 20 sessions that have ended removed
Called by   OpenSession
Keeps       A session is never overwritten. The counter is never behind what the client has seen.
Twice       The second call is answered 'exists'; an opening is never sent again.
]]
local sessions, descriptions, layout = KEYS[1], KEYS[2], KEYS[3]
local session, epoch, seen = ARGV[1], ARGV[2], ARGV[3]
local ttl, description, version = ARGV[4], ARGV[5], ARGV[6]

local time = redis.call('TIME')
local now = time[1] * 1000 + math.ceil(time[2] / 1000)
local known = redis.call('HMGET', sessions, session, '#')
local stored = redis.call('GET', layout)
if stored and stored ~= version then
  return 'layout ' .. stored
end
if known[1] then
  return 'exists'
end
local some = redis.call('HRANDFIELD', sessions, 20, 'WITHVALUES')

redis.call('HSET', sessions, session, string.format('%013.0f %010.0f ', now + ttl, ttl) .. epoch)
redis.call('HSET', descriptions, session, description)
if tonumber(seen) > tonumber(known[2] or 0) then
  redis.call('HSET', sessions, '#', string.format('%016.0f', seen))
end
if not stored then
  redis.call('SET', layout, version)
end
for i = 1, #some, 2 do
  if some[i] ~= '#' and tonumber(string.sub(some[i + 1], 1, 13)) <= now then
    redis.call('HDEL', sessions, some[i], '!' .. some[i])
    redis.call('HDEL', descriptions, some[i])
  end
end
return string.format('opened %.0f', now)
