/** Everything about games that Redis keeps, and the only place that builds its keys. */
import type { Redis } from 'ioredis';
import { type Game, gameSchema, type StartedGame } from './game.ts';

/** How long a game waits for its next move, in seconds. */
const gameLife = 30 * 86_400;

/**
 * Replace a game by the next one, but only the one that was read: of two taps at the same moment, one wins and the other
 * looks again. Comparing the whole text needs no version in Redis that could differ from the one inside.
 */
const replaceScript = `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
  if ARGV[4] ~= '' then redis.call('SET', KEYS[2], ARGV[4], 'EX', ARGV[3]) end
  return 1`;

/** A game as it was read, with the text to compare when it is replaced. */
export interface Kept<G extends Game = Game> {
  readonly game: G;
  readonly text: string;
}
export type KeptGame = Kept<StartedGame>;

export class GameStore {
  private readonly redis: Redis;
  private readonly prefix: string;

  constructor(redis: Redis, prefix: string) {
    this.redis = redis;
    this.prefix = `${prefix}:play`;
  }

  /** Keep a new game; one of the same id that is there already stays as it is. */
  async add(game: Game): Promise<void> {
    await this.redis.set(this.gameKey(game.id), JSON.stringify(game), 'EX', gameLife, 'NX');
  }

  /** A game by its id. What can't be read (an older form) counts as absent. */
  async game(id: string): Promise<Kept | undefined> {
    const text = await this.redis.get(this.gameKey(id));
    if (text === null) return undefined;
    const game = gameSchema.safeParse(JSON.parse(text)).data;
    return game && { game, text };
  }

  /**
   * Put `next` in the place of a game as it was read.
   * @param player whose game to go on with this is from now on, if anybody's
   * @returns the next one as it is kept now; undefined when the other was no longer there, and nothing has changed
   */
  async replace<G extends Game>(kept: Kept, next: G, player?: string): Promise<Kept<G> | undefined> {
    const keys = [this.gameKey(next.id), this.currentKey(player ?? next.owner)];
    const text = JSON.stringify(next);
    const values = [kept.text, text, gameLife, player === undefined ? '' : next.id];
    const isDone = (await this.redis.eval(replaceScript, keys.length, ...keys, ...values)) === 1;
    return isDone ? { game: next, text } : undefined;
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
