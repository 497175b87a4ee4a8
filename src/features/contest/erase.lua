-- Deletes a person's points, and the list of their contests.
local pointsOfUser, hidden, contestsOfUser, pointsOfDay = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local prefix, user = ARGV[1], ARGV[2]

for _, scope in ipairs(redis.call('HKEYS', pointsOfUser)) do redis.call('ZREM', prefix .. ':board:' .. scope, user) end
redis.call('DEL', pointsOfUser, contestsOfUser, pointsOfDay)
redis.call('SREM', hidden, user)
