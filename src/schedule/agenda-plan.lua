-- Puts a server's next check on the agenda: at a time, or at once if its settings have changed since they were read.
local server, agenda = KEYS[1], KEYS[2]
local guild, revision, at = ARGV[1], ARGV[2], ARGV[3]

local current = redis.call('HGET', server, 'revision')
if not current or redis.call('HEXISTS', server, 'paused') == 1 then redis.call('ZREM', agenda, guild)
else redis.call('ZADD', agenda, current == revision and at or 0, guild) end
