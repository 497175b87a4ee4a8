-- Stores a result, once: the better one stays. One from after the day of its number counts for the figures, but neither
-- for the streak nor on any board.
local number, firsts, began = tonumber(ARGV[5]), ARGV[6], ARGV[7]  -- `began` is for people who never opened the challenge
local result, isLate, guild, farthestOver = ARGV[8], ARGV[9] == '1', ARGV[10], tonumber(ARGV[11])
local path, keptPaths, pathSeconds = ARGV[12], tonumber(ARGV[13]), ARGV[14]
-- include results.lua

local function bestOf(entry) return entry.late ~= '' and entry.late or entry.live end
-- Fewer moves and hints, then fewer seconds, then earlier.
local function isBetter(new, old)
  if old == '' then return true end
  if stepsOf(new) ~= stepsOf(old) then return stepsOf(new) < stepsOf(old) end
  local ours, theirs = numbersIn(new), numbersIn(old)
  if ours[3] ~= theirs[3] then return ours[3] < theirs[3] end
  return ours[4] < theirs[4]
end
local function count(counting, by)
  if counting == '' then return end
  local over = stepsOf(counting) - numbersIn(counting)[5]
  redis.call('HINCRBY', figures, 'over:' .. math.min(over, farthestOver), by)
end
-- Two results that were sent close together may arrive in either order, so the streak may grow on both sides.
local function extendStreak()
  local last, streak, best = unpack(redis.call('HMGET', figures, 'last', 'streak', 'best'))
  last, streak, best = tonumber(last or 0), tonumber(streak or 0), tonumber(best or 0)
  local from, to = number, number
  if number == last + 1 then from = number - streak end
  while number <= last and entryOf(from - 1).live ~= '' do from = from - 1 end
  while number <= last and entryOf(to + 1).live ~= '' do to = to + 1 end
  local days = to - from + 1
  if to >= last then redis.call('HSET', figures, 'last', to, 'streak', days) end
  if days > best then redis.call('HSET', figures, 'best', days) end
end
local function dropExpired(name, standing)
  if secondsLeft(name, standing) > 0 then return end
  withdraw(name, standing)
  redis.call('HDEL', standings, name)
end

if isErased(erasure, at) then return end
if redis.call('GET', unranked) == tostring(number) then isLate = true end
local before, after = entryOf(number), entryOf(number)
begin(after, began)
local was = bestOf(before)
result = result .. ' ' .. (was == '' and 0 or stepsOf(was))
if isLate then
  if isBetter(result, bestOf(after)) then after.late = result end
else
  if isBetter(result, after.live) then after.live = result end
  if isBetter(after.live, after.late) then after.late = '' end
  if guild ~= '' then after.guilds = with(after.guilds, guild) end
end

-- The paths of the last results, newest first.
if bestOf(after) == result then
  local pathOfNumber = number .. ' ' .. path
  redis.call('LREM', paths, 0, pathOfNumber)
  redis.call('LPUSH', paths, pathOfNumber)
  redis.call('LTRIM', paths, 0, keptPaths - 1)
  redis.call('EXPIRE', paths, pathSeconds)
end

count(was, -1)
count(bestOf(after), 1)
if was == '' then redis.call('HINCRBY', figures, 'solved', 1) end
if before.live == '' and not isLate then
  extendStreak()
  -- Once a day is often enough.
  eachStanding(dropExpired)
end
settle(number, before, after, firsts)
