-- Takes a channel for a contest, unless another one has it. Returns that one's id, or ''.
local channel, contest, owned, erasure = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local contests, id, about, owner = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local drawSeconds, keptSeconds, askedAt = ARGV[5], ARGV[6], ARGV[7]
-- include ../../runtime/is-erased.lua
-- include keep-at-least.lua

local holder = redis.call('GET', channel)
if holder == id then return '' end
-- One that is over has its channel until its messages say so, but leaves it to the next.
if holder and redis.call('HEXISTS', contests .. ':' .. holder, 'over') == 0 then return holder end
redis.call('SET', channel, id, 'EX', drawSeconds)
redis.call('HSET', contest, 'about', about)
redis.call('EXPIRE', contest, keptSeconds)
if isErased(erasure, askedAt) then return '' end
redis.call('HSET', contest, 'owner', owner)
redis.call('SADD', owned, id)
keepAtLeast(owned, keptSeconds)
return ''
