--[[
Included where a round has ended; expects the keys sessions and awaiting, clock, current (the
round), and how: 'counted' or 'deleted'.

Tells up to 500 clients that await the latch, but for those whose session has ended, and forgets
that they do. Binds more: whether others
are left, who are told when the script is called again.
]]
local channels = string.sub(sessions, 1, -2) .. 'c:'
local told = redis.call('HRANDFIELD', awaiting, 500, 'WITHVALUES')
for i = 1, #told, 2 do
  redis.call('HDEL', awaiting, told[i])
  local its = redis.call('HGET', sessions, told[i + 1])
  if its and its > clock then
    redis.call('PUBLISH', channels .. told[i + 1],
      table.concat({'latch', told[i], current, how}, ' '))
  end
end
local more = redis.call('EXISTS', awaiting) == 1
