-- Turns off the reminder of a person whose direct messages are closed, and remembers to tell them.
local reminded, people, closed = KEYS[1], KEYS[2], KEYS[3]
local person, seconds = ARGV[1], ARGV[2]

if redis.call('ZREM', reminded, person) == 0 then return end
redis.call('HDEL', people, person)
redis.call('SET', closed, '1', 'EX', seconds)
