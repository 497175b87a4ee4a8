-- Reads a result, and notes that it was used. `shelves` are the keys that keep-result.lua calls `shelf`.
local sizeRange = 2 ^ 20
local function seconds() return tonumber(redis.call('TIME')[1]) end
-- A shelf is sorted by the second of the last use, above the bytes that a result takes.
local function scoreOf(second, bytes) return string.format('%.0f', second * sizeRange + bytes) end

local function readResult(result, shelves)
  local value = redis.call('GET', result)
  for _, shelf in ipairs(shelves) do
    local score = value and redis.call('ZSCORE', shelf, result)
    -- A full Redis lets nobody write, but read.
    if score then redis.pcall('ZADD', shelf, scoreOf(seconds(), score % sizeRange), result) end
  end
  return value
end
