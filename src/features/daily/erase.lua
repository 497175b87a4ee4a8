-- Deletes all of a person's results and standings.
-- include results.lua

eachStanding(withdraw)
redis.call('DEL', figures, results, standings, shared)
