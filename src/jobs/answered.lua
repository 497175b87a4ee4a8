-- Notes that a request was answered. Returns the person's requests that are still open, oldest first.
local pending, token, taken, cancelled, answered = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local id, seconds = ARGV[1], ARGV[2]

redis.call('DEL', token, taken, cancelled)
redis.call('SET', answered, '1', 'EX', seconds)
redis.call('ZREM', pending, id)
return redis.call('ZRANGE', pending, 0, -1)
