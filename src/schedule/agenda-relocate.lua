-- Changes the language of a server that wants posts.
local server = KEYS[1]
local locale = ARGV[1]

if redis.call('EXISTS', server) == 1 then redis.call('HSET', server, 'locale', locale) end
