-- Removes a server's contest, once. The next one begins when it ends, or later. A server is removed after Discord has
-- refused `patience` of them in a row.
local server, agenda = KEYS[1], KEYS[2]
local guild, contest, ends, isPosted, patience = ARGV[1], ARGV[2], ARGV[3], ARGV[4] == '1', tonumber(ARGV[5])

if redis.call('HGET', server, 'current') ~= contest then return end
redis.call('HDEL', server, 'current')
redis.call('HSET', server, 'from', ends)
if isPosted then redis.call('HDEL', server, 'refused')
elseif redis.call('HINCRBY', server, 'refused', 1) >= patience then
  redis.call('DEL', server)
  redis.call('ZREM', agenda, guild)
end
