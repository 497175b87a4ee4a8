-- Ends a contest: it takes no more answers. Returns when it ended first.
local contest, answers, running, version = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local id, now, seconds, change = ARGV[1], ARGV[2], ARGV[3], ARGV[4]

if redis.call('HDEL', running, id) == 1 then redis.call('SET', version, change) end
if redis.call('EXISTS', contest) == 0 then return now end
redis.call('HSETNX', contest, 'over', now)
redis.call('EXPIRE', contest, seconds)
redis.call('EXPIRE', answers, seconds)
return redis.call('HGET', contest, 'over')
