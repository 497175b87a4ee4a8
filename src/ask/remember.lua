-- Adds a question to a person's recent ones, of which the newest are kept.
local recent, erasure = KEYS[1], KEYS[2]
local question, askedAt, now, count, seconds = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), ARGV[5]
-- include ../runtime/is-erased.lua

if isErased(erasure, askedAt) then return end
redis.call('ZADD', recent, now, question)
redis.call('ZREMRANGEBYRANK', recent, 0, -(count + 1))
redis.call('EXPIRE', recent, seconds)
