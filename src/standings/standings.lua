-- Leaderboards: what all scripts about a person's standings share.
--
-- A person's standings are kept by the names of their boards, also while they are on no board. A name ends with its scope:
-- `everywhere` or a server. A standing is a value, or `value seconds last at`. In the latter, more is better, equal values
-- rank by seconds, and equal seconds by who finished earlier (`at`, in seconds since 1970).
local standings, hidden, erasure = KEYS[1], KEYS[2], KEYS[3]
local removed = KEYS[4]  -- where an admin took the person off boards, as `first-word-of-the-name scope`
local user, boards, at = ARGV[1], ARGV[2], ARGV[3]  -- `boards`: what the keys of boards begin with
local hidesByField = ARGV[4] == 'field'  -- who hides has the field `hidden` of `hidden`, or else is a member of it
-- include ../runtime/is-erased.lua

local daySeconds = 86400
-- How long the board of a period is kept after the last finish on it. A board whose name has `:until-N:` ends then, in seconds
-- since 1970. Other boards stay.
local keptSeconds = { day = 35 * daySeconds, week = 100 * daySeconds, month = 100 * daySeconds }

local function numbersIn(text)
  local all = {}
  for word in string.gmatch(text, '%S+') do all[#all + 1] = tonumber(word) end
  return all
end

-- A score of a value with seconds is a whole number of at most 53 bits: the value in front, the seconds behind. Redis puts
-- equal scores in the order of their members, so the member begins with the time, which has ten digits until 2286.
local span, timeLength = 2 ^ 33, 10
local function whole(number) return string.format('%.0f', number) end
local function scoreOf(standing) return whole(standing[2] and standing[2] - standing[1] * span or standing[1]) end
local function memberOf(standing) return standing[4] and whole(standing[4]) .. user or user end

local function isHidden()
  return (hidesByField and redis.call('HEXISTS', hidden, 'hidden') or redis.call('SISMEMBER', hidden, user)) == 1
end
local function subjectAndScope(name) return string.match(name, '^([^:]+):.*:([^:]+)$') end
local function isRemoved(name)
  local subject, scope = subjectAndScope(name)
  return subject and redis.call('SISMEMBER', removed, subject .. ' ' .. scope) == 1
end
local function secondsLeft(name, standing)
  local ends = string.match(name, ':until%-(%d+):')
  if ends then return ends - math.floor(at / 1000) end
  local period = string.match(name, '^%a+')
  return keptSeconds[period] and standing[4] + keptSeconds[period] - math.floor(at / 1000) or math.huge
end

local function withdraw(name, standing) redis.call('ZREM', boards .. name, memberOf(standing)) end
-- Puts a person on a board, or takes them off where others must not see them.
local function show(name, standing)
  if isHidden() or isRemoved(name) then return withdraw(name, standing) end
  local left, board = secondsLeft(name, standing), boards .. name
  if left <= 0 then return end
  redis.call('ZADD', board, scoreOf(standing), memberOf(standing))
  if left < math.huge and redis.call('TTL', board) < left then redis.call('EXPIRE', board, left) end
end
-- Keeps a value as a standing, if it is the person's least. Returns whether it is.
local function keepLeast(name, value)
  if value >= tonumber(redis.call('HGET', standings, name) or 'inf') then return false end
  redis.call('HSET', standings, name, value)
  show(name, { value })
  return true
end
local function eachStanding(visit)
  local all = redis.call('HGETALL', standings)
  for i = 1, #all, 2 do visit(all[i], numbersIn(all[i + 1])) end
end
