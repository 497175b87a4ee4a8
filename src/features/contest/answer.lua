-- Stores an answer, if the contest and its round are running. Of several answers of a person in a round, `keep` says
-- which counts: the 'least' (of equal ones the earlier), the 'last' or the 'first'. Returns the verdict and the value
-- that counts.
local contest, answers, contestsOfUser, erasure = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local contestId, user, round, sentAt, value = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local interaction, text, keep = ARGV[6], ARGV[7], ARGV[8]
-- include ../../runtime/is-erased.lua
-- include keep-at-least.lua

-- Ids of interactions grow with time, and have too many digits for numbers of Lua.
local function isEarlier(id, other) return #id < #other or (#id == #other and id < other) end

local function isWorse(oldValue, oldInteraction)
  if keep == 'last' then return isEarlier(interaction, oldInteraction) end
  local difference = tonumber(value) - tonumber(oldValue)
  return difference > 0 or (difference == 0 and isEarlier(oldInteraction, interaction))
end

if redis.call('EXISTS', contest) == 0 or redis.call('HEXISTS', contest, 'over') == 1 then return { 'over', 0 } end
if redis.call('HGET', contest, 'round') ~= round then return { 'past', 0 } end
local ends = redis.call('HGET', contest, 'ends')
if ends and tonumber(sentAt) > tonumber(ends) then return { 'over', 0 } end
if isErased(erasure, sentAt) then return { 'over', 0 } end

local field = round .. ' ' .. user
local before = redis.call('HGET', answers, field)
if before then
  local oldValue, oldInteraction = string.match(before, '^(%d+) (%d+)')
  if oldInteraction == interaction then return { 'kept', tonumber(oldValue) } end
  if keep == 'first' then return { 'again', tonumber(oldValue) } end
  if isWorse(oldValue, oldInteraction) then return { 'kept', tonumber(oldValue) } end
end
redis.call('HSET', answers, field, value .. ' ' .. interaction .. ' ' .. text)
local seconds = redis.call('TTL', contest)
keepAtLeast(answers, seconds)
redis.call('SADD', contestsOfUser, contestId)
keepAtLeast(contestsOfUser, seconds)
return { 'kept', tonumber(value) }
