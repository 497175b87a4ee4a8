-- Stores a value in a cache, which holds some bytes at most: the least recently used ones make room. What was used longest
-- ago may have expired already. The work is bounded, so a value that needs more room than that is not stored.
local name, cache, total = KEYS[1], KEYS[2], KEYS[3]   -- `total`: the units that all values of the cache take
local value, life, longest, most = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])   -- `most` is in bytes
-- include cache-score.lua

-- So that a drawing of megabytes has a size too. The name is in the cache as well, and Redis needs some room for each entry.
local unit = 64
local size = math.ceil((#value + 2 * #name + 250) / unit)
local mostDropped = 64

local now = seconds()
local taken = tonumber(redis.call('GET', total) or '0')
local function drop(other, score)
  redis.call('DEL', other)
  redis.call('ZREM', cache, other)
  taken = taken - score % sizeRange
end

local before = redis.call('ZSCORE', cache, name)
if before then drop(name, before) end
for _ = 1, mostDropped do
  local oldest, score = unpack(redis.call('ZRANGE', cache, 0, 0, 'WITHSCORES'))
  if not oldest then
    taken = 0
    break
  end
  local isExpired = math.floor(score / sizeRange) + longest < now
  if not isExpired and taken + size <= most / unit then break end
  drop(oldest, score)
end

local isStored = taken + size <= most / unit and size < sizeRange
if isStored then
  redis.call('SET', name, value, 'EX', life)
  redis.call('ZADD', cache, scoreOf(now, size), name)
  redis.call('EXPIRE', cache, longest)
  taken = taken + size
end
redis.call('SET', total, taken, 'EX', longest)
