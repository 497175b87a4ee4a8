-- Stores how many moves a player of a duel has made. Returns 0 where the duel is over, and for everybody else: somebody whose
-- data was deleted is no player any more.
local contest = KEYS[1]
local user, field, moves = ARGV[1], ARGV[2], ARGV[3]

if redis.call('HEXISTS', contest, 'over') == 1 then return 0 end
local players = redis.call('HMGET', contest, 'owner', 'opponent')
if players[1] ~= user and players[2] ~= user then return 0 end
redis.call('HSET', contest, field, moves)
return 1
