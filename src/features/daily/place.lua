-- Counts a result in a server, or hides it there ('1') or shows it again ('0') for an admin. Returns 1 where others see
-- it there, or would.
local number, firsts, guild, hide = tonumber(ARGV[5]), ARGV[6], ARGV[7], ARGV[8]
-- include results.lua

if isErased(erasure, at) then return 0 end
local before, after = entryOf(number), entryOf(number)
if before.live == '' then return 0 end
if hide == '' then after.guilds = with(after.guilds, guild)
elseif not has(after.guilds, guild) then return 0
elseif hide == '1' then after.hidden = with(after.hidden, guild)
else after.hidden = without(after.hidden, guild) end
settle(number, before, after, firsts)
return isHidden() and 0 or 1
