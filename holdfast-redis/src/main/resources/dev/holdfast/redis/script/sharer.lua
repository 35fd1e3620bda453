--[[
Included where a request may share; expects own (its text among the waiters, or false) and what
caller.lua and holder.lua bind.

Binds share: nil if the request does not share; else what its text says (session, sequence, units,
bound, about) and last, milliseconds since 1970 at which it ends if nobody renews it, 0 if its
session has ended.
]]
local share, part = nil, {string.match(own or '', '^h (%S+) (%S+) (%S+) (%S+) (.*)$')}
if part[1] then
  local its = entry
  if part[1] ~= session then
    its = redis.call('HGET', sessions, part[1])
  end
  share = {session = part[1], sequence = part[2], units = tonumber(part[3]), bound = part[4],
    about = part[5], last = its and tonumber(string.sub(its, 1, 13)) or 0}
  if share.bound + 0 > 0 then
    share.last = math.min(share.last, share.bound + 0)
  end
end
