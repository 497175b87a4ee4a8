-- Notes that a request was answered. Returns the person's requests that are still open, oldest first.
local pending, entering, token, cancelled, reporter, taken = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local id, answered, seconds = ARGV[1], ARGV[2], ARGV[3]

redis.call('DEL', token, cancelled, reporter)
redis.call('SET', taken, answered, 'EX', seconds)
redis.call('ZREM', entering, id)
redis.call('ZREM', pending, id)
return redis.call('ZRANGE', pending, 0, -1)
