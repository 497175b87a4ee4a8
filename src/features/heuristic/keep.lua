-- Keeps the best bound that a person shared, on boards that end together: each is named with its end, as standings.lua says.
local bounds = KEYS[5]
local nodes, bound = tonumber(ARGV[5]), ARGV[6]
local firstBoard = 7
-- include ../../standings/standings.lua

if isErased(erasure, at) then return end
for i = firstBoard, #ARGV do
  local board = ARGV[i]
  local left = secondsLeft(board)
  if left > 0 and keepLeast(board, nodes) then
    redis.call('HSET', bounds, board, bound)
    -- With the last of its boards, as an answer may come after the week of its request.
    for _, key in ipairs({ standings, bounds }) do
      if redis.call('TTL', key) < left then redis.call('EXPIRE', key, left) end
    end
  end
end
