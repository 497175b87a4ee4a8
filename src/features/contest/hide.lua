-- Takes a person off all leaderboards, or puts them back.
local pointsOfUser, hidden = KEYS[1], KEYS[2]
local prefix, user, isHidden = ARGV[1], ARGV[2], ARGV[3] == '1'

if isHidden then redis.call('SADD', hidden, user) else redis.call('SREM', hidden, user) end
local points = redis.call('HGETALL', pointsOfUser)
for i = 1, #points, 2 do
  local board = prefix .. ':board:' .. points[i]
  if isHidden then redis.call('ZREM', board, user) else redis.call('ZADD', board, points[i + 1], user) end
end
