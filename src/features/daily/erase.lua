-- Deletes all of a person's results and standings. If they have opened the running number, it doesn't rank any more.
local running, seconds = ARGV[4], ARGV[5]  -- until its day ends
-- include results.lua

if redis.call('HEXISTS', results, running) == 1 then redis.call('SET', unranked, running, 'EX', seconds) end
eachStanding(withdraw)
redis.call('DEL', figures, results, standings, shared)
