-- Takes the right to show a result in a channel. Returns 1 once.
local resultAndChannel, seconds = ARGV[5], ARGV[6]
-- include results.lua

if isErased(erasure, at) then return 0 end
if redis.call('SADD', shared, resultAndChannel) == 0 then return 0 end
redis.call('EXPIRE', shared, seconds)
return 1
