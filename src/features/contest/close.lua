-- Ends a contest: it takes no more answers.
local contest, answers, running = KEYS[1], KEYS[2], KEYS[3]
local id, now, seconds = ARGV[1], ARGV[2], ARGV[3]

redis.call('HDEL', running, id)
if redis.call('EXISTS', contest) == 0 then return end
redis.call('HSETNX', contest, 'over', now)
redis.call('EXPIRE', contest, seconds)
redis.call('EXPIRE', answers, seconds)
