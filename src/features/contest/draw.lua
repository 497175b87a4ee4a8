-- Sets the rounds of a contest, once. Returns 0 where the contest is over.
local contest, running, version = KEYS[1], KEYS[2], KEYS[3]
local id, rounds, question, change = ARGV[1], ARGV[2], ARGV[3], ARGV[4]

if redis.call('EXISTS', contest) == 0 or redis.call('HEXISTS', contest, 'over') == 1 then return 0 end
if redis.call('HSETNX', contest, 'rounds', rounds) == 1 then
  redis.call('HSET', contest, 'round', 1)
  redis.call('HSET', running, id, question)
  redis.call('SET', version, change)
end
return 1
