-- Begins the next round, unless it has begun; the first one with all `rounds`, which are drawn once. Returns the running round;
-- 0 where the contest is over.
local contest, running, version = KEYS[1], KEYS[2], KEYS[3]
local id, before, rounds, question, change = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]

if redis.call('EXISTS', contest) == 0 or redis.call('HEXISTS', contest, 'over') == 1 then return 0 end
if (redis.call('HGET', contest, 'round') or '0') == before then
  if rounds ~= '' then redis.call('HSET', contest, 'rounds', rounds) end
  redis.call('HINCRBY', contest, 'round', 1)
  if question ~= '' then
    redis.call('HSET', running, id, question)
    redis.call('SET', version, change)
  end
end
return tonumber(redis.call('HGET', contest, 'round') or '0')
