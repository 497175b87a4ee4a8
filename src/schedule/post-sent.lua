-- Records the message of a post that was being tried.
local post = KEYS[1]
local channel, message = ARGV[1], ARGV[2]

if redis.call('HGET', post, 'state') ~= 'trying' then return end
redis.call('HSET', post, 'state', 'sent', 'channel', channel, 'message', message)
