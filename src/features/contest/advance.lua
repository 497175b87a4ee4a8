-- Begins the next round, unless it has begun. Returns the running round; 0 where the contest is over.
local contest, running, version = KEYS[1], KEYS[2], KEYS[3]
local id, before, question, change = ARGV[1], ARGV[2], ARGV[3], ARGV[4]

if redis.call('HEXISTS', contest, 'over') == 1 then return 0 end
if redis.call('HGET', contest, 'round') == before then
  redis.call('HINCRBY', contest, 'round', 1)
  if question ~= '' then
    redis.call('HSET', running, id, question)
    redis.call('SET', version, change)
  end
end
return tonumber(redis.call('HGET', contest, 'round') or '0')
