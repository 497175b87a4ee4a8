-- Takes a channel for a contest, unless another one has it. Returns that one's id, or ''.
local channel, contest = KEYS[1], KEYS[2]
local firstPersonKey = 3                              -- from there on: contests of a person, their erasure key
local contests, id, about = ARGV[1], ARGV[2], ARGV[3]
local drawSeconds, keptSeconds, askedAt = ARGV[4], ARGV[5], ARGV[6]
local firstPerson = 7                                 -- the owner, and in a duel the opponent
-- include ../../runtime/is-erased.lua
-- include keep-at-least.lua

local holder = redis.call('GET', channel)
if holder == id then return '' end
-- One that is over has its channel until its messages say so, but leaves it to the next.
if holder and redis.call('HEXISTS', contests .. ':' .. holder, 'over') == 0 then return holder end
redis.call('SET', channel, id, 'EX', drawSeconds)
redis.call('HSET', contest, 'about', about)
redis.call('EXPIRE', contest, keptSeconds)
for index, role in ipairs({ 'owner', 'opponent' }) do
  local person = ARGV[firstPerson + index - 1]
  local owned = KEYS[firstPersonKey + 2 * (index - 1)]
  local erasure = KEYS[firstPersonKey + 2 * (index - 1) + 1]
  if person and not isErased(erasure, askedAt) then
    redis.call('HSET', contest, role, person)
    redis.call('SADD', owned, id)
    keepAtLeast(owned, keptSeconds)
  end
end
return ''
