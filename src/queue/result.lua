-- Returns a stored result, or nothing, and notes that it was used.
local result, kept, brief = KEYS[1], KEYS[2], KEYS[3]   -- the caches; see cache.lua
-- include cache-score.lua

local value = redis.call('GET', result)
for _, cache in ipairs({ kept, brief }) do
  local score = value and redis.call('ZSCORE', cache, result)
  -- A full Redis lets nobody write, but read.
  if score then redis.pcall('ZADD', cache, scoreOf(seconds(), score % sizeRange), result) end
end
return value
