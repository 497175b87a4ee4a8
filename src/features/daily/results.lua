-- Results and leaderboards of the daily challenge: what all scripts of a person's results share.
--
-- Boards follow from results alone. A result counts everywhere, and in the servers where it was sent unless an admin
-- hid it there. A standing (standings.lua) is the sum of the results that count in one period and scope. Its value is minus
-- the moves and hints of a day, or the points of a longer period; its `last` is the largest number that counts.
local results, shared, paths, figures = KEYS[5], KEYS[6], KEYS[7], KEYS[8]
local unranked = KEYS[9]  -- the number on whose day the person deleted their data
-- include ../../standings/standings.lua

local everywhere = 'everywhere'

local function has(list, word) return string.find(' ' .. list .. ' ', ' ' .. word .. ' ', 1, true) ~= nil end
local function with(list, word)
  if has(list, word) then return list end
  return list == '' and word or list .. ' ' .. word
end
local function without(list, word)
  local rest = ''
  for other in string.gmatch(list, '%S+') do if other ~= word then rest = with(rest, other) end end
  return rest
end

-- The entry of a number: when it was first seen, the best result of its day, a better one from after it, the servers
-- where it was sent, and those of them where an admin hid it.
local function entryOf(number)
  local text = redis.call('HGET', results, number) or '||||'
  local began, live, late, guilds, hidden = string.match(text, '^([^|]*)|([^|]*)|([^|]*)|([^|]*)|([^|]*)$')
  return { began = began, live = live, late = late, guilds = guilds, hidden = hidden }
end
local function keep(number, entry)
  local parts = { entry.began, entry.live, entry.late, entry.guilds, entry.hidden }
  redis.call('HSET', results, number, table.concat(parts, '|'))
end
local function begin(entry, began)
  if entry.began ~= '' then return end
  entry.began = began
  redis.call('HINCRBY', figures, 'played', 1)
end

-- A result is `moves hints seconds at optimal points replaced`.
local function stepsOf(result)
  local moves, hints = unpack(numbersIn(result))
  return moves + hints
end
-- The result that counts in a scope, or ''.
local function counted(entry, scope)
  local isThere = scope == everywhere or has(entry.guilds, scope) and not has(entry.hidden, scope)
  return isThere and entry.live or ''
end

-- Updates the standing on one board after a result changed, appeared or went.
local function shift(name, first, scope, number, was, is)
  local text = redis.call('HGET', standings, name)
  local before = numbersIn(text or '0 0 0 0')
  local after = { unpack(before) }
  local function add(result, sign)
    if result == '' then return end
    local _, _, seconds, _, _, points = unpack(numbersIn(result))
    after[1] = after[1] + sign * (string.sub(name, 1, 3) == 'day' and -stepsOf(result) or points)
    after[2] = after[2] + sign * seconds
  end
  add(was, -1)
  add(is, 1)
  if is == '' and number == after[3] then
    repeat number = number - 1 until number < first or counted(entryOf(number), scope) ~= ''
    is = number < first and '' or counted(entryOf(number), scope)
    after[3] = 0
  end
  if is ~= '' and number >= after[3] then after[3], after[4] = number, numbersIn(is)[4] end

  if text then withdraw(name, before) end
  if after[3] == 0 then return redis.call('HDEL', standings, name) end
  redis.call('HSET', standings, name, string.format('%.0f %.0f %.0f %.0f', unpack(after)))
  show(name, after)
end
-- Stores the entry of a number, and updates all boards. `firsts` has the first numbers of its periods.
local function settle(number, before, after, firsts)
  keep(number, after)
  for scope in string.gmatch(everywhere .. ' ' .. after.guilds, '%S+') do
    local was, is = counted(before, scope), counted(after, scope)
    if was ~= is then
      for period, first in string.gmatch(firsts, '(%a+):(%d+)') do
        shift(period .. ':' .. first .. ':' .. scope, tonumber(first), scope, number, was, is)
      end
    end
  end
end
