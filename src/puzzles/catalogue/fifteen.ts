import { rectangle } from '../board.ts';
import { sliding } from '../families/sliding/family.ts';

/**
 * The 15 puzzle: 4 × 4, 16!/2 positions. No position is more than 80 moves away (Brüngger, Marzetta, Fukuda & Nievergelt
 * 1999), and 17 are as many (Korf & Schultze 2005); three of them are here. In multi-tile moves it is 43 (Norskog &
 * Davidson 2010). `korf` is the one of Korf's (1985) hundred
 * positions that took him the most nodes, number 88, turned by 180 degrees so that the blank ends last: 65 moves.
 */
export const fifteen = sliding({
  id: 'fifteen',
  board: rectangle(4, 4),
  diameter: 80,
  landmarks: [
    { name: 'antipode', position: '0C9DFBAE37254861' },
    { name: 'antipode', position: '0CADFBE937254861' },
    { name: 'antipode', position: '0B9DCFAE37624851' },
    { name: 'korf', position: 'CA6098DFB73254E1' },
  ],
  multiTile: { landmarks: [], diameter: 43 },
});
