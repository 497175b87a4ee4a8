-- Reads a page of a board, or the last where there are fewer. Returns the page, how many are on the board, its rows as
-- { rank, user, value, seconds }, the person's own row, with rank 0 if they are on no board, and why they are on none.
local name, wanted, length, order = ARGV[5], tonumber(ARGV[6]), tonumber(ARGV[7]), ARGV[8]  -- `most`, `least` or `timed`
-- include standings.lua

local board, isTimed, isMost = boards .. name, order == 'timed', order == 'most'
-- Equal values share a rank, unless their times tell them apart.
local function rankOf(index, score)
  if isTimed then return index + 1 end
  return 1 + redis.call('ZCOUNT', board, isMost and '(' .. score or '-inf', isMost and '+inf' or '(' .. score)
end
local function rowOf(index, member, score)
  if not isTimed then return { rankOf(index, score), member, tonumber(score) } end
  local value = math.floor(score / span)
  return { rankOf(index), string.sub(member, timeLength + 1), math.abs(value), score - value * span }
end

local total = redis.call('ZCARD', board)
local page = math.max(0, math.min(wanted, math.ceil(total / length) - 1))
local first = page * length
local found = redis.call(isMost and 'ZREVRANGE' or 'ZRANGE', board, first, first + length - 1, 'WITHSCORES')
local rows = {}
for i = 1, #found, 2 do rows[#rows + 1] = rowOf(first + (i - 1) / 2, found[i], found[i + 1]) end

local text = redis.call('HGET', standings, name)
if not text then return { page, total, rows, {}, '' } end
local standing = numbersIn(text)
local member = memberOf(standing)
local index = redis.call('ZRANK', board, member)
if index then return { page, total, rows, rowOf(index, member, redis.call('ZSCORE', board, member)), '' } end
local absence = isHidden() and 'hidden' or isRemoved(name) and 'removed' or ''
return { page, total, rows, { 0, user, math.abs(standing[1]), standing[2] }, absence }
