-- Replaces a server's contest, unless that changed or the server was removed. '' stands for none.
local server = KEYS[1]
local before, after = ARGV[1], ARGV[2]

if redis.call('HEXISTS', server, 'settings') == 0 then return end
if (redis.call('HGET', server, 'current') or '') == before then redis.call('HSET', server, 'current', after) end
