-- Adds the points of a contest to the leaderboards, once. People who hide keep their points, but aren't on any board.
local contest, hidden = KEYS[1], KEYS[2]
local prefix, guild, readAt = ARGV[1], ARGV[2], ARGV[3]
local firstPlace = 4                                  -- from there on: person, their erasure key, points
-- include ../../runtime/is-erased.lua

if redis.call('EXISTS', contest) == 0 or redis.call('HSETNX', contest, 'awarded', 1) == 0 then return end
for i = firstPlace, #ARGV, 3 do
  local user, erasure, won = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  if not isErased(erasure, readAt) then
    local isHidden = redis.call('SISMEMBER', hidden, user) == 1
    for _, scope in ipairs({ 'everywhere', guild }) do
      local points = redis.call('HINCRBY', prefix .. ':points:' .. user, scope, won)
      if not isHidden then redis.call('ZADD', prefix .. ':board:' .. scope, points, user) end
    end
  end
end
