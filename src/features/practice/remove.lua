-- Takes a person off the boards of a puzzle in a server, or puts them back, for an admin. Returns 1 where others see them
-- there, or would.
local puzzle, guild, isRemoved = ARGV[3], ARGV[4], ARGV[5] == '1'
-- include boards.lua

local isThere = 0
eachPlace(function(board)
  local ofPuzzle, scope = string.match(board, '^([^:]+):.*:([^:]+)$')
  if ofPuzzle == puzzle and scope == guild then isThere = 1 end
end)
if isThere == 0 then return 0 end
redis.call(isRemoved and 'SADD' or 'SREM', removed, puzzle .. ' ' .. guild)
eachPlace(show)
return redis.call('SISMEMBER', hidden, user) == 1 and 0 or 1
