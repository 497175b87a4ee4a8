-- Stores a server's settings. They end all trouble, and a refused post of the running number is tried once more.
-- Score 0 on the agenda makes the poster check the server next.
local server, agenda, runningPost = KEYS[1], KEYS[2], KEYS[3]
local guild, settings, locale = ARGV[1], ARGV[2], ARGV[3]
local runningNumber, before = tonumber(ARGV[4]), tonumber(ARGV[5])  -- `before`: the last number a new server doesn't get

local last = tonumber(redis.call('HGET', server, 'last') or '-1')
if last < 0 or redis.call('HEXISTS', server, 'paused') == 1 then last = math.max(last, before) end
if redis.call('HGET', runningPost, 'state') == 'refused' then
  redis.call('DEL', runningPost)
  last = runningNumber - 1
end
redis.call('HDEL', server, 'since', 'why', 'numbers', 'paused')
redis.call('HSET', server, 'settings', settings, 'locale', locale, 'last', last)
redis.call('HINCRBY', server, 'revision', 1)
redis.call('PERSIST', server)
redis.call('ZADD', agenda, 0, guild)
