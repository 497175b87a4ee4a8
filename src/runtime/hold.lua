-- Extends a lock to some milliseconds from now, or releases it with 0, if it is still the owner's. Returns whether it is.
local lock = KEYS[1]
local owner, milliseconds = ARGV[1], ARGV[2]

if redis.call('GET', lock) ~= owner then return 0 end
if milliseconds == '0' then redis.call('DEL', lock) else redis.call('PEXPIRE', lock, milliseconds) end
return 1
