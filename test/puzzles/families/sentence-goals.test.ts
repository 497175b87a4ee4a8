/** Goals in sentences beside a board: an exit, the car that leaves, a place of a piece. */
import { describe, expect, it } from 'vitest';
import { questionFor } from '../../../src/puzzles/reader.ts';
import { knownPuzzle } from '../../../src/puzzles/registry.ts';

const boards = {
  rush: 'AA...O\nP..Q.O\nPXXQ.O\nP..Q..\nB...CC\nB.RRR.',
  klotski: 'ABBC\nABBC\nDEEF\nDGHF\nI..J',
} as const;
type Id = keyof typeof boards;

/** The only piece of the goal and its first cell, or the words of the goal. */
const goalIn = (id: Id, text: string): string => {
  const read = questionFor(knownPuzzle(id), text);
  if (!read.ok) return read.problem.code;
  const { puzzle, question } = read.value;
  expect(puzzle.formatPosition(question.start)).toBe(puzzle.formatPosition(start(id)));
  if (question.goal.positions.length > 1) return question.goal.text;
  const cells = question.goal.text.replaceAll('/', '');
  return `${cells.replace(/[.o]/gu, '')[0]} ${cells.search(/[^.o]/u)}`;
};
const start = (id: Id) => {
  const read = questionFor(knownPuzzle(id), boards[id]);
  if (!read.ok) throw new Error(read.problem.code);
  return read.value.question.start;
};
const asked = (id: Id, sentence: string): string[] =>
  [`${sentence}\n${boards[id]}`, `${boards[id]}\n\n${sentence}`].map((text) => goalIn(id, text));

describe('a sentence beside a car park', () => {
  it.each([
    ['Get the red car (X) out on the left', 'X 12'],
    ['the exit is on the left side, row 3', 'X 12'],
    ['Exit: left', 'X 12'],
    ['EXIT LEFT', 'X 12'],
    ['Can you get the red car out? It leaves to the left.', 'X 12'],
    ['the goal is to get the red car to the left', 'X 12'],
    ['Exit: row 1, right side', 'A 4'],
    ['The exit is on the left, sixth row', 'R 30'],
    ['the red car is R', 'R 33'],
    ['A is the red car. Exit: left', 'A 0'],
    ['Red car: A', 'A 4'],
    ['car B must leave at the bottom', 'B 24'],
    ['Get car P out at the top', 'P 0'],
    ['Die Ausfahrt ist links', 'X 12'],
    ['Das rote Auto ist R', 'R 33'],
    ['la sortie est à gauche', 'X 12'],
    ['la salida está a la izquierda', 'X 12'],
    ['赤い車を左に出す', 'X 12'],
    ['出口は左です', 'X 12'],
    ['the exit is at the top', 'other-gate'],
    ['the exit is on the right of row 4', 'no-exit-car'],
    ['car X must leave at the bottom', 'no-place'],
    ['car Z must leave at the bottom', 'unknown-car'],
    ['The exits are on the left and right', 'unclear-goal'],
    ['X left out', 'unclear-goal'],
  ])('%s: %s', (sentence, goal) => {
    expect(asked('rush', sentence)).toEqual([goal, goal]);
  });

  it.each([
    'Who can do it in under 40? I get stuck at the top left.',
    'I can’t get B out of the way',
    'Should I move A left first?',
    'Move B down. Move A to the left. Move O to the bottom.',
    'The red car is on the left',
    'R = truck, X = red car',
    'the exit is on the right side, row 3',
    'exit_row = 2',
    'Drive the red car (X) out to the right.',
    'rows from top to bottom',
    'Nobody was left out',
    'The exit has been there since the last person has left',
    'Can I get the red car out with 5 moves left?',
    'The truck Q blocks the exit',
    'L’auto rouge X sort à droite',
    'La salida está a la derecha',
  ])('%s: no other goal', (sentence) => {
    expect(asked('rush', sentence)).toEqual(['X 16', 'X 16']);
  });

  it('has a place where it is refused', () => {
    const text = `${boards.rush}\nexit at the top`;
    expect(questionFor(knownPuzzle('rush'), text)).toMatchObject({ problem: { span: [42, 57] } });
  });

  it('says no other exit than a mark', () => {
    const marked = boards.rush.replace('PXXQ.O', 'PXXQ.O>');
    expect(goalIn('rush', `${marked}\nexit on the right`)).toBe('X 16');
    expect(goalIn('rush', `${marked}\nexit on the left`)).toBe('unclear-goal');
  });
});

describe('a sentence beside a tray', () => {
  it.each([
    ['move block B to the bottom right', 'B 14'],
    ['The goal is to bring B to the bottom left corner', 'B 12'],
    ['B has to reach the bottom left corner', 'B 12'],
    ['Bewege den Block B nach unten links', 'B 12'],
    ['Déplace le bloc B en bas à gauche', 'B 12'],
    ['Mueve el bloque B abajo a la izquierda', 'B 12'],
    ['B を左下へ', 'B 12'],
    ['get B to the top', 'B top'],
    ['move block 2 to the bottom left', 'unclear-goal'],
    ['Move B to row 4, column 1', 'unclear-goal'],
    ['the big square must get to the bottom right', 'unclear-goal'],
    ['A and C should be at the bottom', 'unclear-goal'],
    ['the exit is on the right', 'unclear-goal'],
    ['the exit is at the top', 'other-gate'],
    ['move block D to the bottom middle', 'no-place'],
  ])('%s: %s', (sentence, goal) => {
    expect(asked('klotski', sentence)).toEqual([goal, goal]);
  });

  it.each([
    'move the big block to the bottom',
    'move B to the bottom',
    'The goal is to bring block B to the bottom',
    'the 2x2 piece must reach the bottom center',
    'Get the red block to the exit at the bottom',
    'B is the red block',
    'I moved G down first',
  ])('%s: no other goal', (sentence) => {
    expect(asked('klotski', sentence)).toEqual(['B 13', 'B 13']);
  });
});
