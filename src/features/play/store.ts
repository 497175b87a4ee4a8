/** Games in Redis. */
import type { PersonalData } from '../../runtime/erasure.ts';
import { defineScripts } from '../../runtime/scripts.ts';
import { pairs, Store } from '../../runtime/store.ts';
import { type Game, gameSchema } from './game.ts';

/** How long a game waits for its next move, in seconds; and a new one for its position. */
const gameSeconds = 30 * 86_400;
const newGameSeconds = 86_400;

const parseGame = (text: string): Game | undefined => gameSchema.safeParse(JSON.parse(text)).data;

export class GameStore extends Store implements PersonalData {
  readonly name = 'games';
  protected readonly section = 'play';
  private readonly scripts = defineScripts(this.redis, import.meta.url, ['add', 'replace', 'erase']);

  /**
   * Store a new game; one of the same id that is there already stays as it is.
   * @param at when it was asked for, in milliseconds since 1970
   */
  async add(game: Game, at: number): Promise<void> {
    const { id, owner } = game;
    const keys = [this.gameKey(id), this.listKey(owner), this.erasureKey(owner)];
    const now = Date.now();
    await this.scripts.add(keys, id, JSON.stringify(game), now + newGameSeconds * 1000, now, gameSeconds, at);
  }

  /** A game by its id; undefined also where it has an older form. */
  async game(id: string): Promise<Game | undefined> {
    const text = await this.redis.get(this.gameKey(id));
    return text === null ? undefined : parseGame(text);
  }

  /**
   * Change a game as it is now.
   * @param change gets the game, again after each simultaneous change; undefined leaves it as it is
   * @param isPlayed whether this becomes the game that its owner plays
   * @returns the changed game; undefined when there is none or it was left as it is
   */
  async update<G extends Game>(
    id: string,
    change: (game: Game) => G | undefined,
    isPlayed = false,
  ): Promise<G | undefined> {
    for (;;) {
      const before = await this.redis.get(this.gameKey(id));
      if (before === null) return undefined;
      const game = parseGame(before);
      const next = game && change(game);
      if (!next) return undefined;
      const keys = [this.gameKey(id), this.listKey(next.owner), this.currentKey(next.owner)];
      const now = Date.now();
      const values = [id, JSON.stringify(next), now + gameSeconds * 1000, now, gameSeconds, before, isPlayed ? 1 : 0];
      if ((await this.scripts.replace(keys, ...values)) === 1) return next;
    }
  }

  /** The id of the game that somebody played last. */
  current(player: string): Promise<string | null> {
    return this.redis.get(this.currentKey(player));
  }

  /** The games that somebody began, without search results, and with readable times. */
  async exported(user: string): Promise<unknown> {
    const rows = pairs(await this.redis.zrange(this.listKey(user), '0', '-1', 'WITHSCORES'));
    if (rows.length === 0) return undefined;
    const texts = await this.redis.mget(rows.map(([id]) => this.gameKey(id)));
    return {
      current: await this.current(user),
      games: texts.flatMap((text, index) => {
        if (text === null) return [];
        // Search results are about the puzzle, not the person, and may be the solution of a running challenge.
        const { startedAt, finishedAt, advice: _, ...game }: Game = JSON.parse(text);
        return {
          ...game,
          ...(startedAt > 0 && { startedAt: new Date(startedAt) }),
          ...(finishedAt !== undefined && { finishedAt: new Date(finishedAt) }),
          until: new Date(Number(rows[index]![1])),
        };
      }),
    };
  }

  async erase(user: string): Promise<void> {
    await this.scripts.erase([this.currentKey(user), this.listKey(user)], this.gameKey(''));
  }

  private gameKey(id: string): string {
    return this.key('game', id);
  }

  private listKey(owner: string): string {
    return this.key('of', owner);
  }

  private currentKey(player: string): string {
    return this.key('current', player);
  }
}
