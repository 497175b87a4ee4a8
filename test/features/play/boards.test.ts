/** Games on daily challenges, on a real Redis: opened, opened again, and opened by a request that is repeated. */
import { expect, test } from 'vitest';
import { plainMessage } from '../../../src/discord/message.ts';
import { GameBoards } from '../../../src/features/play/boards.ts';
import { challengeId, type Game, playStep } from '../../../src/features/play/game.ts';
import { GameStore } from '../../../src/features/play/store.ts';
import { PracticeStore } from '../../../src/features/practice/store.ts';
import { translator } from '../../../src/locales/index.ts';
import { Drawing } from '../../../src/render/drawing.ts';
import { defaultPresentation } from '../../../src/render/presentation.ts';
import { SpoilerGuard } from '../../../src/spoilers/guard.ts';
import { openRedis } from '../../support/redis.ts';

const redis = await openRedis();
const games = new GameStore(redis, 'test');
const boards = new GameBoards({
  drawing: new Drawing(async () => expect.fail('a board of tiles has no picture')),
  games,
  guard: new SpoilerGuard([]),
  practice: new PracticeStore(redis, 'test'),
  takeSolution: async () => plainMessage('solved'),
});

const number = 12;
const user = '223456789012345678';
const challenge = { status: 'challenge', puzzle: 'five', position: '123405', moves: [[5, 4]] } as const;
const open = async (id: string): Promise<string> => {
  const asked = { id, user, step: 0, presentation: defaultPresentation, locale: 'en' };
  return JSON.stringify(await boards.openChallenge(translator('en'), asked, { daily: number }, challenge));
};
const game = async (): Promise<Game> => (await games.game(challengeId(number, user))) ?? expect.fail('no game');
const [first, second] = ['1574055165621698569', '1574055165621698570'];

test('a request that a bot repeats does not restart a game that was solved meanwhile; a new one does', async () => {
  expect(await open(first)).toContain('**0 moves**');
  await games.update(challengeId(number, user), (now) => playStep(now, [5, 4], 2000));
  expect(await open(first)).toContain('solved');
  expect(await game()).toMatchObject({ ending: 'solved', steps: [[5, 4]] });
  expect(await open(second)).toContain('**0 moves**');
  expect((await game()).ending).toBeUndefined();
  expect(await open(second)).toContain('**0 moves**');
});
