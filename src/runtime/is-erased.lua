-- Whether a person had their data deleted at or after a time. What they did until then is not written any more.
-- `erasure` is their key of runtime/erasure.ts, `at` milliseconds since 1970.
local function isErased(erasure, at)
  return tonumber(redis.call('GET', erasure) or '0') >= tonumber(at)
end
