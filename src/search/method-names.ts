/** The names of the methods, simplest first: the order in which one would teach them. */
export const methods = [
  'bfs',
  'bidirectional',
  'iddfs',
  'ida',
  'ida-lc',
  'ida-wd',
  'ida-pdb',
  'ida-mtm',
  'regions',
  'component',
  'table',
] as const;
export type Method = (typeof methods)[number];
