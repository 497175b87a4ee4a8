/** Everything about games that Redis keeps, and the only place that builds its keys. */
import type { Redis } from 'ioredis';
import { erasureKey, hasLeft, type PersonalData } from '../../runtime/erasure.ts';
import { type Game, gameSchema } from './game.ts';

/** How long a game waits for its next move, in seconds; and one that has been asked for, for its position. */
const gameLife = 30 * 86_400;
const wantedLife = 86_400;

/** In KEYS[2] are the games of their owner, by the time that each is kept until, so that they are found. */
const listScript = `
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[1])
  redis.call('ZADD', KEYS[2], ARGV[2], ARGV[3])
  redis.call('EXPIRE', KEYS[2], ${gameLife})`;

/** KEYS: game, games of its owner, departure. ARGV: now, its end, its id, game, when it was asked for. */
const addScript = `
  if ${hasLeft(3, 5)} or redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
  redis.call('SET', KEYS[1], ARGV[4], 'PXAT', ARGV[2])
  ${listScript}
  return 1`;

/**
 * Replace a game by the next one, but only the one that was read: of two changes at the same moment, one wins and the
 * other looks again. Comparing the whole text needs no version in Redis that could differ from the one inside.
 * KEYS: game, games of its owner, the one played last. ARGV: now, its end, its id, game before, game, whether it is played.
 */
const replaceScript = `
  if redis.call('GET', KEYS[1]) ~= ARGV[4] then return 0 end
  redis.call('SET', KEYS[1], ARGV[5], 'PXAT', ARGV[2])
  if ARGV[6] == '1' then redis.call('SET', KEYS[3], ARGV[3], 'PXAT', ARGV[2]) end
  ${listScript}
  return 1`;

/** KEYS: the one played last, games. ARGV: prefix of games. */
const eraseScript = `
  for _, id in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do redis.call('DEL', ARGV[1] .. id) end
  redis.call('DEL', KEYS[1], KEYS[2])`;

export class GameStore implements PersonalData {
  readonly name = 'games';
  private readonly redis: Redis;
  private readonly root: string;
  private readonly prefix: string;

  constructor(redis: Redis, prefix: string) {
    this.redis = redis;
    this.root = prefix;
    this.prefix = `${prefix}:play`;
  }

  /**
   * Keep a new game; one of the same id that is there already stays as it is.
   * @param at when it was asked for, in milliseconds since 1970
   */
  async add(game: Game, at: number): Promise<void> {
    const { id, owner } = game;
    const keys = [this.gameKey(id), this.listKey(owner), erasureKey(this.root, owner)];
    const now = Date.now();
    const values = [now, now + wantedLife * 1000, id, JSON.stringify(game), at];
    await this.redis.eval(addScript, keys.length, ...keys, ...values);
  }

  /** A game by its id. What can't be read (an older form) counts as absent. */
  async game(id: string): Promise<Game | undefined> {
    const text = await this.redis.get(this.gameKey(id));
    return text === null ? undefined : gameSchema.safeParse(JSON.parse(text)).data;
  }

  /**
   * Change a game as it is now.
   * @param change gets the game, once more each time that somebody else was quicker; undefined leaves it as it is
   * @param isPlayed whether this is the game that its owner goes on with from now on
   * @returns the changed game, undefined when there is none or it was left
   */
  async update<G extends Game>(
    id: string,
    change: (game: Game) => G | undefined,
    isPlayed = false,
  ): Promise<G | undefined> {
    for (;;) {
      const text = await this.redis.get(this.gameKey(id));
      const game = text === null ? undefined : gameSchema.safeParse(JSON.parse(text)).data;
      const next = game && change(game);
      if (text === null || !next) return undefined;
      const keys = [this.gameKey(id), this.listKey(next.owner), this.currentKey(next.owner)];
      const now = Date.now();
      const values = [now, now + gameLife * 1000, id, text, JSON.stringify(next), isPlayed ? 1 : 0];
      if ((await this.redis.eval(replaceScript, keys.length, ...keys, ...values)) === 1) return next;
    }
  }

  /** The id of the game that somebody played last. */
  current(player: string): Promise<string | null> {
    return this.redis.get(this.currentKey(player));
  }

  /** The games that somebody began, as they are kept but for what was found out about them, with times to read. */
  async exported(user: string): Promise<unknown> {
    const rows = await this.redis.zrange(this.listKey(user), '0', '-1', 'WITHSCORES');
    const ids = rows.filter((_, index) => index % 2 === 0);
    if (ids.length === 0) return undefined;
    const texts = await this.redis.mget(ids.map((id) => this.gameKey(id)));
    return {
      current: await this.current(user),
      games: texts.flatMap((text, index) => {
        if (text === null) return [];
        // What searches said is of the puzzle and not of the person, and may be just what a challenge asks for.
        const { startedAt, finishedAt, advice: _, ...game }: Game = JSON.parse(text);
        return {
          ...game,
          ...(startedAt > 0 && { startedAt: new Date(startedAt) }),
          ...(finishedAt !== undefined && { finishedAt: new Date(finishedAt) }),
          until: new Date(Number(rows[index * 2 + 1])),
        };
      }),
    };
  }

  async erase(user: string): Promise<void> {
    await this.redis.eval(eraseScript, 2, this.currentKey(user), this.listKey(user), this.gameKey(''));
  }

  private gameKey(id: string): string {
    return `${this.prefix}:game:${id}`;
  }

  private listKey(owner: string): string {
    return `${this.prefix}:of:${owner}`;
  }

  private currentKey(player: string): string {
    return `${this.prefix}:current:${player}`;
  }
}
