/** The drawn pictures of the README, from the built program. They are the same on every run. */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { cardOf } from '../dist/features/daily/answer.js';
import { translator } from '../dist/locales/index.js';
import { unwrap } from '../dist/puzzles/puzzle.js';
import { parseQuestion } from '../dist/puzzles/reader.js';
import { knownPuzzle, puzzles } from '../dist/puzzles/registry.js';
import { drawAnimation } from '../dist/render/animation.js';
import { drawCard } from '../dist/render/card.js';
import { drawEmoji, emojiNames } from '../dist/render/emoji-art.js';
import { pictureLayout } from '../dist/render/layout.js';
import { drawPicture } from '../dist/render/picture.js';
import { solve } from '../dist/search/solve.js';

/** In pixels: the width of a thumbnail, the side of an emoji, and the gap between two of them. */
const thumbnail = 96;
const side = 48;
const gap = 8;
const emojiInRow = 16;

const questionOf = (id, position, goal) => unwrap(parseQuestion(knownPuzzle(id), position, goal), `${id} ${position}`);

const animation = (id, position) => {
  const puzzle = knownPuzzle(id);
  const { start, goal } = questionOf(id, position);
  const outcome = solve(puzzle, { start, goal });
  return drawAnimation({ puzzle, start, goal, moves: outcome.moves }, {});
};

/** A puzzle's first landmark. Labels would be too small to read. */
const thumbnailOf = ({ labels: _, ...puzzle }) => {
  const [{ position, goal }] = puzzle.landmarks;
  const { start, goal: end } = questionOf(puzzle.id, position, goal);
  return drawPicture({ puzzle, position: start, goal: end }, { scale: thumbnail / pictureLayout(puzzle).width });
};

const emojiSheet = async () => {
  const rows = Math.ceil(emojiNames.length / emojiInRow);
  const canvas = createCanvas(gap + emojiInRow * (side + gap), gap + rows * (side + gap));
  const context = canvas.getContext('2d');
  context.fillStyle = '#313338';
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (const [index, name] of emojiNames.entries()) {
    const x = gap + (index % emojiInRow) * (side + gap);
    const y = gap + Math.floor(index / emojiInRow) * (side + gap);
    context.drawImage(await loadImage(drawEmoji(name)), x, y, side, side);
  }
  return canvas.toBuffer('image/png');
};

/** A result of the daily challenge, as it is shared. */
const shareCard = (language) => {
  const challenge = { number: 128, puzzle: 'eight', optimal: 24 };
  const effort = { moves: 25, hints: 0, seconds: 83 };
  return drawCard(cardOf(translator(language), challenge, effort, { streak: 7, theme: 'dark' }).card);
};

/** The files of `docs/pictures` by name. */
export const drawnPictures = async () =>
  new Map([
    ['solution.gif', await animation('eight', '867254301')],
    ...puzzles.map((puzzle) => [`${puzzle.id}.png`, thumbnailOf(puzzle)]),
    ['emoji.png', await emojiSheet()],
    ['share.png', shareCard('en')],
    ['ja/share.png', shareCard('ja')],
  ]);
