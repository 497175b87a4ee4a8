/** Everything about games that Redis keeps, and the only place that builds its keys. */
import type { Redis } from 'ioredis';
import { type Game, gameSchema } from './game.ts';

/** How long a game waits for its next move, in seconds; and one that has been asked for, for its position. */
const gameLife = 30 * 86_400;
const wantedLife = 86_400;

/**
 * Replace a game by the next one, but only the one that was read: of two changes at the same moment, one wins and the
 * other looks again. Comparing the whole text needs no version in Redis that could differ from the one inside.
 */
const replaceScript = `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
  if ARGV[4] ~= '' then redis.call('SET', KEYS[2], ARGV[4], 'EX', ARGV[3]) end
  return 1`;

export class GameStore {
  private readonly redis: Redis;
  private readonly prefix: string;

  constructor(redis: Redis, prefix: string) {
    this.redis = redis;
    this.prefix = `${prefix}:play`;
  }

  /** Keep a new game; one of the same id that is there already stays as it is. */
  async add(game: Game): Promise<void> {
    await this.redis.set(this.gameKey(game.id), JSON.stringify(game), 'EX', wantedLife, 'NX');
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
      const keys = [this.gameKey(id), this.currentKey(next.owner)];
      const values = [text, JSON.stringify(next), gameLife, isPlayed ? id : ''];
      if ((await this.redis.eval(replaceScript, keys.length, ...keys, ...values)) === 1) return next;
    }
  }

  /** The id of the game that somebody played last. */
  current(player: string): Promise<string | null> {
    return this.redis.get(this.currentKey(player));
  }

  private gameKey(id: string): string {
    return `${this.prefix}:game:${id}`;
  }

  private currentKey(player: string): string {
    return `${this.prefix}:current:${player}`;
  }
}
