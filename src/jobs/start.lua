-- Starts a job: reads the stored result of its work, or claims the work, so that the same work is done once. Returns what
-- happened, and the result, or 1 if the work has ended a process before.
local result, kept, brief = KEYS[1], KEYS[2], KEYS[3]
local cancelled, claim, fatal = KEYS[4], KEYS[5], KEYS[6]
local owner, milliseconds = ARGV[1], ARGV[2]
-- include read-result.lua

local function claimed() return { 'claimed', redis.call('EXISTS', fatal) } end
local value = readResult(result, { kept, brief })
if value then return { 'known', value } end
if redis.call('EXISTS', cancelled) == 1 then return { 'cancelled' } end
if redis.call('SET', claim, owner, 'PX', milliseconds, 'NX') then return claimed() end
-- The request itself, which has come from the other lane.
if redis.call('GET', claim) == owner then
  redis.call('PEXPIRE', claim, milliseconds)
  return claimed()
end
return { 'joined' }
