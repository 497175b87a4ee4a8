-- Sets the rounds of a contest, once. Returns 0 where the contest is over.
local contest, running = KEYS[1], KEYS[2]
local id, rounds, question = ARGV[1], ARGV[2], ARGV[3]

if redis.call('EXISTS', contest) == 0 or redis.call('HEXISTS', contest, 'over') == 1 then return 0 end
if redis.call('HSETNX', contest, 'rounds', rounds) == 1 then
  redis.call('HSET', contest, 'round', 1)
  redis.call('HSET', running, id, question)
end
return 1
