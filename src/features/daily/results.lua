-- Results and leaderboards of the daily challenge: what all scripts of a person's results share.
--
-- Boards follow from results alone. A result counts everywhere, and in the servers where it was sent unless an admin
-- hid it there. A standing is the sum of the results that count in one period and scope. It is kept as
-- `value seconds last at`. The value is minus the moves and hints of a day, or the points of a longer period: more is
-- better. `last` is the largest number that counts, `at` when that was finished, in seconds since 1970. Equal values rank
-- by seconds, then by who finished earlier. A person who hides has standings too, but they are on no board.
local figures, results, standings, shared, erasure = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local unranked = KEYS[6]  -- the number on whose day the person deleted their data
local user, boards, at = ARGV[1], ARGV[2], ARGV[3]  -- `boards`: what the keys of boards begin with
-- include ../../runtime/is-erased.lua

local everywhere = 'everywhere'
local daySeconds = 86400
-- How long a board is kept after the last finish on it. The board of all time stays.
local keptSeconds = { day = 35 * daySeconds, week = 100 * daySeconds, month = 100 * daySeconds }

local function numbersIn(text)
  local all = {}
  for word in string.gmatch(text, '%S+') do all[#all + 1] = tonumber(word) end
  return all
end
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

-- A score is a whole number of at most 53 bits: the value in front, the seconds behind. Redis puts equal scores in the
-- order of their members, so a member begins with the time of the last finish, which has ten digits until 2286.
local span, timeLength = 2 ^ 33, 10
local function whole(number) return string.format('%.0f', number) end
local function scoreOf(standing) return whole(standing[2] - standing[1] * span) end
local function memberOf(standing) return whole(standing[4]) .. user end
local function readRow(member, score)
  local front = math.floor(score / span)
  return { string.sub(member, timeLength + 1), math.abs(front), score - front * span }
end

local function secondsLeft(name, standing)
  local period = string.match(name, '^%a+')
  return keptSeconds[period] and standing[4] + keptSeconds[period] - math.floor(at / 1000) or math.huge
end
local function show(name, standing)
  local left = secondsLeft(name, standing)
  if left <= 0 then return end
  local board = boards .. name
  redis.call('ZADD', board, scoreOf(standing), memberOf(standing))
  if left < math.huge and redis.call('TTL', board) < left then redis.call('EXPIRE', board, left) end
end
local function withdraw(name, standing) redis.call('ZREM', boards .. name, memberOf(standing)) end
local function isHidden() return redis.call('HEXISTS', figures, 'hidden') == 1 end
local function eachStanding(visit)
  local all = redis.call('HGETALL', standings)
  for i = 1, #all, 2 do visit(all[i], numbersIn(all[i + 1])) end
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

  local isShown = not isHidden()
  if text and isShown then withdraw(name, before) end
  if after[3] == 0 then return redis.call('HDEL', standings, name) end
  redis.call('HSET', standings, name, string.format('%.0f %.0f %.0f %.0f', unpack(after)))
  if isShown then show(name, after) end
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
