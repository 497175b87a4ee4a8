-- Replaces a server's contest, unless that changed or the server was removed. '' stands for none. The next one begins at
-- `from` or later, where that is given.
local server = KEYS[1]
local before, after, from = ARGV[1], ARGV[2], ARGV[3]

if redis.call('HEXISTS', server, 'settings') == 0 then return end
if (redis.call('HGET', server, 'current') or '') ~= before then return end
if after == '' then redis.call('HDEL', server, 'current') else redis.call('HSET', server, 'current', after) end
if from ~= '' then redis.call('HSET', server, 'from', from) end
