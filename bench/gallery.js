/**
 * `npm run gallery [-- file]`, after `npm run build`: draws a contact sheet of every puzzle in every theme.
 * Each puzzle shows its start and the end of its solution.
 */
import { writeFileSync } from 'node:fs';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { parseQuestion, replay } from '../dist/puzzles/puzzle.js';
import { puzzles } from '../dist/puzzles/registry.js';
import { fontFamily } from '../dist/render/font.js';
import { layoutOf } from '../dist/render/layout.js';
import { drawPicture } from '../dist/render/picture.js';
import { themeNames } from '../dist/render/theme.js';
import { solve } from '../dist/search/solve.js';

const file = process.argv[2] ?? 'gallery.png';
/** In pixels: width of each picture, gap between pictures, and height of the caption. */
const size = 400;
const gap = 12;
const line = 30;

/** The puzzle's first landmark, and the end of its solution, or the goal if the search timed out. */
const scenesOf = (puzzle) => {
  const { position, goal: named } = puzzle.landmarks[0];
  const question = parseQuestion(puzzle, position, named);
  if (!question.ok) throw new Error(`${puzzle.id}: ${position}: ${question.problem.code}`);
  const { start, goal } = question.value;
  const outcome = solve(puzzle, question.value, { milliseconds: 5000, bytes: 2 ** 28 });
  const moves = outcome.status === 'solved' ? outcome.moves : [];
  const end = outcome.status === 'solved' ? replay(puzzle, start, moves).at(-1) : goal.positions[0];
  const ended = outcome.status === 'solved' ? `after ${moves.length} moves` : 'goal';
  return [
    { caption: 'start', scene: { puzzle, position: start, goal } },
    { caption: ended, scene: { puzzle, position: end, goal } },
  ];
};

const columns = themeNames.length * 2;
const heights = puzzles.map(({ board }) => line + layoutOf(board).height + gap);
const height = gap + heights.reduce((sum, each) => sum + each, 0);
const canvas = createCanvas(gap + columns * (size + gap), height);
const context = canvas.getContext('2d');
context.fillStyle = '#6b6f78';
context.fillRect(0, 0, canvas.width, canvas.height);
context.font = `18px "${fontFamily}"`;
context.fillStyle = '#ffffff';
let y = gap;
for (const [row, puzzle] of puzzles.entries()) {
  const scenes = scenesOf(puzzle);
  for (const [column, theme] of themeNames.entries()) {
    for (const [index, { caption, scene }] of scenes.entries()) {
      const x = gap + (column * 2 + index) * (size + gap);
      const image = await loadImage(drawPicture(scene, { theme, scale: 1 }));
      context.fillText(`${puzzle.id} · ${theme} · ${caption}`, x, y + 20);
      context.drawImage(image, x + (size - image.width) / 2, y + line);
    }
  }
  y += heights[row];
}
writeFileSync(file, canvas.toBuffer('image/png'));
process.stdout.write(`${file}: ${puzzles.length} puzzles in ${themeNames.length} themes\n`);
