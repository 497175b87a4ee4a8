/** Running challenges by the positions near them. A position is looked up in one step, however many challenges run. */
import { setImmediate } from 'node:timers/promises';
import { puzzleOf } from '../puzzles/registry.ts';
import type { RunningChallenge } from './challenge.ts';
import type { ProblemFrame } from './frame.ts';
import { mostKeys, neighbourhoodOf } from './neighbourhood.ts';

/** Keys of all challenges together, about 40 MB. Of many challenges, each keeps fewer. */
const mostInAll = 300_000;
/** A challenge gets this share of the room that is left, and is always kept itself. */
const share = 1 / 64;

/** On a board with fewer positions, people look the answer up, and questions would often be refused. */
const fewestStates = 1000;

/** A challenge, and its moves from a position. */
interface Near {
  readonly challenge: RunningChallenge;
  readonly moves: number;
}

export class ChallengeIndex {
  /** By the text of a frame and the key of a position. */
  private readonly frames = new Map<string, Map<string, readonly Near[]>>();
  private readonly indexed = new Map<RunningChallenge, { readonly frame: string; readonly keys: readonly string[] }>();
  /** The number of keys of all challenges. */
  size = 0;
  private updated: Promise<void> = Promise.resolve();

  /** Adds challenges that are new, and removes all that no longer run. */
  update(running: readonly RunningChallenge[]): Promise<void> {
    const change = () => this.change(running);
    this.updated = this.updated.then(change, change);
    return this.updated;
  }

  /** Whether nothing is secret. */
  get isEmpty(): boolean {
    return this.frames.size === 0;
  }

  /** Whether any challenge has this board and goal. */
  has({ text }: ProblemFrame): boolean {
    return this.frames.has(text);
  }

  /** The challenges up to four moves from a position. */
  near({ text }: ProblemFrame, key: string): readonly Near[] {
    return this.frames.get(text)?.get(key) ?? [];
  }

  private async change(running: readonly RunningChallenge[]): Promise<void> {
    const now = new Set(running);
    for (const challenge of this.indexed.keys()) if (!now.has(challenge)) this.remove(challenge);
    for (const challenge of now) {
      if (this.indexed.has(challenge)) continue;
      this.add(challenge);
      // After a start, a thousand may be new.
      await setImmediate();
    }
  }

  private add(challenge: RunningChallenge): void {
    const puzzle = puzzleOf(challenge.puzzle);
    const position = puzzle?.parsePosition(challenge.position);
    // Another version of the bot may have puzzles that this one can't solve.
    if (!puzzle || !position?.ok || puzzle.states < fewestStates) {
      this.indexed.set(challenge, { frame: '', keys: [] });
      return;
    }
    const most = Math.max(1, Math.min(mostKeys, Math.floor((mostInAll - this.size) * share)));
    const { frame, distances } = neighbourhoodOf(puzzle, position.value, most);
    const byKey = this.frames.get(frame.text) ?? new Map<string, readonly Near[]>();
    this.frames.set(frame.text, byKey);
    for (const [key, moves] of distances) byKey.set(key, [...(byKey.get(key) ?? []), { challenge, moves }]);
    this.indexed.set(challenge, { frame: frame.text, keys: [...distances.keys()] });
    this.size += distances.size;
  }

  private remove(challenge: RunningChallenge): void {
    const { frame, keys } = this.indexed.get(challenge)!;
    this.indexed.delete(challenge);
    this.size -= keys.length;
    const byKey = this.frames.get(frame);
    if (!byKey) return;
    for (const key of keys) {
      const others = (byKey.get(key) ?? []).filter((near) => near.challenge !== challenge);
      if (others.length > 0) byKey.set(key, others);
      else byKey.delete(key);
    }
    if (byKey.size === 0) this.frames.delete(frame);
  }
}
