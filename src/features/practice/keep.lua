-- Stores a person's record of a puzzle and mode, unless it changed since it was read, and their places with it. Returns 0
-- where the caller has to read it again, and -1 for people whose data was deleted since.
local records = KEYS[5]
local field, before, after, at = ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local firstPlace = 7  -- from there on: board, value
-- include boards.lua

if isErased(erasure, at) then return -1 end
if (redis.call('HGET', records, field) or '') ~= before then return 0 end
redis.call('HSET', records, field, after)
for i = firstPlace, #ARGV, 2 do
  local board, value = ARGV[i], ARGV[i + 1]
  local best = redis.call('HGET', places, board)
  if not best or tonumber(value) < tonumber(best) then
    redis.call('HSET', places, board, value)
    show(board, value)
  end
end
return 1
