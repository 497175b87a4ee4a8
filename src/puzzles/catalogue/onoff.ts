import { rectangle } from '../board.ts';
import { cards } from '../families/cards/family.ts';

/**
 * The on-off puzzle: turn `no` into `on`. Exchanging just n and o is impossible by parity; exchanging the two o's (44
 * moves) or the two f's (48) on the way makes it possible.
 */
export const onoff = cards({
  id: 'onoff',
  board: rectangle(2, 4),
  goal: '==on/off_',
  states: 1080,
  landmarks: [
    { name: 'start', position: '==no/off_' },
    { name: 'exchange-o', position: '==no/OfF_', goal: '==On/ofF_' },
    { name: 'exchange-f', position: '==no/OfF_', goal: '==on/OFf_' },
    { name: 'antipode', position: 'fn==/ofo_' },
    { name: 'antipode', position: 'no==/ffo_' },
    { name: 'antipode', position: 'of==/nfo_' },
  ],
});
