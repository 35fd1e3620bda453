--[[
Included after choose.lua; expects what that binds, and changed, whether used is to be written in
any case.

Writes down who waits no more and who holds now. Then tells the clients of those that hold, and of
those that are refused: one message for each client, sent behind the first command that writes, so
that nobody is told of a grant where the server refuses to write. The record of a lock stays while
somebody holds or waits, that of a semaphore is left as it is.
]]
local leaving, forgotten, news, latest = dropped, {}, {}, heir and heir.sequence
for k = 1, #dropped do
  forgotten[k] = dropped[k]
end
for k = 1, #gone do
  forgotten[#forgotten + 1] = gone[k]
end
if heir and heir.waited then
  leaving[#leaving + 1], forgotten[#forgotten + 1] = heir.request, heir.request
end
for k = 1, #shared do
  local its = shared[k]
  latest = its.sequence
  if its.waited then
    leaving[#leaving + 1] = its.request
  end
  redis.call('ZADD', holders, string.format('%.0f', its.last), its.request)
  redis.call('HSET', waiters, its.request,
    table.concat({'h', its.session, its.sequence, its.units, its.bound, its.about}, ' '))
  if its.request ~= asker then
    news[its.session] = news[its.session] or {}
    table.insert(news[its.session], its.request .. ' ' .. its.sequence)
  end
end
if #leaving > 0 then
  redis.call('ZREM', queue, unpack(leaving))
end
if #forgotten > 0 then
  redis.call('HDEL', waiters, unpack(forgotten))
end
if #gone > 0 then
  redis.call('ZREM', holders, unpack(gone))
end
if #later > 0 then
  redis.call('ZADD', holders, unpack(later))
end
for its, entry in pairs(caps) do
  redis.call('HSET', sessions, its, entry)
end
if used <= 0 and (changed or #gone > 0) then
  redis.call('HDEL', waiters, '#')
elseif used > 0 and (changed or #gone > 0 or #shared > 0) then
  redis.call('HSET', waiters, '#', string.format('%.0f', used))
end
if latest then
  redis.call('HSET', sessions, '#', latest)
end
local nobody = 'w 0000000000000 0000000000000000   '
if heir then
  redis.call('SET', record, table.concat({left > 0 and 'w' or '-', heir.bound, heir.sequence,
    heir.request, heir.session, heir.about}, ' '), 'PX', '86400000')
elseif not counted and used <= 0 and left <= 0 then
  redis.call('DEL', record)
elseif not counted and held ~= nobody then
  redis.call('SET', record, nobody, 'PX', '86400000')
end
if #shared > 0 then
  redis.call('PEXPIRE', holders, '86400000')
end
if heir and heir.request ~= asker then
  redis.call('PUBLISH', channels .. heir.session, table.concat({'grant', heir.request,
    heir.sequence, left > 0 and 'others' or 'alone', record}, ' '))
end
for its, words in pairs(news) do
  redis.call('PUBLISH', channels .. its, table.concat({'grants', #words,
    left > 0 and 'others' or 'alone', table.concat(words, ' '), record}, ' '))
end
for its, text in pairs(refused) do
  redis.call('PUBLISH', channels .. its, text)
end
