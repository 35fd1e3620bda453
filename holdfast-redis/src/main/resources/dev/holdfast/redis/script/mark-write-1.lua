--[[
Writes a sign and nothing else, so that a WAIT behind it on the same connection waits for this write
and for all that were made before it, by whomever.

KEYS[1] sign   written anew each time, kept for a day

Returns 'marked'

Complexity  O(1)
Called by   MarkWrite
Keeps       Without memory: the first command that writes is one that Redis then still allows.
Twice       The sign is written again; nothing else changes.
]]
local sign = KEYS[1]

redis.call('DEL', sign)
redis.call('SET', sign, '', 'PX', '86400000')
return 'marked'
