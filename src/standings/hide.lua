-- Takes a person off all boards, or puts them back.
local hide = ARGV[5] == '1'
-- include standings.lua

if hidesByField then
  if hide then redis.call('HSET', hidden, 'hidden', 1) else redis.call('HDEL', hidden, 'hidden') end
else redis.call(hide and 'SADD' or 'SREM', hidden, user) end
eachStanding(show)
