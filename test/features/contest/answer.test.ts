/** Discord's limits hold for every message of a contest, however many take part. */

import { walk } from '@antipode/stand-in/components';
import { checkModal } from '@antipode/stand-in/modal';
import { checkMessage } from '@antipode/stand-in/payload';
import { describe, expect, test } from 'vitest';
import { type Message, request } from '../../../src/discord/message.ts';
import {
  answerModal,
  contestMessage,
  contestStandings,
  duelMessage,
  duelResults,
  overMessage,
  resultsMessage,
} from '../../../src/features/contest/answer.ts';
import type { Round } from '../../../src/features/contest/rules.ts';
import {
  type Contest,
  type ContestAnswer,
  type ContestKind,
  choicesOf,
  contestKinds,
  fitRounds,
  positionOf,
  puzzlesFor,
  ranking,
  roundsOf,
} from '../../../src/features/contest/rules.ts';
import { translator } from '../../../src/locales/index.ts';
import { formatMoves } from '../../../src/puzzles/moves.ts';
import type { Move, Puzzle } from '../../../src/puzzles/puzzle.ts';
import { knownPuzzle, puzzles } from '../../../src/puzzles/registry.ts';
import { Drawing } from '../../../src/render/drawing.ts';
import { emojiBoard } from '../../../src/render/emoji.ts';
import { scrambleNeeds, scrambleOf, seeded } from '../../../src/search/scramble.ts';
import { isQuick, needsOf, solve } from '../../../src/search/solve.ts';
import { standingsPage } from '../../../src/standings/pager.ts';
import { everywhere } from '../../../src/standings/scope.ts';
import type { Page } from '../../../src/standings/store.ts';
import { drawingHere } from '../../support/drawing.ts';
import { legalMoves, sharedTables } from '../../support/tables.ts';

/** @throws what Discord would answer */
const takes = (message: Message): void => {
  const { body, files } = request(message);
  const uploads = files.map(({ name, data }, index) => ({
    index: String(index),
    filename: name,
    contentType: 'text/plain',
    bytes: data,
  }));
  checkMessage(JSON.parse(JSON.stringify(body)), { route: 'channel', uploads, knowsEmoji: () => false });
};
const textOf = ({ components }: Message): string =>
  [...walk(JSON.parse(JSON.stringify(components)))].map(({ node }) => node.content ?? '').join('\n');

/** Some way to the goal of a sliding puzzle, whose tables would take seconds. */
const wayTo = (puzzle: Puzzle): Round => {
  const random = seeded(`ways ${puzzle.id}`);
  const moves: Move[] = [];
  let position = puzzle.goal.positions[0]!;
  while (moves.length < 40) {
    const near = legalMoves(puzzle, position).filter(([from]) => from !== moves[0]?.[0]);
    const [from, to] = near[Math.floor(random() * near.length)]!;
    position = puzzle.play(position, [from!, to!]);
    moves.unshift([to!, from!]);
  }
  return { position: puzzle.formatPosition(position), moves, firstMoves: [] };
};

const drawn = new Map<string, readonly Round[]>();
const drawnFor = (puzzle: Puzzle): readonly Round[] => {
  const known = drawn.get(puzzle.id);
  if (known) return known;
  if (puzzle.family === 'sliding' && !isQuick(puzzle)) return [wayTo(puzzle)];
  const tables = sharedTables([...scrambleNeeds(puzzle), ...needsOf(puzzle, puzzle.goal)]);
  const random = seeded(`answers ${puzzle.id}`);
  const rounds = Array.from({ length: isQuick(puzzle) ? 25 : 1 }, (): Round => {
    // Where a search is needed, an easy one will do.
    const { position } = scrambleOf(puzzle, isQuick(puzzle) ? 'hard' : 'easy', random, tables);
    const outcome = solve(puzzle, { start: position, goal: puzzle.goal }, { tables });
    if (outcome.status !== 'solved') throw new Error(outcome.status);
    const plain = (all: readonly (readonly number[])[]) => all.map((move) => [...move]);
    const { moves, firstMoves = [] } = outcome;
    return { position: puzzle.formatPosition(position), moves: plain(moves), firstMoves: plain(firstMoves) };
  });
  drawn.set(puzzle.id, rounds);
  return rounds;
};
const roundsFor = (kind: ContestKind, puzzle: Puzzle): Round[] =>
  fitRounds(kind, puzzle, drawnFor(puzzle)).slice(0, roundsOf[kind]);
const contestOf = (kind: ContestKind, puzzle: Puzzle, locale: string): Contest => ({
  id: '1000000000000000001',
  kind,
  puzzle: puzzle.id,
  difficulty: 'hard',
  minutes: 5,
  guild: '1000000000000000002',
  channel: '1000000000000000003',
  locale,
});
const owner = '1000000000000000004';
const message = '1000000000000000005';

/** As many people as there may be; their solutions as long as the form takes. */
const answersOf = (kind: ContestKind, puzzle: Puzzle, rounds: readonly Round[], people: number): ContestAnswer[] =>
  rounds.flatMap((round, index) => {
    const text = formatMoves(puzzle, positionOf(puzzle, round), round.moves).join(' ').padEnd(2900, ' x');
    const right = choicesOf(puzzle, round).findIndex(({ isRight }) => isRight);
    return Array.from(
      { length: people },
      (_, person): ContestAnswer => ({
        user: String(10n ** 18n + BigInt(person)),
        round: index + 1,
        value: kind === 'first-move' ? right : 400 + (person % 7),
        id: String(2n * 10n ** 18n + BigInt(person * 10 + index)),
        text: kind === 'fewest-moves' || kind === 'duel' ? text : '',
      }),
    );
  });

describe.each(['en', 'ja'])('in %s', (locale) => {
  const t = translator(locale);
  const all = contestKinds
    .filter((kind) => kind !== 'duel')
    .flatMap((kind) => puzzlesFor(kind).map((puzzle) => [kind, puzzle.id, puzzle] as const));

  test.each(all)('every message of %s with %s fits', async (kind, _, puzzle) => {
    const contest = contestOf(kind, puzzle, locale);
    const rounds = roundsFor(kind, puzzle);
    expect(rounds).toHaveLength(roundsOf[kind]);
    // How many take part is the same to every puzzle, so a crowd takes part in one contest of each kind.
    const isLast = puzzle === puzzlesFor(kind).at(-1);
    for (const people of isLast ? [0, 1, 30, 300] : [30]) {
      const answers = answersOf(kind, puzzle, rounds, people);
      for (let round = 1; round <= rounds.length; round++) {
        takes(await contestMessage(t, { contest, owner, rounds, round, ends: Date.now(), answers }, drawingHere));
      }
      const places = ranking(kind, puzzle, rounds, answers);
      const results = resultsMessage(t, { contest, rounds, places, answers, message });
      takes(results);
      expect(textOf(results)).not.toMatch(/\b(contest|answer|play)\.\w+/u);
      // Whoever is not shown is in the file.
      const shown = [...textOf(results).matchAll(/^(?:🥇|🥈|🥉|\d+\\\.) <@/gmu)].length;
      const file = results.files?.[0]?.data.toString() ?? '';
      expect(shown === people || [...file.matchAll(/^\d+\.\t/gmu)].length === people).toBe(true);
      if (kind === 'fewest-moves' && people > 1) expect(file).toContain(answers.at(-1)!.text.slice(0, 2000));
    }
    takes(await overMessage(t, { contest, rounds }, drawingHere, message));
    takes(await overMessage(t, { contest, rounds }, drawingHere));
    if (kind !== 'first-move') checkModal(JSON.parse(JSON.stringify(answerModal(t, contest))), []);
  });

  test.each(puzzlesFor('duel').map((puzzle) => [puzzle.id, puzzle] as const))(
    'every message of a duel with %s fits',
    async (_, puzzle) => {
      const contest = contestOf('duel', puzzle, locale);
      const rounds = roundsFor('duel', puzzle);
      for (const people of [0, 1, 2]) {
        const answers = answersOf('duel', puzzle, rounds, people);
        const places = ranking('duel', puzzle, rounds, answers);
        // One was deleted, one has not begun, one has not solved it.
        for (const players of [
          [],
          [{ user: owner, moves: undefined }],
          ['1000000000000000000', owner].map((user) => ({ user, moves: 5000 })),
        ]) {
          const running = duelMessage(t, { contest, players, answers, ends: Date.now() });
          const results = await duelResults(t, { contest, rounds, places, players }, drawingHere);
          for (const message of [running, results]) {
            takes(message);
            expect(textOf(message)).not.toMatch(/\b(contest|answer|play|posting)\.\w+/u);
          }
          expect(textOf(running)).not.toContain(rounds[0]!.position);
        }
      }
    },
  );

  test('a running contest tells nothing of its answer', async () => {
    for (const puzzle of puzzles.filter((puzzle) => isQuick(puzzle))) {
      const rounds = roundsFor('guess', puzzle);
      const contest = contestOf('guess', puzzle, locale);
      const shown = textOf(await contestMessage(t, { contest, owner, rounds, round: 1, ends: 0 }, drawingHere));
      expect(shown).not.toMatch(new RegExp(`\\b${rounds[0]!.moves.length} (moves|手)`, 'u'));
    }
  });

  test('blocks are a picture, or emoji where nobody draws', async () => {
    const nowhere = new Drawing(() => Promise.reject(new Error('nobody draws')));
    for (const [id, isDrawn] of [
      ['klotski', true],
      ['rush', true],
      ['eight', false],
    ] as const) {
      const puzzle = knownPuzzle(id);
      const [contest, rounds] = [contestOf('duel', puzzle, locale), roundsFor('duel', puzzle)];
      const board = emojiBoard(puzzle, positionOf(puzzle, rounds[0]!), puzzle.goal);
      const of = (drawing: Drawing): Promise<Message>[] => [
        contestMessage(
          t,
          { contest: contestOf('fewest-moves', puzzle, locale), owner, rounds, round: 1, ends: 0 },
          drawing,
        ),
        overMessage(t, { contest, rounds }, drawing),
        duelResults(t, { contest, rounds, places: [], players: [] }, drawing),
      ];
      for (const message of await Promise.all(of(drawingHere))) {
        takes(message);
        expect([id, message.files?.[0]?.name]).toEqual([id, isDrawn ? 'board.png' : undefined]);
        expect(textOf(message).includes(board)).toBe(!isDrawn);
      }
      for (const message of await Promise.all(of(nowhere))) expect(textOf(message)).toContain(board);
    }
  });

  test('a page of the leaderboard fits', () => {
    const rows = Array.from({ length: 10 }, (_, index) => ({
      user: `100000000000000000${index}`,
      rank: 1,
      value: 10 ** 9,
    }));
    const pageOf = (scope: string, page: Page): Message =>
      standingsPage(t, contestStandings(t, scope, page), { scope, reader: owner }, ['contest-page']);
    takes(pageOf('1000000000000000002', { page: 3, total: 100, rows, own: rows[0] }));
    takes(pageOf(everywhere, { page: 0, total: 0, rows: [], own: undefined }));
  });
});
