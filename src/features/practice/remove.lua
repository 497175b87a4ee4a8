-- Takes a person off the boards of a puzzle in a server, or puts them back, for an admin. Returns 1 where others see them
-- there, or would.
local puzzle, guild, remove = ARGV[5], ARGV[6], ARGV[7] == '1'
-- include ../../standings/standings.lua

local isThere = false
eachStanding(function(board)
  local subject, scope = subjectAndScope(board)
  isThere = isThere or subject == puzzle and scope == guild
end)
if not isThere then return 0 end
redis.call(remove and 'SADD' or 'SREM', removed, puzzle .. ' ' .. guild)
eachStanding(show)
return isHidden() and 0 or 1
