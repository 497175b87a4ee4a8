-- Reads a page of a board, or the last where there are fewer. Returns the page, how many are on the board, its rows as
-- { user, value, seconds }, and the person's own place: their row with their rank from 0, or nothing.
local name, wanted, length = ARGV[4], tonumber(ARGV[5]), tonumber(ARGV[6])
-- include results.lua

local board = boards .. name
local total = redis.call('ZCARD', board)
local page = math.max(0, math.min(wanted, math.ceil(total / length) - 1))
local found = redis.call('ZRANGE', board, page * length, (page + 1) * length - 1, 'WITHSCORES')
local rows = {}
for i = 1, #found, 2 do rows[#rows + 1] = readRow(found[i], found[i + 1]) end

local standing = redis.call('HGET', standings, name)
local member = standing and memberOf(numbersIn(standing))
local rank = member and redis.call('ZRANK', board, member)
local own = {}
if rank then
  own = readRow(member, redis.call('ZSCORE', board, member))
  own[4] = rank
end
return { page, total, rows, own }
