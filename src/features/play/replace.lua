-- Replaces a game, unless it changed since it was read: of two simultaneous changes, the second reads it again.
-- Returns 1 if it was replaced. Comparing whole texts needs no version number beside the one inside.
local game, games, current = KEYS[1], KEYS[2], KEYS[3]
local id, text, ends, now, gamesSeconds, before, isPlayed = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7]
-- include games.lua

if redis.call('GET', game) ~= before then return 0 end
redis.call('SET', game, text, 'PXAT', ends)
if isPlayed == '1' then redis.call('SET', current, id, 'PXAT', ends) end
addToGames(games, id, ends, now, gamesSeconds)
return 1
