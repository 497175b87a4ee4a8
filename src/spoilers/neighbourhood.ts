import type { Cursor, Goal, Position, Puzzle } from '../puzzles/puzzle.ts';

const mostMoves = 4;
/** Some peg positions have millions of neighbours within four moves. The nearest few thousand are enough. */
const mostStates = 4000;

/** The states one move after this one, or one move before it. */
const neighbours = (cursor: Cursor, state: number, direction: 'moves' | 'predecessors'): number[] => {
  const [go, back] = direction === 'moves' ? (['make', 'unmake'] as const) : (['unmake', 'make'] as const);
  cursor.load(state);
  const codes: number[] = [];
  const count = cursor[direction](codes, 0);
  return codes.slice(0, count).map((code) => {
    cursor[go](code);
    const reached = cursor.state();
    cursor[back](code);
    return reached;
  });
};

export class Neighbourhood {
  private readonly puzzle: Puzzle;
  private readonly cursor: Cursor;
  /** Moves between the challenge, or an image of it under symmetry, and each state near it. */
  private readonly distances = new Map<number, number>();

  constructor(puzzle: Puzzle, challenge: Position) {
    this.puzzle = puzzle;
    this.cursor = puzzle.cursor(puzzle.goal, challenge);
    // An image with other walls, or with pieces of mirrored shapes, is another board: no moves lead there.
    const images = puzzle
      .images(challenge, puzzle.goal)
      .map((image) => this.cursor.rank(image))
      .filter((state) => state !== -1);
    for (const image of images) this.distances.set(image, 0);
    for (const direction of ['moves', 'predecessors'] as const) this.explore(images, direction);
    // Every question contains the goal, which may be near the challenge.
    for (const state of this.distances.keys()) {
      this.cursor.load(state);
      if (this.cursor.solved()) this.distances.delete(state);
    }
  }

  get size(): number {
    return this.distances.size;
  }

  private explore(images: readonly number[], direction: 'moves' | 'predecessors'): void {
    const { cursor, distances } = this;
    const most = distances.size + mostStates;
    let level = images;
    for (let moves = 1; moves <= mostMoves; moves++) {
      const next: number[] = [];
      for (const state of level) {
        if (distances.size >= most) return;
        for (const reached of neighbours(cursor, state, direction)) {
          if (distances.has(reached)) continue;
          distances.set(reached, moves);
          next.push(reached);
        }
      }
      level = next;
    }
  }

  /** Moves between the challenge and a position, up to four. If the board looks the same from `goal`, it counts too. */
  distance(position: Position, goal: Goal): number | undefined {
    const { puzzle, cursor, distances } = this;
    // A goal can tell cards apart that look alike in the challenge.
    const asked = puzzle.question(position, puzzle.goal);
    const views = [
      asked.ok ? asked.value.start : position,
      ...(goal.text === puzzle.goal.text ? [] : puzzle.images(position, goal, puzzle.goal)),
    ];
    const found = views.flatMap((view) => distances.get(cursor.rank(view)) ?? []);
    return found.length === 0 ? undefined : Math.min(...found);
  }
}
