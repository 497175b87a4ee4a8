/** Boards with a name but without a subcommand: people choose them by `puzzle`. */
export { diamond41 } from './diamond41.ts';
export { triangle21 } from './triangle21.ts';
export { wiegleb45 } from './wiegleb45.ts';
