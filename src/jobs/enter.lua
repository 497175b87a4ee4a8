-- An accepted request is in the queue, which counts it from now on. It stays open until its answer. Returns whether the
-- person's data was deleted: a deletion in between did not find the request in the queue.
local entering, outbox, pending, erasure = KEYS[1], KEYS[2], KEYS[3], KEYS[4]   -- see acquire.lua
local id, now, life, askedAt = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4]     -- in milliseconds
-- include ../runtime/is-erased.lua

redis.call('ZREM', entering, id)
redis.call('HDEL', outbox, id)
-- Only if it has not been answered meanwhile.
redis.call('ZADD', pending, 'XX', now + life, id)
local last = redis.call('ZRANGE', pending, -1, -1, 'WITHSCORES')[2]
if last then redis.call('PEXPIRE', pending, math.max(1, math.ceil(last - now))) end
return isErased(erasure, askedAt) and 1 or 0
