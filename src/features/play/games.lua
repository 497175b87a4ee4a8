-- The list of a person's games: until when each is kept, in milliseconds since 1970.
local function addToGames(games, id, ends, now, seconds)
  redis.call('ZREMRANGEBYSCORE', games, '-inf', now)
  redis.call('ZADD', games, ends, id)
  redis.call('EXPIRE', games, seconds)
end
