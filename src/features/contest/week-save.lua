-- Stores a server's settings. The first contest is one that begins after them. One that could not be posted (`retried`) is
-- tried once more. Score 0 on the agenda makes a bot check the server next.
local server, agenda = KEYS[1], KEYS[2]
local guild, settings, locale, now, retried = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]

if retried ~= '' and redis.call('HGET', server, 'current') == retried then redis.call('HDEL', server, 'current') end
redis.call('HDEL', server, 'refused')
redis.call('HSETNX', server, 'from', now)
redis.call('HSET', server, 'settings', settings, 'locale', locale)
redis.call('HINCRBY', server, 'revision', 1)
redis.call('ZADD', agenda, 0, guild)
