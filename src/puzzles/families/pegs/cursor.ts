/** The cursor of peg solitaire. */
import type { Board, Jump } from '../../board.ts';
import { type Cursor, endPosition, type Goal, type Move, type Position } from '../../puzzle.ts';
import type { Analysis } from './classes.ts';
import { bitCount, countBoth, type Holes, holesOf, loRadix, pegsOf, rankOf, unrank } from './holes.ts';

/**
 * All chains met so far, numbered, so that a move is one integer. Each chain is a shorter one and one jump more. Chains
 * of `moves` grow by their last jump; those of `predecessors` are found backwards and grow by their first.
 */
class Chains {
  private readonly jumps: readonly Jump[];
  private readonly numbers = new Map<number, number>();
  /** Of each chain: the shorter chain (-1: none), the jump added, and whether that is its first jump. */
  private readonly shorter: number[] = [];
  private readonly jump: number[] = [];
  private readonly backwards: boolean[] = [];
  /** The holes that it turns round, and all that it touches. */
  readonly turnsLo: number[] = [];
  readonly turnsHi: number[] = [];
  readonly touchesLo: number[] = [];
  readonly touchesHi: number[] = [];
  readonly length: number[] = [];
  readonly from: number[] = [];
  readonly to: number[] = [];

  constructor(jumps: readonly Jump[]) {
    this.jumps = jumps;
  }

  /** The number of the chain that has one jump more than `shorter` (-1 for a single jump). */
  extend(shorter: number, jump: number, backwards: boolean): number {
    const key = ((shorter + 1) * this.jumps.length + jump) * 2 + (backwards ? 1 : 0);
    return this.numbers.get(key) ?? this.add(key, shorter, jump, backwards);
  }

  private add(key: number, shorter: number, jump: number, backwards: boolean): number {
    const chain = this.shorter.length;
    const { from, over, to } = this.jumps[jump]!;
    const { lo, hi } = holesOf([from, over, to]);
    const root = shorter === -1;
    this.numbers.set(key, chain);
    this.shorter.push(shorter);
    this.jump.push(jump);
    this.backwards.push(backwards);
    this.turnsLo.push(lo ^ (root ? 0 : this.turnsLo[shorter]!));
    this.turnsHi.push(hi ^ (root ? 0 : this.turnsHi[shorter]!));
    this.touchesLo.push(lo | (root ? 0 : this.touchesLo[shorter]!));
    this.touchesHi.push(hi | (root ? 0 : this.touchesHi[shorter]!));
    this.length.push(root ? 1 : this.length[shorter]! + 1);
    this.from.push(root || backwards ? from : this.from[shorter]!);
    this.to.push(root || !backwards ? to : this.to[shorter]!);
    return chain;
  }

  path(chain: number): Move {
    const jumps: Jump[] = [];
    for (let rest = chain; rest !== -1; rest = this.shorter[rest]!) jumps.push(this.jumps[this.jump[rest]!]!);
    if (!this.backwards[chain]) jumps.reverse();
    return [jumps[0]!.from, ...jumps.map((jump) => jump.to)];
  }
}

/** How chains grow: forwards by jumps to make, backwards by jumps to take back. */
interface Direction {
  readonly backwards: boolean;
  /** For each jump, which of its holes are filled before. */
  readonly filled: readonly Holes[];
  /** For each jump, those by which the same peg can continue. */
  readonly next: readonly (readonly number[])[];
}

/** The jumps of a board, which all of its cursors share. */
export const jumpsOf = ({ jumps, size }: Board) => {
  const direction = (backwards: boolean): Direction => {
    /** For each hole, the jumps by which a peg there continues. */
    const onwards = Array.from({ length: size }, (): number[] => []);
    for (const [index, { from, to }] of jumps.entries()) onwards[backwards ? to : from]!.push(index);
    return {
      backwards,
      filled: jumps.map(({ from, over, to }) => holesOf(backwards ? [to] : [from, over])),
      next: jumps.map(({ from, to }) => onwards[backwards ? from : to]!),
    };
  };
  /** For each jump, all three holes. */
  const all = jumps.map(({ from, over, to }) => holesOf([from, over, to]));
  return { jumps, all, forward: direction(false), backward: direction(true) };
};
export type PegJumps = ReturnType<typeof jumpsOf>;

/** A move is the number of a chain. */
export class PegCursor implements Cursor {
  readonly goals: readonly number[];
  private readonly size: number;
  private lo = 0;
  private hi = 0;
  private pegs = 0;
  private readonly goalPegs: number;
  /** Union of all goals, and for each distinct goal the pegs that it needs in each group. */
  private readonly anyGoal: Holes;
  private readonly needs: readonly (readonly number[])[];
  private readonly analysis: Analysis;
  private readonly chains: Chains;
  /** For each jump, all three holes. */
  private readonly all: readonly Holes[];
  private readonly forward: Direction;
  private readonly backward: Direction;

  constructor({ jumps, all, forward, backward }: PegJumps, goal: Goal, analysis: Analysis) {
    const masks = goal.positions.map(pegsOf);
    this.size = endPosition(goal).length;
    this.goals = goal.positions.map(rankOf);
    this.goalPegs = bitCount(masks[0]!.lo) + bitCount(masks[0]!.hi);
    this.anyGoal = { lo: masks.reduce((all, { lo }) => all | lo, 0), hi: masks.reduce((all, { hi }) => all | hi, 0) };
    this.analysis = analysis;
    const needs = masks.map((mask) => analysis.groups.map((group) => countBoth(mask, group)));
    this.needs = [...new Map(needs.map((need) => [String(need), need])).values()];
    this.chains = new Chains(jumps);
    this.all = all;
    this.forward = forward;
    this.backward = backward;
    this.load(this.goals[0]!);
  }

  rank(position: Position): number {
    return rankOf(position);
  }

  unrank(state: number): Position {
    return unrank(this.size, state);
  }

  load(state: number): void {
    this.lo = state % loRadix;
    this.hi = (state - this.lo) / loRadix;
    this.pegs = bitCount(this.lo) + bitCount(this.hi);
  }

  state(): number {
    return this.hi * loRadix + this.lo;
  }

  moves(into: number[], at: number): number {
    return this.list(this.forward, into, at);
  }

  predecessors(into: number[], at: number): number {
    return this.list(this.backward, into, at);
  }

  private list(direction: Direction, into: number[], at: number): number {
    let end = at;
    for (let jump = 0; jump < this.all.length; jump++) {
      end = this.extend(direction, jump, -1, this.lo, this.hi, into, end);
    }
    return end - at;
  }

  /** Write `chain` with `jump` added, if that is possible on the board (lo, hi), and all longer chains from there. */
  private extend(
    direction: Direction,
    jump: number,
    chain: number,
    lo: number,
    hi: number,
    into: number[],
    at: number,
  ): number {
    const all = this.all[jump]!;
    const filled = direction.filled[jump]!;
    if ((lo & all.lo) !== filled.lo || (hi & all.hi) !== filled.hi) return at;
    const longer = this.chains.extend(chain, jump, direction.backwards);
    let end = at;
    into[end++] = longer;
    for (const next of direction.next[jump]!) {
      end = this.extend(direction, next, longer, lo ^ all.lo, hi ^ all.hi, into, end);
    }
    return end;
  }

  make(move: number): void {
    this.lo ^= this.chains.turnsLo[move]!;
    this.hi ^= this.chains.turnsHi[move]!;
    this.pegs -= this.chains.length[move]!;
  }

  unmake(move: number): void {
    this.lo ^= this.chains.turnsLo[move]!;
    this.hi ^= this.chains.turnsHi[move]!;
    this.pegs += this.chains.length[move]!;
  }

  solved(): boolean {
    return this.pegs === this.goalPegs && this.goals.includes(this.state());
  }

  /**
   * Corner bound: every peg in a corner that is not to stay there needs a move of its own. Group pruning: a peg never
   * leaves its group, so a group with fewer pegs than the goal wants in it is the end.
   */
  lowerBound(): number {
    const { lo, hi, analysis, anyGoal } = this;
    if (this.pegs < this.goalPegs || !this.needs.some((need) => this.meets(need))) return Number.POSITIVE_INFINITY;
    const { corners } = analysis;
    const leaving = bitCount(lo & corners.lo & ~anyGoal.lo) + bitCount(hi & corners.hi & ~anyGoal.hi);
    const staying = bitCount(lo & corners.lo & anyGoal.lo) + bitCount(hi & corners.hi & anyGoal.hi);
    const bound = leaving + Math.max(0, staying - this.goalPegs);
    return bound === 0 && this.pegs > this.goalPegs ? 1 : bound;
  }

  private meets(need: readonly number[]): boolean {
    const { groups } = this.analysis;
    for (let i = 0; i < groups.length; i++) {
      const group = groups[i]!;
      if (bitCount(this.lo & group.lo) + bitCount(this.hi & group.hi) < need[i]!) return false;
    }
    return true;
  }

  /**
   * A peg that goes on would make one move of two; and of two moves with no hole in common, which can be made in
   * either order, only the order of their numbers is tried.
   */
  redundant(previous: number, move: number): boolean {
    const { chains } = this;
    if (chains.from[move] === chains.to[previous]) return true;
    if (move >= previous) return false;
    return (
      (chains.touchesLo[move]! & chains.touchesLo[previous]!) === 0 &&
      (chains.touchesHi[move]! & chains.touchesHi[previous]!) === 0
    );
  }

  /** Chains make one move of any number of jumps. */
  parity(): number {
    return -1;
  }

  path(move: number): Move {
    return this.chains.path(move);
  }
}
