/** Games in Redis. */
import type { PersonalData } from '../../runtime/erasure.ts';
import { defineScripts, pairs, Store } from '../../runtime/store.ts';
import { type Game, gameSchema } from './game.ts';

/** How long Redis keeps a game after its last move, in seconds. */
const gameSeconds = 30 * 86_400;

const parseGame = (text: string): Game | undefined => gameSchema.safeParse(JSON.parse(text)).data;

export class GameStore extends Store implements PersonalData {
  readonly name = 'games';
  protected readonly section = 'play';
  private readonly scripts = defineScripts(this.redis, import.meta.url, ['keep', 'erase']);

  /**
   * Store a new game, unless one with its id exists.
   * @param at the time of the request, in milliseconds since 1970
   * @param isPlayed whether this becomes the owner's current game
   */
  async add(game: Game, at: number, isPlayed = false): Promise<void> {
    await this.keep('', game, isPlayed, at);
  }

  /** A game by its id; undefined also if its format is outdated. */
  async game(id: string): Promise<Game | undefined> {
    const text = await this.redis.get(this.gameKey(id));
    return text === null ? undefined : parseGame(text);
  }

  /**
   * Change a stored game.
   * @param change is called again after a simultaneous change; undefined cancels the update
   * @param isPlayed whether this becomes the owner's current game
   * @returns the changed game; undefined without a change
   */
  async update(id: string, change: (game: Game) => Game | undefined, isPlayed = false): Promise<Game | undefined> {
    for (;;) {
      const before = await this.redis.get(this.gameKey(id));
      if (before === null) return undefined;
      const game = parseGame(before);
      const next = game && change(game);
      if (!next) return undefined;
      if (await this.keep(before, next, isPlayed, Date.now())) return next;
    }
  }

  /** The id of the game that a player played last. */
  current(player: string): Promise<string | null> {
    return this.redis.get(this.key('current', player));
  }

  async exported(user: string): Promise<unknown> {
    const rows = pairs(await this.redis.zrange(this.key('of', user), '0', '-1', 'WITHSCORES'));
    if (rows.length === 0) return undefined;
    const texts = await this.redis.mget(rows.map(([id]) => this.gameKey(id)));
    return {
      current: await this.current(user),
      games: rows.flatMap(([, until], index) => {
        const text = texts[index];
        if (!text) return [];
        // Search results may be the solution of a running challenge, and are no personal data.
        const { startedAt, finishedAt, advice: _, ...game }: Game = JSON.parse(text);
        return {
          ...game,
          startedAt: new Date(startedAt),
          ...(finishedAt !== undefined && { finishedAt: new Date(finishedAt) }),
          until: new Date(Number(until)),
        };
      }),
    };
  }

  async erase(user: string): Promise<void> {
    await this.scripts.erase([this.key('current', user), this.key('of', user)], this.gameKey(''));
  }

  private async keep(before: string, game: Game, isPlayed: boolean, at: number): Promise<boolean> {
    const { id, owner } = game;
    const keys = [this.gameKey(id), this.key('of', owner), this.key('current', owner), this.erasureKey(owner)];
    const now = Date.now();
    const values = [id, before, JSON.stringify(game), now + gameSeconds * 1000, now, gameSeconds, isPlayed ? 1 : 0, at];
    return (await this.scripts.keep(keys, ...values)) === 1;
  }

  private gameKey(id: string): string {
    return this.key('game', id);
  }
}
