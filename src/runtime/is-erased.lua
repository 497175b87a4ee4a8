-- Whether a person's data was deleted at or after a time, in milliseconds since 1970. `erasure` is `erasureKey` of
-- runtime/erasure.ts.
local function isErased(erasure, at)
  return tonumber(redis.call('GET', erasure) or '0') >= tonumber(at)
end
