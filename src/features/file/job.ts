/** Solving or judging each line of a file. */
import { hash } from 'node:crypto';
import { titleOf } from '../../locales/index.ts';
import { parseMoves } from '../../puzzles/moves.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { defineJob, type Revealed } from '../../queue/define.ts';
import { needsOf } from '../../search/solve.ts';
import { lineQuestion, notationOf } from './line-work.ts';
import { fileParts, workAlone } from './parts.ts';
import { type FileRequest, fileInput, fileResult, type KnownOfLine } from './result.ts';

/** What the answer shows of a line. */
const revealedBy = (request: FileRequest, line: KnownOfLine): Revealed | undefined => {
  const search = lineQuestion(request, line);
  if (!search) return undefined;
  const puzzle = knownPuzzle(search.puzzle);
  const { start, goal } = search.question;
  const revealed = { puzzle, goal, positions: [start] };
  if (line.is !== 'solved') return revealed;
  const read = parseMoves(puzzle, start, line.solution, goal, notationOf(puzzle).notation);
  return read.ok ? { ...revealed, solution: { start, moves: read.value.moves } } : revealed;
};

export const fileJob = defineJob({
  kind: 'file',
  input: fileInput,
  result: fileResult,
  key: ({ puzzle, purpose, packed, notation = 'any' }) => [
    puzzle,
    purpose,
    notation,
    hash('sha256', packed, 'base64url'),
  ],
  typed: ['packed'],
  lane: () => 'long',
  tables: ({ puzzle: id }, databases) => {
    const puzzle = knownPuzzle(id);
    return needsOf(puzzle, puzzle.goal, undefined, databases);
  },
  title: (t, { puzzle }) => titleOf(t, knownPuzzle(puzzle)),
  run: (request, context) => {
    const record = workAlone(request, context);
    return fileParts.result(request, record, context.limits.control.isCancelled ? 'cancelled' : 'deadline');
  },
  parts: fileParts,
  progress: (t, { lineCount: all }, { counted = 0 }) => t('file.progress', { count: counted, all }),
  keepFor: (found) => (found.status === 'done' && found.reason ? 'retry' : 'reply'),
  *revealsEach(request, found) {
    if (found.status !== 'done') return;
    for (const line of found.lines) yield revealedBy(request, line);
  },
});
