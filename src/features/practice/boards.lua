-- Leaderboards of practice: what all scripts of a person's places share.
--
-- A board is `puzzle:mode:measure:scope`, the scope `everywhere` or a server. Each person's places have their best value on
-- each board, also while they hide or an admin has removed them from the boards of a puzzle in a server (`puzzle server`).
local places, removed, hidden, erasure = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local user, boards = ARGV[1], ARGV[2]  -- `boards`: what the keys of boards begin with
-- include ../../runtime/is-erased.lua

local function show(board, value)
  local puzzle, scope = string.match(board, '^([^:]+):.*:([^:]+)$')
  local isAway = redis.call('SISMEMBER', hidden, user) == 1 or redis.call('SISMEMBER', removed, puzzle .. ' ' .. scope) == 1
  if isAway then redis.call('ZREM', boards .. board, user) else redis.call('ZADD', boards .. board, value, user) end
end
local function eachPlace(visit)
  local all = redis.call('HGETALL', places)
  for i = 1, #all, 2 do visit(all[i], all[i + 1]) end
end
