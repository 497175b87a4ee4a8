-- Takes a person off all boards, or puts them back.
local isHidden = ARGV[3] == '1'
-- include boards.lua

redis.call(isHidden and 'SADD' or 'SREM', hidden, user)
eachPlace(show)
