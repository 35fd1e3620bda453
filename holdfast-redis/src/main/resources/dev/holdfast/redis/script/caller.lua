--[[
Included first by the scripts that a session calls; expects epoch, and entry: the caller's entry in
the session table, if there is one.

Binds clock, the server's time in microseconds, as text of 16 digits. Ends the script without effect
when the session has ended, or when a newer connection of its client has taken over. An entry begins
with the session's deadline in milliseconds, 13 digits, so that comparing it with the clock as text
compares the times.
]]
local time = redis.call('TIME')
local clock = time[1] .. string.sub('00000' .. time[2], -6)
if not entry or entry <= clock then
  return 'gone'
end
local attached = string.sub(entry, 26)
if attached ~= epoch and tonumber(attached) > tonumber(epoch) then
  return 'stale'
end
