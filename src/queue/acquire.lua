-- Lets a request in, or says which limit forbids it. One script, so that all limits hold together: a refused request
-- uses up none of them, and simultaneous requests never exceed one. Returns a verdict, its value, and 1 if the request had no
-- place before.
--
-- Rates are token buckets (generic cell rate algorithm): the key holds when the bucket will be full again. A burst of 0
-- means no limit. The length of a lane is what BullMQ has waiting, and what was let in and isn't there yet.
--
-- Times are the bot's. They may differ from those of Redis and of other bots, and may jump. So keys expire after a time,
-- not at one, and no bucket is emptier than empty.
local pending = KEYS[1]                               -- the person's open requests, by when each expires
local rates = { asker = KEYS[2], server = KEYS[3] }
local entering = KEYS[4]                              -- requests on their way into the queue, by when each expires
local erasure = KEYS[5]
local taken, token = KEYS[6], KEYS[7]                 -- the version of the bots that accepted the request; of its interaction
local firstQueue = 8                                  -- where the jobs wait: a list and two sorted sets of each queue
local id, now, expires = ARGV[1], tonumber(ARGV[2]), ARGV[3]
local quota, queueLimit = tonumber(ARGV[4]), tonumber(ARGV[5])
local limits = {
  { 'asker', tonumber(ARGV[6]), tonumber(ARGV[7]) },  -- milliseconds a token, burst
  { 'server', tonumber(ARGV[8]), tonumber(ARGV[9]) }
}
local jobPrefix, askedAt = ARGV[10], ARGV[11]
local version, life = ARGV[12], ARGV[13]              -- life of the token in seconds
local secret = ARGV[14]                               -- the token, empty if no interaction waits
-- include ../runtime/is-erased.lua

-- After the answer, it is no version.
if (redis.call('GET', taken) or version) ~= version then return { 'answered', 0 } end
local function accept(place)
  if secret ~= '' then redis.call('SET', token, secret, 'EX', life) end
  return { 'accepted', place, 1 }
end
if isErased(erasure, askedAt) then return accept(1) end

local function count(set) return redis.call('ZCOUNT', set, '(' .. now, '+inf') end
local open = count(pending)
if tonumber(redis.call('ZSCORE', pending, id) or 0) > now then return { 'accepted', open } end
if open >= quota then return { 'busy', open } end

local full = {}
for _, limit in ipairs(limits) do
  local name, pause, burst = unpack(limit)
  if burst > 0 then
    local before = math.min(tonumber(redis.call('GET', rates[name]) or now), now + pause * burst)
    full[name] = math.max(now, before) + pause
    local free = full[name] - pause * burst
    if free > now then return { name, math.ceil(free) } end
  end
end

-- Long proofs, which are open for hours, don't hold up a person's other requests: these expire sooner, by any bot's clock.
local place = redis.call('ZCOUNT', pending, '(' .. now, now + 2 * life * 1000) + 1
local length = count(entering)
for at = firstQueue, #KEYS, 3 do
  length = length + redis.call('LLEN', KEYS[at]) + redis.call('ZCARD', KEYS[at + 1]) + redis.call('ZCARD', KEYS[at + 2])
end
-- Requests that have just reached the queue are still in `entering` and count twice. That matters only near the limit.
if length >= queueLimit then
  for _, other in ipairs(redis.call('ZRANGEBYSCORE', entering, '(' .. now, '+inf')) do
    length = length - redis.call('EXISTS', jobPrefix .. other)
  end
  if length >= queueLimit then return { 'full', length } end
end

-- The first command that writes is one that fails if the memory is full: after any other, Redis would let all pass.
for name, at in pairs(full) do redis.call('SET', rates[name], at, 'PX', math.ceil(at - now)) end
redis.call('ZADD', pending, expires, id)
redis.call('ZREMRANGEBYSCORE', pending, '-inf', now)
redis.call('PEXPIRE', pending, math.ceil(redis.call('ZRANGE', pending, -1, -1, 'WITHSCORES')[2] - now))
redis.call('SET', taken, version, 'EX', life)
redis.call('ZADD', entering, expires, id)
redis.call('ZREMRANGEBYSCORE', entering, '-inf', now)
redis.call('PEXPIRE', entering, expires - now)
return accept(place)
