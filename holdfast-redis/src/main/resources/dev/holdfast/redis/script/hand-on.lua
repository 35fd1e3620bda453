--[[
Included where a lock has lost its holder; expects the keys, what holder.lua and sequence.lua bind,
and asker: the request that is being answered and so needs no message, or ''.

Looks at 100 waiters at most, in order of arrival. Dead ones are dropped. The lock goes to the first
live one that is the asker, or is fair, or whose client listens, which the number of receivers of
its message tells. Those passed over keep their places. If all live ones are passed over, nobody
gets the lock, and the record keeps the place of the queue for whoever asks next; only when more
than 100 wait does the first live one get it, so that the rest are looked at in the end. The record
is deleted when nobody is left.

Binds heir (request, session and remaining; nil when nobody got the lock), left (how many still
wait) and more (whether all that were looked at are dead and others remain).

The first command that writes comes before the first message: where the server refuses to write,
nobody is told of a grant; and without memory it lets all later ones pass.
]]
redis.call('PEXPIRE', record, '86400000')
local channels = string.sub(sessions, 1, -2) .. 'c:'
local left = redis.call('ZCARD', queue)
local heir, spare, from, looked, batch = nil, nil, '-inf', 0, 2
local told, dropped, all = {}, {}, false
while sequence and not heir and looked < 100 do
  local found =
    redis.call('ZRANGEBYSCORE', queue, from, '+inf', 'WITHSCORES', 'LIMIT', 0, batch)
  if #found == 0 then
    all = true
    break
  end
  for i = 1, #found, 2 do
    from, looked = '(' .. found[i + 1], looked + 1
    local text = redis.call('HGET', waiters, found[i]) or '- - '
    local waiter = {request = found[i], session = string.match(text, '^%S+', 3), text = text}
    local alive = redis.call('HGET', sessions, waiter.session)
    if not alive or alive <= clock then
      left = left - 1
      dropped[#dropped + 1] = waiter.request
    else
      waiter.remaining = tonumber(string.sub(alive, 1, 13)) - now
      local next = waiter.request == asker or string.sub(text, 1, 1) == 'f'
      if waiter.request ~= asker and not told[waiter.session] then
        told[waiter.session] = true
        next = redis.call('PUBLISH', channels .. waiter.session, table.concat({'grant',
          waiter.request, sequence, left > 1 and 'others' or 'alone', record}, ' ')) > 0 or next
      end
      if next then
        heir = waiter
        break
      end
      spare = spare or waiter
    end
  end
  batch = 49
end
if not heir and not all then
  heir = spare
end
local kept = sequence and not heir and left > 0
local more = kept and not all
if heir then
  left = left - 1
  dropped[#dropped + 1] = heir.request
end
if #dropped > 0 then
  redis.call('ZREM', queue, unpack(dropped))
  redis.call('HDEL', waiters, unpack(dropped))
end
if heir then
  redis.call('SET', record, table.concat({left > 0 and 'w' or '-', '0000000000000', sequence,
    heir.request, heir.session, string.match(heir.text, '^%S %S+ %S+ (.*)$')}, ' '),
    'PX', '86400000')
  redis.call('HSET', sessions, '#', sequence)
elseif kept then
  redis.call('SET', record, 'w 0000000000000 0000000000000000   ', 'PX', '86400000')
else
  redis.call('DEL', record)
end
