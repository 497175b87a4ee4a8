-- Settles the post of a number, once: only a number after the last one changes the server.
local server, post = KEYS[1], KEYS[2]
local number, state, why, slot, now = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local patience, postSeconds, pausedSeconds = tonumber(ARGV[6]), ARGV[7], ARGV[8]  -- refusals in a row that pause a server

redis.call('HSET', post, 'state', state)
if why ~= '' then redis.call('HSET', post, 'why', why) end
redis.call('EXPIRE', post, postSeconds)

local last = tonumber(redis.call('HGET', server, 'last') or '-1')
if last < 0 or tonumber(number) <= last then return end
redis.call('HSET', server, 'last', number)
if state == 'posted' then
  redis.call('HDEL', server, 'since', 'why', 'numbers', 'slot')
  redis.call('HSET', server, 'posted', number)
  if slot ~= '' then redis.call('HSET', server, 'slot', slot) end
elseif state == 'refused' then
  redis.call('HSETNX', server, 'since', now)
  redis.call('HSET', server, 'why', why)
  if redis.call('HINCRBY', server, 'numbers', 1) >= patience then
    redis.call('HSET', server, 'paused', now)
    redis.call('EXPIRE', server, pausedSeconds)
  end
end
