-- A cache is sorted by the second of the last use, above the room that a value takes, in units.
local sizeRange = 2 ^ 20
local function seconds() return tonumber(redis.call('TIME')[1]) end
local function scoreOf(second, size) return string.format('%.0f', second * sizeRange + size) end
