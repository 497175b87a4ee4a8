-- Stores a game if it is still as it was read (`before`, '' for a new one): of two simultaneous changes, the second reads it
-- again. Returns 1 if it was stored. Comparing whole texts needs no version number beside the one inside.
local game, games, current, erasure = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local id, before, text, ends, now, gamesSeconds = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local isPlayed, askedAt = ARGV[7] == '1', ARGV[8]
-- include ../../runtime/is-erased.lua

if isErased(erasure, askedAt) or (redis.call('GET', game) or '') ~= before then return 0 end
redis.call('SET', game, text, 'PXAT', ends)
if isPlayed then redis.call('SET', current, id, 'PXAT', ends) end
-- The list of a person's games says until when each is kept, in milliseconds since 1970.
redis.call('ZREMRANGEBYSCORE', games, '-inf', now)
redis.call('ZADD', games, ends, id)
redis.call('EXPIRE', games, gamesSeconds)
return 1
