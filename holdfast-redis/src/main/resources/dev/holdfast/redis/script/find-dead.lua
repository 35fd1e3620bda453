--[[
Included where more is needed than seems to be free; expects the keys, now, capacity and
  units, need   what is asked for, as text and as number
  used          units that sharers hold, as far as is known
  fresh         units in used that have been given just now and are not written down yet
  alive, seen   units of the live sharers seen so far, and the number of all that were seen

Looks at sharers, those first that are known to end first, for some that are dead: until enough is
free, or can't be, or all were seen, or 1,000. Who asks for whatever is free wants to know of all of
them. For each distinct session the session table is asked once.

Changes used, alive and seen, and adds to gone (the dead ones), later (time and id of those that end
at another time than was known) and caps (entries of sessions whose deadline lies further ahead than
their time to live, as they should be). Binds soonest again: when the first of the live ones ends.
]]
while seen < 1000
    and (units == 'free' or used + need > capacity and fresh + alive + need <= capacity) do
  local size = seen == 0 and 10 or 495
  local some = redis.call('ZRANGE', holders, seen, seen + size - 1, 'WITHSCORES')
  if #some == 0 then
    used = fresh + alive
    break
  end
  local ids, owners, place = {}, {}, {}
  for k = 1, #some, 2 do
    ids[#ids + 1] = some[k]
  end
  local texts = redis.call('HMGET', waiters, unpack(ids))
  for k = 1, #ids do
    texts[k] = texts[k] or 'h - 0 0 0 '
    local its = string.match(texts[k], '^h (%S+)')
    if not place[its] then
      owners[#owners + 1], place[its] = its, #owners + 1
    end
  end
  local entries = redis.call('HMGET', sessions, unpack(owners))
  for k = 1, #ids do
    local its, has, ends = string.match(texts[k], '^h (%S+) %S+ (%S+) (%S+)')
    local entry, last = entries[place[its]], 0
    if entry then
      local ttl = tonumber(string.sub(entry, 15, 24))
      last = tonumber(string.sub(entry, 1, 13))
      if last - now > ttl then
        last = math.ceil(now + ttl)
        caps[its] = string.format('%013.0f', last) .. string.sub(entry, 14)
      end
      last = ends + 0 > 0 and math.min(last, ends + 0) or last
    end
    if last <= now then
      used, gone[#gone + 1] = used - has, ids[k]
    else
      alive, soonest = alive + has, math.min(soonest or last - now, last - now)
      if some[2 * k] + 0 <= now or some[2 * k] + 0 > last then
        later[#later + 1], later[#later + 2] = string.format('%.0f', last), ids[k]
      end
    end
  end
  seen = seen + #ids
  if #ids < size then
    used = fresh + alive
    break
  end
end
