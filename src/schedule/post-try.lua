-- Records that a post is about to be sent. Returns 0 where it was sent, or where another attempt was recorded since.
local post = KEYS[1]
local channel, now, seconds, knownAttempt = ARGV[1], ARGV[2], ARGV[3], ARGV[4]

local state = redis.call('HGET', post, 'state')
if state and state ~= 'trying' then return 0 end
if (redis.call('HGET', post, 'last') or '') ~= knownAttempt then return 0 end
if redis.call('HGET', post, 'channel') ~= channel then redis.call('HSET', post, 'channel', channel, 'first', now) end
redis.call('HSET', post, 'state', 'trying', 'last', now)
redis.call('EXPIRE', post, seconds)
return 1
