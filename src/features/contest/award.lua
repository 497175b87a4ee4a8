-- Adds the points of a contest to the leaderboards, once. People who hide keep their points, but aren't on any board.
local contest, hidden = KEYS[1], KEYS[2]
local prefix, guild, readAt, isEverywhere = ARGV[1], ARGV[2], ARGV[3], ARGV[4] == '1'
local day, mostOfDay, daySeconds = ARGV[5], tonumber(ARGV[6]), ARGV[7]
local firstPlace = 8                                  -- from there on: person, their erasure key, points
-- include ../../runtime/is-erased.lua

-- The points that still count everywhere on this day. A key of the person keeps the day and its points.
local function takenFromDay(user, won)
  local key = prefix .. ':today:' .. user
  local known, points = string.match(redis.call('GET', key) or '', '^(%d+) (%d+)$')
  local before = known == day and tonumber(points) or 0
  local taken = math.min(tonumber(won), mostOfDay - before)
  if taken > 0 then redis.call('SET', key, day .. ' ' .. before + taken, 'EX', daySeconds) end
  return taken
end

local function add(scope, user, won)
  local points = redis.call('HINCRBY', prefix .. ':points:' .. user, scope, won)
  if redis.call('SISMEMBER', hidden, user) == 0 then redis.call('ZADD', prefix .. ':board:' .. scope, points, user) end
end

if redis.call('EXISTS', contest) == 0 or redis.call('HSETNX', contest, 'awarded', 1) == 0 then return end
for i = firstPlace, #ARGV, 3 do
  local user, erasure, won = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  if not isErased(erasure, readAt) then
    add(guild, user, won)
    local taken = isEverywhere and takenFromDay(user, won) or 0
    if taken > 0 then add('everywhere', user, taken) end
  end
end
