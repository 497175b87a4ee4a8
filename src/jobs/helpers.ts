/** Lets idle threads help with searches that can be shared (`SharedDeepening`). Whatever comes in between goes first. */
import { type HelperPost, mostHelpers, type SharedDeepening } from '../search/algorithms/shared-deepening.ts';
import type { SearchControl } from '../search/budget.ts';
import type { Lane } from './define.ts';

/** A helper has to set up its search, so one that would leave at once is not worth calling. */
const recruitMilliseconds = 100;

/** Resolves when the helper has left; rejects if its thread is lost. */
type Help = (lane: Lane, post: HelperPost) => Promise<unknown>;

interface Team {
  readonly deepening: SharedDeepening;
  readonly help: Help;
  readonly places: Set<number>;
  /** Resolve when a helper has left. */
  readonly leaving: Set<Promise<void>>;
}

export class Helpers {
  private readonly teams = new Set<Team>();
  /** The lane of a thread without a task. */
  private readonly idle: () => Lane | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(idle: () => Lane | undefined) {
    this.idle = idle;
  }

  /** Send all helpers back, as their threads may be needed: they leave within a millisecond. */
  callOff(): void {
    for (const { deepening } of this.teams) deepening.callOff();
  }

  /** Have helpers join a search while it runs. */
  async during<Result>({ deepening }: SearchControl, help: Help, search: () => Promise<Result>): Promise<Result> {
    const team = { deepening, help, places: new Set<number>(), leaving: new Set<Promise<void>>() };
    this.teams.add(team);
    this.timer ??= setInterval(() => this.recruit(), recruitMilliseconds);
    try {
      return await search();
    } finally {
      // Its thread may have been ended.
      deepening.close();
      this.teams.delete(team);
      if (this.teams.size === 0) {
        clearInterval(this.timer);
        this.timer = undefined;
      }
      // Before the search may go on with others in their places.
      await Promise.all(team.leaving);
    }
  }

  /** Each idle thread goes to a search that has the fewest helpers. */
  private recruit(): void {
    for (let lane = this.idle(); lane !== undefined; lane = this.idle()) {
      const open = [...this.teams].filter(({ deepening, places }) => deepening.isOpen && places.size < mostHelpers);
      const [team] = open.sort((a, b) => a.places.size - b.places.size);
      if (!team) return;
      this.join(team, lane);
    }
  }

  private join({ deepening, help, places, leaving }: Team, lane: Lane): void {
    let place = 1;
    while (places.has(place)) place++;
    places.add(place);
    const left = help(lane, { place, call: deepening.call })
      // Others do what a lost thread had begun.
      .then(
        () => {},
        () => deepening.giveBack(place),
      )
      .finally(() => {
        places.delete(place);
        leaving.delete(left);
      });
    leaving.add(left);
  }
}
