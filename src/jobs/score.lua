-- A shelf of results is sorted by the second of the last use, above the bytes that a result takes.
local sizeRange = 2 ^ 20
local function seconds() return tonumber(redis.call('TIME')[1]) end
local function scoreOf(second, bytes) return string.format('%.0f', second * sizeRange + bytes) end
