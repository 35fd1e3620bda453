--[[
Included where somebody begins to wait, or the first that waits asks again; expects the keys and
channels.

Tells the clients of those that share that somebody waits: one message for each, with all its
requests; of 1,000 sharers at most, those first that end first.
]]
local ids = redis.call('ZRANGE', holders, 0, 999)
local texts, news = #ids > 0 and redis.call('HMGET', waiters, unpack(ids)) or {}, {}
for k = 1, #ids do
  local its = string.match(texts[k] or '', '^h (%S+)')
  if its then
    news[its] = (news[its] or 'wait') .. ' ' .. ids[k]
  end
end
for its, text in pairs(news) do
  redis.call('PUBLISH', channels .. its, text)
end
