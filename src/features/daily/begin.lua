-- Starts a person's clock for a number, once.
local number, began = ARGV[5], ARGV[6]
-- include results.lua

if isErased(erasure, at) then return end
local entry = entryOf(number)
begin(entry, began)
keep(number, entry)
