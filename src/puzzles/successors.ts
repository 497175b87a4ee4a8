import type { Cursor } from './puzzle.ts';

/** The moves from a state, or those that lead to it, each with the state on the other side. The cursor is at `state` then. */
export const successors = (
  cursor: Cursor,
  state: number,
  direction: 'moves' | 'predecessors' = 'moves',
): { readonly code: number; readonly state: number }[] => {
  const [go, back] = direction === 'moves' ? (['make', 'unmake'] as const) : (['unmake', 'make'] as const);
  cursor.load(state);
  const codes: number[] = [];
  const count = cursor[direction](codes, 0);
  return codes.slice(0, count).map((code) => {
    cursor[go](code);
    const after = cursor.state();
    cursor[back](code);
    return { code, state: after };
  });
};
