--[[
Asks for several locks of a shard in one step, all units of each; none of them waits.

KEYS[1] sessions   the shard's session table
Further ones       records of the locks, in the order in which they are to be taken

ARGV[1] session    the caller's session
ARGV[2] epoch      number of the caller's connection, 1 or more
ARGV[3] goal       'all' to take none unless all are free, 'some' to take those before the first
                   that is not
Further ones       three for each lock: its request's id; milliseconds that its lease lasts, 0 for
                   no bound; and for people: thread, tab, note

Returns 'all SEQUENCES'         every lock is granted
        'held PLACE SEQUENCES'  the lock at this place, 1 being the first, has a live holder of all
                                its units that is not this request
        'used PLACE SEQUENCES'  the lock at this place has a record of another kind: of the request
                                itself, a dead holder, sharers or a queue; request-lock tells
        'exhausted'             no sequence is left below 2^53
        'gone'                  the session has ended
        'stale'                 a newer connection has taken over
        SEQUENCES: those of the locks granted, in order and parted by commas; - for none

Complexity  O(n) with n locks
Called by   RequestLocks
Keeps       S1: a record is written only where there is none. S2: sequences of a shard only rise.
            Without memory: the first command that writes fails, and nothing is granted.
Twice       The second time the first of the locks has a record, that of its own request.
]]
local sessions = KEYS[1]
local session, epoch, goal = ARGV[1], ARGV[2], ARGV[3]
local records, details = {unpack(KEYS, 2)}, {unpack(ARGV, 4)}

local known = redis.call('HMGET', sessions, session, '#')
local entry, last = known[1], known[2]
-- include caller.lua
-- include sequence.lua

if not sequence or tonumber(sequence) > 9007199254740992 - #records then
  return 'exhausted'
end
local answer = 'all '
local place, held = nil, nil
for k = 1, #records do
  held = redis.call('GET', records[k])
  if held then
    place = k
    break
  end
end
if place then
  local record = records[place]
  -- include holder.lua
  local live = remaining > 0 and holder ~= details[3 * place - 2]
  answer = (live and 'held ' or 'used ') .. place .. ' '
end

local free = place and (goal == 'all' and 0 or place - 1) or #records
local granted = {}
for k = 1, free do
  local request, lease, about = details[3 * k - 2], details[3 * k - 1], details[3 * k]
  local ends = '0000000000000'
  if lease ~= '0' then
    ends = string.format('%013.0f', math.ceil(clock / 1000) + lease)
  end
  granted[k] = string.format('%016.0f', sequence + k - 1)
  redis.call('SET', records[k],
    table.concat({'-', ends, granted[k], request, session, about}, ' '), 'PX', '86400000')
end
if free > 0 then
  redis.call('HSET', sessions, '#', granted[free])
  return answer .. table.concat(granted, ',')
end
return answer .. '-'
