-- Stores a person's record of a puzzle and mode, unless it changed since it was read, and their standings with it. Their best
-- value ranks on each board, which is named `puzzle:mode:measure:scope`. Returns 0 where the caller has to read the record again,
-- and -1 for people whose data was deleted since.
local records = KEYS[5]
local field, before, after = ARGV[5], ARGV[6], ARGV[7]
local firstPlace = 8  -- from there on: board, value
-- include ../../standings/standings.lua

if isErased(erasure, at) then return -1 end
if (redis.call('HGET', records, field) or '') ~= before then return 0 end
redis.call('HSET', records, field, after)
for i = firstPlace, #ARGV, 2 do keepLeast(ARGV[i], tonumber(ARGV[i + 1])) end
return 1
