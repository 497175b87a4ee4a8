-- Takes the right to remind a person of a number. Returns 1 once, and never for people without a reminder.
local reminded = KEYS[1]
local person, number = ARGV[1], ARGV[2]

local last = redis.call('ZSCORE', reminded, person)
if not last or tonumber(last) >= tonumber(number) then return 0 end
redis.call('ZADD', reminded, number, person)
return 1
