-- Stores a find on the lists of some scopes, once: only the first person to find a position becomes its finder. A list keeps the
-- hardest. Each person has a set of their finds as well, as `puzzle scope position`. KEYS: the finder's erasure, then of each
-- scope its finds and their finders.
local position, score, value, finder, foundAt = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local mostKept, setPrefix, puzzle, firstScope = tonumber(ARGV[6]), ARGV[7], ARGV[8], 9
-- include ../../runtime/is-erased.lua

if isErased(KEYS[1], foundAt) then return end
for index = firstScope, #ARGV do
  local finds = KEYS[2 * (index - firstScope) + 2]
  local finders = KEYS[2 * (index - firstScope) + 3]
  local puzzleAndScope = puzzle .. ' ' .. ARGV[index] .. ' '
  if redis.call('HSETNX', finders, position, value) == 1 then
    redis.call('ZADD', finds, score, position)
    redis.call('SADD', setPrefix .. finder, puzzleAndScope .. position)
    for _, easiest in ipairs(redis.call('ZRANGE', finds, 0, -(mostKept + 1))) do
      local owner = string.match(redis.call('HGET', finders, easiest), '^%S+')
      redis.call('ZREM', finds, easiest)
      redis.call('HDEL', finders, easiest)
      redis.call('SREM', setPrefix .. owner, puzzleAndScope .. easiest)
    end
  end
end
