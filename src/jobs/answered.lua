-- Notes that a request was answered. Returns the person's requests that are still open, oldest first.
local pending, token, taken, cancelled, reporter, answered = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local outbox, quick, long = KEYS[7], KEYS[8], KEYS[9]   -- what was never in the queue is still on its way into a lane
local id, seconds = ARGV[1], ARGV[2]

redis.call('DEL', token, taken, cancelled, reporter)
redis.call('SET', answered, '1', 'EX', seconds)
redis.call('ZREM', pending, id)
if redis.call('HDEL', outbox, id) == 1 then
  redis.call('ZREM', quick, id)
  redis.call('ZREM', long, id)
end
return redis.call('ZRANGE', pending, 0, -1)
