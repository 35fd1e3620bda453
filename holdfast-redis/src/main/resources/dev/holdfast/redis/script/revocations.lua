--[[
Included where notes of revocations are changed; expects noted (the text of the session's field of
notes, if there is one) and request.

Binds line (the note about the request; nil if there is none) and others (the text without it). A
text is the time until which it is kept, 13 digits, and then for each note a line feed and the note,
which begins with the request it is about.
]]
local line, others = nil, noted or ''
local from, behind = string.find(others, '\n' .. request .. ' ', 1, true)
if from then
  local rest = string.find(others, '\n', behind, true)
  line = string.sub(others, from + 1, rest and rest - 1)
  others = string.sub(others, 1, from - 1) .. (rest and string.sub(others, rest) or '')
end
