-- Replaces a person by somebody nameless in all their finds, which stay: nobody else can become their finder.
local own = KEYS[1]
local prefix, user, nameless = ARGV[1], ARGV[2], ARGV[3]

for _, found in ipairs(redis.call('SMEMBERS', own)) do
  local puzzle, scope, position = string.match(found, '^(%S+) (%S+) (%S+)$')
  local finders = prefix .. ':' .. puzzle .. ':' .. scope .. ':finders'
  local value = redis.call('HGET', finders, position)
  if value then redis.call('HSET', finders, position, nameless .. string.sub(value, #user + 1)) end
end
