-- Moves the average duration of a lane's jobs towards a new one.
local pace = KEYS[1]
local duration, share, seconds = ARGV[1], ARGV[2], ARGV[3]

local old = tonumber(redis.call('GET', pace) or duration)
redis.call('SET', pace, old + (duration - old) * share, 'EX', seconds)
