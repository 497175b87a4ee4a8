-- Deletes a person's points, and the list of their contests.
local pointsOfUser, hidden, contestsOfUser = KEYS[1], KEYS[2], KEYS[3]
local prefix, user = ARGV[1], ARGV[2]

for _, scope in ipairs(redis.call('HKEYS', pointsOfUser)) do redis.call('ZREM', prefix .. ':board:' .. scope, user) end
redis.call('DEL', pointsOfUser, contestsOfUser)
redis.call('SREM', hidden, user)
