-- Stores a result on a shelf, which holds some bytes at most: the least recently used ones make room. What was used
-- longest ago may have expired already. The work is bounded, so a result that needs more room than that is not stored.
local result, shelf, total = KEYS[1], KEYS[2], KEYS[3]   -- `total`: the bytes of all results on the shelf
local value, life, longest, most = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local unit = tonumber(ARGV[5])   -- bytes that this shelf counts as one; `most` is in bytes
-- include score.lua

-- The key is in the shelf too, and Redis needs some room for each entry.
local bytes = math.ceil((#value + 2 * #result + 250) / unit)
local mostDropped = 64

local now = seconds()
local taken = tonumber(redis.call('GET', total) or '0')
local function drop(key, score)
  redis.call('DEL', key)
  redis.call('ZREM', shelf, key)
  taken = taken - score % sizeRange
end

local before = redis.call('ZSCORE', shelf, result)
if before then drop(result, before) end
for _ = 1, mostDropped do
  local oldest, score = unpack(redis.call('ZRANGE', shelf, 0, 0, 'WITHSCORES'))
  if not oldest then
    taken = 0
    break
  end
  local isExpired = math.floor(score / sizeRange) + longest < now
  if not isExpired and taken + bytes <= most / unit then break end
  drop(oldest, score)
end

local isStored = taken + bytes <= most / unit and bytes < sizeRange
if isStored then
  redis.call('SET', result, value, 'EX', life)
  redis.call('ZADD', shelf, scoreOf(now, bytes), result)
  redis.call('EXPIRE', shelf, longest)
  taken = taken + bytes
end
redis.call('SET', total, taken, 'EX', longest)
