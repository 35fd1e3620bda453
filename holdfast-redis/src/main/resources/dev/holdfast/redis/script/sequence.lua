--[[
Included where a lock may be granted; expects clock, and last: the shard's last sequence, if any.

Binds sequence, as text of 16 digits: the clock, or one more than the last sequence if that is
greater; or nil when 2^53 - 1 is reached, beyond which Lua could not count. What the caller's client
has seen need not be asked: a client has raised the counter to it when it opened the session, and
the counter is lost only together with the sessions.
]]
local sequence = clock
if last and last >= clock then
  sequence = tonumber(last) < 9007199254740991 and string.format('%016.0f', last + 1) or nil
end
