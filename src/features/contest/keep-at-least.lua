-- Keeps a key for this many seconds more, unless it is kept for longer.
local function keepAtLeast(key, seconds)
  if redis.call('TTL', key) < tonumber(seconds) then redis.call('EXPIRE', key, seconds) end
end
