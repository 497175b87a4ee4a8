-- Turns a person's reminder on.
local reminded, people, closed, erasure = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local person, idAndLocale, askedAt = ARGV[1], ARGV[2], ARGV[3]
-- include ../../runtime/is-erased.lua

if isErased(erasure, askedAt) then return end
redis.call('ZADD', reminded, 'NX', 0, person)
redis.call('HSET', people, person, idAndLocale)
redis.call('DEL', closed)
