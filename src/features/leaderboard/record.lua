-- Stores a find, once: only the first person to find a position becomes its finder. The list keeps the hardest.
-- Each person has a set of their finds as well, as `puzzle scope position`.
local finds, finders, erasure = KEYS[1], KEYS[2], KEYS[3]
local position, score, value, finder, foundAt = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local mostKept, puzzleAndScope, setPrefix = tonumber(ARGV[6]), ARGV[7], ARGV[8]
-- include ../../runtime/is-erased.lua

if isErased(erasure, foundAt) then return end
if redis.call('HSETNX', finders, position, value) == 0 then return end
redis.call('ZADD', finds, score, position)
redis.call('SADD', setPrefix .. finder, puzzleAndScope .. ' ' .. position)
for _, easiest in ipairs(redis.call('ZRANGE', finds, 0, -(mostKept + 1))) do
  local owner = string.match(redis.call('HGET', finders, easiest), '^%S+')
  redis.call('ZREM', finds, easiest)
  redis.call('HDEL', finders, easiest)
  redis.call('SREM', setPrefix .. owner, puzzleAndScope .. ' ' .. easiest)
end
