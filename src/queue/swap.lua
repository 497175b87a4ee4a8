-- Replaces the record of a search, if it is still the one that was read. Returns whether it was.
local search = KEYS[1]
local read, record, seconds = ARGV[1], ARGV[2], ARGV[3]   -- `read`: the revision, or '' for a new record, which gets a lifetime

local revision = redis.call('HGET', search, 'revision') or ''
if revision ~= read then return 0 end
redis.call('HSET', search, 'revision', (tonumber(read) or 0) + 1, 'record', record)
if read == '' then redis.call('EXPIRE', search, seconds) end
return 1
