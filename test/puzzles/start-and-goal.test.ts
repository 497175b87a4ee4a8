import { describe, expect, it } from 'vitest';
import { unwrap } from '../../src/puzzles/puzzle.ts';
import { parseQuestion, questionFor } from '../../src/puzzles/reader.ts';
import { puzzleOf, puzzleOrKind } from '../../src/puzzles/registry.ts';
import { questionText } from '../../src/puzzles/start-and-goal.ts';

const asked = (name: string, text: string): readonly string[] => {
  const read = questionFor(puzzleOrKind(name)!, text);
  if (!read.ok) return [read.problem.code];
  const { puzzle, question } = read.value;
  return [puzzle.formatPosition(question.start), question.goal.text];
};

const start = '283164705';
const goal = '123804765';
const rows = (board: string): string => board.replace(/...(?=.)/gu, '$&\n');

describe('a text that says a start and its goal', () => {
  it.each([
    `${start} -> ${goal}`,
    `${start} → ${goal}`,
    `${start}➡️${goal}`,
    `from ${start} to ${goal} in how many moves?`,
    `Initial state: ${start}, goal state: ${goal}`,
    `Goal: ${goal}\nStart: ${start}\nThanks!`,
    `初期状態 ${start} 目標状態 ${goal}`,
    `Start:\n${rows(start)}\nGoal:\n${rows(goal)}`,
    `\`\`\`\n${rows(start)}\n\`\`\`\nto\n\`\`\`\n${rows(goal)}\n\`\`\``,
    `${rows(start)}\n↓\n${rows(goal)}`,
    'start_state = [[2,8,3],[1,6,4],[7,0,5]]\ngoal_state = [[1,2,3],[8,0,4],[7,6,5]]',
    'int[][] goal = {{1,2,3},{8,0,4},{7,6,5}};\nint[][] start = {{2,8,3},{1,6,4},{7,0,5}};',
    '2 8 3       1 2 3\n1 6 4  -->  8 0 4\n7 0 5       7 6 5',
    '| 2 | 8 | 3 |     | 1 | 2 | 3 |\n| 1 | 6 | 4 | ==> | 8 |   | 4 |\n| 7 |   | 5 |     | 7 | 6 | 5 |',
  ])('%j', (text) => {
    expect(asked('eight', text)).toEqual([start, goal]);
    expect(asked('slide', text)).toEqual([start, goal]);
  });

  it.each([
    ['klotski', 'ABBC/ABBC/DEEF/DGHF/I..J goal: B bottom', 'ABBC/ABBC/DEEF/DGHF/I..J', 'B bottom'],
    [
      'klotski',
      'ABBC\nABBC\nDEEF\nDGHF\nI..J\n\nGoal:\n....\n....\n....\n.BB.\n.BB.',
      'ABBC/ABBC/DEEF/DGHF/I..J',
      '..../..../..../.BB./.BB.',
    ],
    ['blocks', 'AB./.B./... -> .../.B./AB.', 'AB./.B./...', '.../.B./AB.'],
    [
      'rush',
      '.BB.../C..D../CAAD..→/C..D../..EE../......',
      'oBBoooCooDooCAADooCooDooooEEoooooooo',
      'ooooooooooooooooAAoooooooooooooooooo',
    ],
  ])('%s: %j', (kind, text, position, said) => {
    expect(asked(kind, text)).toEqual([position, said]);
  });

  it('is asked about where nothing says which is the goal', () => {
    expect(asked('eight', `${start} ${goal}`)).toEqual(['several-positions']);
    expect(asked('eight', `${start} -> ${goal} and ${start}`)).toEqual(['several-positions']);
    expect(asked('eight', `Which goal is nearer: ${start}, ${goal} or 867254301?`)).toEqual(['several-positions']);
  });

  it('has the usual goal where its word says none', () => {
    expect(asked('eight', `How do I get to ${start}?`)).toEqual([start, '123456780']);
    expect(asked('eight', `${start} -> 31 moves!`)).toEqual([start, '123456780']);
  });
});

it.each([
  ['eight', start, goal],
  ['eight', start, ''],
  ['klotski', 'ABBC/ABBC/DEEF/DGHF/I..J', 'A bottom'],
  ['rush', '.BB.../C..D../CAAD..→/C..D../..EE../......', ''],
])('%s: %s with the goal "%s" is written so that it is read again', (id, position, said) => {
  const puzzle = puzzleOf(id)!;
  const question = unwrap(parseQuestion(puzzle, position, said), position);
  const again = unwrap(parseQuestion(puzzle, questionText(puzzle, question)), position);
  expect([again.start, again.goal.text]).toEqual([question.start, question.goal.text]);
});
