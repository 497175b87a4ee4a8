/** About how many positions pieces have, on boards that are too large to count. */
import type { Random } from '../../puzzle.ts';
import type { Pieces } from './pieces.ts';

/** An estimate takes up to four milliseconds, on 144 cells with 36 pieces. */
const samples = 25;

/**
 * Puts the pieces on the board one after another, each on a random place that is free, and takes the product of the numbers of
 * free places. Its mean is the number of positions (Knuth, Estimating the efficiency of backtrack programs, 1975). Not
 * all of them can be reached from each other.
 */
export const positionsAbout = ({ kinds, walls }: Pieces, size: number, random: Random): number => {
  // The largest first, as they have the least room.
  const order = kinds.toSorted((a, b) => b.shape.places[0]!.length - a.shape.places[0]!.length);
  const taken = new Uint8Array(size);
  const packing = (): number => {
    taken.fill(0);
    for (const cell of walls) taken[cell] = 1;
    let product = 1;
    for (const { shape, pieces } of order) {
      for (const [index] of pieces.entries()) {
        const free = shape.places.filter((cells) => cells.every((cell) => taken[cell] === 0));
        if (free.length === 0) return 0;
        for (const cell of free[Math.floor(random() * free.length)]!) taken[cell] = 1;
        // Pieces of one kind look alike.
        product *= free.length / (index + 1);
      }
    }
    return product;
  };
  let sum = 0;
  for (let times = 0; times < samples; times++) sum += packing();
  return sum / samples;
};
