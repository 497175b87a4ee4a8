-- Deletes a person's standings, and all else that is kept of them: the keys from the fifth on.
-- include standings.lua

eachStanding(withdraw)
if not hidesByField then redis.call('SREM', hidden, user) end
redis.call('DEL', standings, removed, unpack(KEYS, 5))
