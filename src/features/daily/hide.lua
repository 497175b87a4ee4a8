-- Takes a person off all boards, or puts them back.
local hide = ARGV[4] == '1'
-- include results.lua

eachStanding(hide and withdraw or show)
if hide then redis.call('HSET', figures, 'hidden', 1) else redis.call('HDEL', figures, 'hidden') end
