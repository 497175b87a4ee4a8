-- Returns a stored result, or nothing.
local result, kept, brief = KEYS[1], KEYS[2], KEYS[3]
-- include read-result.lua

return readResult(result, { kept, brief })
