-- Stores a new game, unless one of its id is there.
local game, games, erasure = KEYS[1], KEYS[2], KEYS[3]
local id, text, ends, now, gamesSeconds, askedAt = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]
-- include games.lua
-- include ../../runtime/is-erased.lua

if isErased(erasure, askedAt) or redis.call('EXISTS', game) == 1 then return end
redis.call('SET', game, text, 'PXAT', ends)
addToGames(games, id, ends, now, gamesSeconds)
