--[[
Included where units may be free, before hand-out.lua; expects the keys, what holder.lua and
sequence.lua bind, and
  channels  how the channels of sessions begin
  used      units that sharers hold, as far as is known; 0 if one holder had all of them
  asker     the request that is being answered and so needs no message, or ''
  newcomer  the asker's text as a waiter, if it neither waits nor holds; else nil
  ends      13 digits at which a newcomer's lease is bounded to end, zeros for none

Looks at 100 waiters at most, in order of arrival, and if these are all, at the newcomer. Dead ones
are dropped, as are those who ask for more than there is. The others get their units while enough
are free: one all of them, or sharers one after the other. A waiter whose client does not listen
here, unless it is fair, is passed over and keeps its place; only when more than 100 wait and nobody
else gets anything, the first of those does, so that the rest are looked at in the end. Nobody
overtakes a waiter that listens and does not fit; before it is left to wait on, dead sharers are
looked for.

Binds heir (who gets all units; or nil), shared (those who get a part), left (how many wait on),
used, soonest (milliseconds that the first of the sharers seen lasts; or nil) and more (whether
there is more to do, by calling again); and what hand-out.lua is to write. Writes nothing but a time
to live: the first command that writes is one that Redis allows without memory, and it lets all
later ones pass.
]]
redis.call('PEXPIRE', waiters, '86400000')
local left = redis.call('ZCARD', queue)
local heir, shared, soonest, more = nil, {}, nil, false
local dropped, refused, gone, later, caps = {}, {}, {}, {}, {}
local fresh, alive, seen = 0, 0, 0
local listening, spare, moved = {}, nil, false
local from, looked, batch, tail, open = '-inf', 0, 2, left == 0, sequence and true
while open do
  local found, mode = {}, nil
  if not tail and looked < 100 then
    found = redis.call('ZRANGEBYSCORE', queue, from, '+inf', 'WITHSCORES', 'LIMIT', 0, batch)
    tail, batch = #found < 2 * batch, 49
  end
  if #found == 0 then
    if tail and newcomer then
      found, mode = {asker}, 'new'
    elseif not tail and spare and #shared == 0 then
      found, mode, spare = {spare}, 'spare', nil
    else
      break
    end
  end
  for i = 1, #found, 2 do
    local id, text = found[i], newcomer
    if mode ~= 'new' then
      text = redis.call('HGET', waiters, id) or '- - 0 1 '
    end
    local flag, owner, units, about = string.match(text, '^(%S) (%S+) %S+ (%S+) (.*)$')
    local its, need = redis.call('HGET', sessions, owner), tonumber(units) or 1
    if units == 'all' then
      need = capacity
    end
    if not mode then
      from, looked = '(' .. found[i + 1], looked + 1
    end
    if not its or its <= clock or need > capacity and not mode then
      left, moved, dropped[#dropped + 1] = left - 1, true, id
      if its and its > clock then
        refused[owner] = (refused[owner] or 'refused') .. ' ' .. id
      end
    else
      local hears = mode or flag == 'f' or id == asker or listening[owner]
      if hears == nil then
        hears = redis.call('PUBSUB', 'NUMSUB', channels .. owner)[2] > 0
        listening[owner] = hears
      end
      if hears and (used + need > capacity or units == 'free') then
        -- include find-dead.lua
      end
      if units == 'free' then
        need = math.max(1, capacity - used)
      end
      if not hears then
        spare = spare or id
      elseif used + need > capacity then
        open = false
        more = seen >= 1000 and #gone > 0 and fresh + alive + need <= capacity
      else
        local last = tonumber(string.sub(its, 1, 13))
        local grant = {request = id, session = owner, sequence = sequence, units = need,
          about = about, bound = mode == 'new' and ends or '0000000000000', last = last,
          waited = mode ~= 'new'}
        if grant.bound + 0 > 0 then
          grant.last = math.min(last, grant.bound + 0)
        end
        left, moved = mode == 'new' and left or left - 1, moved or not mode
        if units == 'all' then
          heir, open = grant, false
        else
          used, fresh, shared[#shared + 1] = used + need, fresh + need, grant
          soonest = math.min(soonest or grant.last - now, grant.last - now)
          sequence = sequence + 0 < 9007199254740991 and string.format('%016.0f', sequence + 1)
          open = sequence and mode ~= 'new'
        end
      end
    end
    if not open then
      break
    end
  end
end
more = more or open and not tail and moved
