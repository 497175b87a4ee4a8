-- Notes how many threads a worker has for parts of searches. Returns how many all workers have.
local workers = KEYS[1]
local worker, threads, seconds = ARGV[1], ARGV[2], ARGV[3]   -- how long the note holds

local now = tonumber(redis.call('TIME')[1])
redis.call('ZADD', workers, now + seconds, worker .. ' ' .. threads)
redis.call('ZREMRANGEBYSCORE', workers, '-inf', now)
redis.call('EXPIRE', workers, seconds)
local sum = 0
for _, one in ipairs(redis.call('ZRANGE', workers, 0, -1)) do sum = sum + string.match(one, '%d+$') end
return sum
