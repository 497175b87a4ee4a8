import { blocks as blocksOf } from '../families/blocks/family.ts';

/**
 * Sliding blocks on any tray. The usual board is Dad's Puzzle (L. W. Hardy 1909): the 2 × 2 block has to get
 * from one end to the other.
 */
export const blocks = blocksOf({
  id: 'blocks',
  rows: 4,
  columns: 5,
  goal: [3, 4, 8, 9],
  freedom: 'free',
  metric: 'moves',
  form: { empty: '.', separator: '/', isAny: true },
  states: 1398,
  landmarks: [{ name: 'start', position: 'AADFF/AAEGG/BC.HI/BC.HI' }],
});
