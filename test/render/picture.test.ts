import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { eight } from '../../src/puzzles/catalogue/eight.ts';
import { onoff } from '../../src/puzzles/catalogue/onoff.ts';
import { goalOf, type Position, type Puzzle } from '../../src/puzzles/puzzle.ts';
import { puzzles } from '../../src/puzzles/registry.ts';
import { fontFamily } from '../../src/render/canvas.ts';
import { pictureLayout } from '../../src/render/layout.ts';
import { drawPicture } from '../../src/render/picture.ts';
import { coloursOf, type ThemeName, themeNames, themes } from '../../src/render/theme.ts';
import { seeded } from '../../src/search/scramble.ts';
import { forgetModules } from '../support/modules.ts';
import { colourDifference, contrast, readPng, walk } from '../support/pixels.ts';
import { piecesOf, positionOf, questionOf, somePosition } from '../support/truth.ts';

/** The position that a puzzle shows off with. */
const startOf = somePosition;

/** A point of a tile's face where nothing is written, from the cell's centre in shares of a cell. */
const faceOf = ({ board }: Puzzle) => (board.lattice === 'square' ? { x: -0.32, y: -0.3 } : { x: 0, y: -0.38 });

const everyPicture = puzzles.flatMap((puzzle) => themeNames.map((theme) => ({ puzzle, id: puzzle.id, theme })));

describe.each(everyPicture)('a picture of $id in $theme', ({ puzzle, theme }) => {
  const { family } = puzzle;
  const layout = pictureLayout(puzzle);
  const position = startOf(puzzle);
  const pieces = piecesOf(puzzle, position);
  /** Encoding takes long, so what doesn't depend on colours is tried with one theme. */
  const isFirst = theme === themeNames[0];
  const plain = drawPicture({ puzzle, position }, { theme, scale: 1 });

  it('has the size that its board asks for, and the same bytes every time', async () => {
    const png = drawPicture({ puzzle, position, goal: puzzle.goal }, { theme });
    if (isFirst) expect(png.equals(drawPicture({ puzzle, position, goal: puzzle.goal }, { theme }))).toBe(true);
    const { width, height } = await readPng(png);
    expect([width, height]).toEqual([layout.width * 2, layout.height * 2]);
    const longer = Math.max(width, height);
    expect(longer).toBeGreaterThan(770);
    expect(longer).toBeLessThanOrEqual(800);
    expect(png.length).toBeLessThan(150_000);
  });

  it('shows on each cell what stands there', async () => {
    const pixels = await readPng(plain);
    const { tile, blocks, wide, peg, well, hole } = themes[theme];
    const probe = family === 'pegs' ? { x: 0.06, y: 0.06 } : faceOf(puzzle);
    for (const [cell, { x, y }] of layout.centres.entries()) {
      const seen = pixels.at(x + probe.x * layout.cell, y + probe.y * layout.cell);
      const piece = pieces[cell]!;
      if (family === 'pegs') expect(seen).toBe(piece === '' ? hole : peg.face);
      else if (piece === '') expect(seen).toBe(well);
      else if (puzzle.words === 'blocks') expect(seen).toBe(blocks[(position[cell]! - 1) % blocks.length]!.face);
      else expect(seen).toBe(piece === '=' ? wide.face : tile.face);
    }
  });

  it('shows what is where the goal wants it by a colour and by a line', async () => {
    const goal = { text: '', positions: [position] };
    const home = await readPng(drawPicture({ puzzle, position, goal }, { theme }));
    const surface = family === 'pegs' ? themes[theme].homePeg : themes[theme].home;
    const { x, y } = layout.centres[pieces.findIndex((piece) => piece !== '')]!;
    // From the centre to the left, where a line stands upright.
    const row = (pixels: typeof home) =>
      Array.from({ length: layout.cell }, (_, index) => pixels.at(x * 2 - index, (y - layout.cell * 0.02) * 2));
    expect(row(home)).toContain(surface.face);
    expect(row(home).indexOf(surface.edge)).toBeLessThan(row(home).lastIndexOf(surface.face));
    if (isFirst) expect(row(await readPng(drawPicture({ puzzle, position }, { theme })))).not.toContain(surface.face);
  });

  it('shows a move before and after it is made', () => {
    const [move] = walk(puzzle, position, 1);
    const draw = (at: Position) => drawPicture({ puzzle, position: at, moves: [move!] }, { theme, scale: 1 });
    const after = puzzle.play(position, move!);
    expect(draw(position).equals(plain)).toBe(false);
    if (!isFirst) return;
    expect(draw(after).equals(drawPicture({ puzzle, position: after }, { theme, scale: 1 }))).toBe(false);
    expect(draw(position).equals(draw(position))).toBe(true);
  });
});

it('shows each of several first moves', async () => {
  const position = positionOf(eight, '123405786');
  const { centres, cell } = pictureLayout(eight);
  const moves = [1, 3, 5].map((from) => [from, 4]);
  const draw = async (some: readonly (readonly number[])[]) =>
    readPng(drawPicture({ puzzle: eight, position, moves: some }, { scale: 1 }));
  const { moved, note } = themes.dark;
  const all = await draw(moves);
  for (const [index, [from]] of moves.entries()) {
    const [tile, gap] = [centres[from!]!, centres[4]!];
    // The tail of its arrow is between the middle of the gap and the tile.
    const tail = { x: gap.x + (tile.x - gap.x) * 0.4, y: gap.y + (tile.y - gap.y) * 0.4 };
    const others = await draw(moves.toSpliced(index, 1));
    expect(all.at(tail.x, tail.y)).toBe(note);
    expect(others.at(tail.x, tail.y)).not.toBe(note);
  }
  // The outlines of three tiles, and not of the fourth.
  const outlined = [1, 3, 5, 7].map((tile) =>
    Array.from({ length: cell / 6 }, (_, x) => all.at(centres[tile]!.x - cell / 2 + x, centres[tile]!.y)).includes(
      moved,
    ),
  );
  expect(outlined).toEqual([true, true, true, false]);
});

describe('the wide card', () => {
  it.each(themeNames)('spans both of its cells in %s', async (theme) => {
    const position = positionOf(onoff, '==no/off_');
    const layout = pictureLayout(onoff);
    const pixels = await readPng(drawPicture({ puzzle: onoff, position }, { theme, scale: 1 }));
    const between = (cell: number) =>
      pixels.at(
        (layout.centres[cell]!.x + layout.centres[cell + 1]!.x) / 2,
        layout.centres[cell]!.y - layout.cell * 0.3,
      );
    const { wide, tile, tray } = themes[theme];
    expect(between(0)).toBe(wide.face);
    expect(between(2)).not.toBe(tile.face);
    // Its bars run across the middle.
    const bar = layout.centres[0]!;
    expect(pixels.at(bar.x + layout.cell / 2, bar.y - layout.cell * 0.12 - layout.cell * 0.02)).toBe(wide.text);
    expect(between(2)).toBe(tray);
  });

  it.each([
    ['before it slides right', '==_n/offo', [0, 1], 0],
    ['after it slid right', '_==n/offo', [0, 1], 1],
    ['before it slides left', '_==n/offo', [1, 0], 1],
    ['after it slid left', '==_n/offo', [1, 0], 0],
  ])('is outlined %s', async (_, text, move, cell) => {
    const layout = pictureLayout(onoff);
    const scene = { puzzle: onoff, position: positionOf(onoff, text), moves: [move] };
    const pixels = await readPng(drawPicture(scene, { theme: 'dark' }));
    for (const half of [cell, cell + 1]) {
      const { x, y } = layout.centres[half]!;
      const upwards = Array.from({ length: layout.cell }, (_, index) => pixels.at(x * 2, y * 2 - index));
      expect(upwards).toContain(themes.dark.moved);
    }
  });
});

it.each(themeNames)('cards with the same letter are told apart in %s', async (theme) => {
  const layout = pictureLayout(onoff);
  const { start: position } = questionOf(onoff, '==no/OfF_', '==On/ofF_');
  const pixels = await readPng(drawPicture({ puzzle: onoff, position }, { theme }));
  const { text } = themes[theme].tile;
  /** How wide the ink is right below the letter. */
  const underline = (cell: number): number => {
    const { x, y } = layout.centres[cell]!;
    const inRow = (row: number) =>
      Array.from({ length: layout.cell * 2 }, (_, index) => pixels.at((x - layout.cell / 2) * 2 + index, row)).filter(
        (colour) => colour === text,
      ).length;
    return Math.max(...Array.from({ length: 20 }, (_, index) => inRow((y + layout.cell * 0.23) * 2 + index)));
  };
  const pieces = piecesOf(onoff, position);
  for (const [cell, piece] of pieces.entries()) {
    if (/[A-Z]/u.test(piece)) expect(underline(cell)).toBeGreaterThan(layout.cell / 2);
    else if (/[a-z]/u.test(piece)) expect(underline(cell)).toBe(0);
  }
});

it('a piece is at home only with all of its cells', async () => {
  const klotski = puzzles.find(({ id }) => id === 'klotski')!;
  const layout = pictureLayout(klotski);
  // The first cell of B is where the goal wants its second one.
  for (const [text, isHome] of [
    ['..../..../..../.BB./.BB.', true],
    ['..../..../..../..BB/..BB', false],
  ] as const) {
    const position = positionOf(klotski, text);
    const pixels = await readPng(drawPicture({ puzzle: klotski, position, goal: klotski.goal }, { scale: 1 }));
    const { x, y } = layout.centres[position.indexOf(2)]!;
    const { face } = isHome ? themes.dark.home : themes.dark.wide;
    expect(pixels.at(x, y)).toBe(face);
  }
});

it('tiles over nine have their numbers', () => {
  const [eleven] = puzzles.filter(({ id }) => id === 'eleven');
  const goal = eleven!.goal.positions[0]!;
  const other = goal.with(9, goal[10]!).with(10, goal[9]!);
  const draw = (position: Position) => drawPicture({ puzzle: eleven!, position }, { scale: 1 });
  expect(draw(goal).equals(draw(other))).toBe(false);
});

it('of several goals the one that is reached counts', async () => {
  const peg15 = puzzles.find(({ id }) => id === 'peg15')!;
  const any = peg15.parseGoal('any');
  if (!any.ok) throw new Error('no goal any');
  const position = any.value.positions[4]!;
  const pixels = await readPng(drawPicture({ puzzle: peg15, position, goal: any.value }, { theme: 'dark', scale: 1 }));
  const { x, y } = pictureLayout(peg15).centres[4]!;
  expect(pixels.at(x + 2, y + 2)).toBe(themes.dark.homePeg.face);
  const start = startOf(peg15);
  expect(drawPicture({ puzzle: peg15, position: start, goal: any.value })).toEqual(
    drawPicture({ puzzle: peg15, position: start }),
  );
});

describe.each(themeNames)('the theme %s', (name: ThemeName) => {
  const theme = themes[name];

  it('can be read, and told apart without hue', () => {
    for (const { face, text } of [theme.tile, theme.wide, theme.home, ...theme.blocks]) {
      expect(contrast(face, text)).toBeGreaterThan(4.5);
    }
    expect(contrast(theme.peg.face, theme.hole)).toBeGreaterThan(3);
    expect(contrast(theme.homePeg.face, theme.hole)).toBeGreaterThan(1.9);
    expect(contrast(theme.tile.face, theme.well)).toBeGreaterThan(1.5);
    expect(contrast(theme.tile.face, theme.home.face)).toBeGreaterThan(1.5);
    expect(contrast(theme.moved, theme.tile.face)).toBeGreaterThan(3);
    expect(contrast(theme.moved, theme.peg.face)).toBeGreaterThan(1.5);
    expect(contrast(theme.note, theme.page)).toBeGreaterThan(4.5);
    expect(contrast(theme.note, theme.well)).toBeGreaterThan(4.5);
    if (name !== 'colourblind') return;
    expect(contrast(theme.home.face, theme.well)).toBeGreaterThan(1.5);
    expect(contrast(theme.wide.face, theme.well)).toBeGreaterThan(1.5);
    expect(contrast(theme.wide.face, theme.home.face)).toBeGreaterThan(1.5);
    expect(contrast(theme.peg.face, theme.homePeg.face)).toBeGreaterThan(1.5);
  });

  it('has a colour for each of thirteen letters, all of them distinct', () => {
    const faces = [...theme.blocks, theme.wide].map(({ face }) => face);
    expect(faces).toHaveLength(14);
    for (const [index, face] of faces.entries()) {
      for (const other of faces.slice(index + 1)) {
        expect(colourDifference(face, other), `${face} ${other}`).toBeGreaterThan(12);
      }
    }
  });

  it('has no neighbours alike on any board of blocks, wherever its pieces go', async () => {
    const random = seeded(name);
    const alike: string[] = [];
    for (const puzzle of puzzles.filter(({ hasNamedPieces }) => hasNamedPieces)) {
      const starts = [...puzzle.landmarks, ...(puzzle.boards ?? [])].map(({ position }) =>
        positionOf(puzzle, position),
      );
      for (const start of starts) {
        const goal = goalOf(puzzle, start);
        const named = goal.positions[0]!;
        const faceOn = (code: number) =>
          (named.includes(code) ? theme.wide : theme.blocks[(code - 1) % theme.blocks.length]!).face;
        let now = start;
        for (let made = 0; made < 20; made++) {
          const covered = puzzle.figures(now).filter(({ isWall }) => !isWall);
          const pieces = new Set(covered.flatMap(({ cells }) => cells));
          for (const cell of pieces) {
            for (const near of puzzle.board.neighbours[cell]!) {
              if (!pieces.has(near) || now[near] === now[cell] || faceOn(now[near]!) !== faceOn(now[cell]!)) continue;
              alike.push(`${puzzle.id} ${puzzle.formatPosition(now)}`);
            }
          }
          const legal = puzzle.legalSteps(now);
          now = puzzle.play(now, legal[Math.floor(random() * legal.length)]!);
        }
      }
    }
    expect(alike).toEqual([]);
  });

  it('has colours that leave room in a palette', () => {
    const colours = coloursOf(theme);
    expect(colours.every((colour) => /^#[\da-f]{6}$/u.test(colour))).toBe(true);
    expect(colours.length).toBeLessThan(40);
  });
});

describe('the font', () => {
  /** A character as a bitmap. */
  const glyph = (text: string): Buffer => {
    const canvas = createCanvas(80, 80);
    const context = canvas.getContext('2d');
    context.font = `48px "${fontFamily}"`;
    context.fillText(text, 16, 60);
    return canvas.data();
  };
  // A code point for private use stands for none, so that it is drawn as what a font lacks.
  const missing = glyph('\u{E123}');
  const blank = glyph(' ');

  it('has digits, letters, kana and the characters of Japanese', () => {
    const text =
      '0123456789ABCDEFonf=/·→×/…' +
      'あいうえおかきくけこんがぱっゃアイウエオンガパッャー、。「」' +
      '最短手数解答盤面問題局穴駒移動完成';
    const bitmaps = [...text].map((character) => ({ character, bitmap: glyph(character) }));
    const tofu = bitmaps.filter(({ bitmap }) => bitmap.equals(missing) || bitmap.equals(blank));
    expect(tofu.map(({ character }) => character)).toEqual([]);
    const distinct = new Set(bitmaps.map(({ bitmap }) => bitmap.toString('latin1')));
    expect(distinct.size).toBe(new Set(text).size);
  });

  it('shows each digit on a tile of its own', () => {
    const pictures = Array.from({ length: 8 }, (_, shift) => {
      const position = [...Array.from({ length: 8 }, (_, cell) => ((cell + shift) % 8) + 1), 0];
      return drawPicture({ puzzle: eight, position }, { scale: 1 }).toString('latin1');
    });
    expect(new Set(pictures).size).toBe(8);
  });
});

it('is the same as the first drawing of a process and later', async () => {
  for (const { puzzle } of everyPicture.filter(({ theme }) => theme === themeNames[0])) {
    // A process that has drawn nothing yet.
    forgetModules();
    const { drawPicture: draw } = await import('../../src/render/picture.ts');
    const scene = { puzzle, position: startOf(puzzle) };
    expect([puzzle.id, draw(scene).equals(draw(scene))]).toEqual([puzzle.id, true]);
  }
});
