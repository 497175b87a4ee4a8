-- Deletes all that is kept of a person.
local records = KEYS[5]
-- include boards.lua

eachPlace(function(board) redis.call('ZREM', boards .. board, user) end)
redis.call('DEL', records, places, removed)
redis.call('SREM', hidden, user)
