-- Deletes all games of a person.
local current, games = KEYS[1], KEYS[2]
local gamePrefix = ARGV[1]

for _, id in ipairs(redis.call('ZRANGE', games, 0, -1)) do redis.call('DEL', gamePrefix .. id) end
redis.call('DEL', current, games)
