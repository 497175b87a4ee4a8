/** Colours of the pictures. */

/**
 * Colours are `#rrggbb`, so that animations find them in their palette. A piece has a flat face, the edge below it, and
 * the text on it.
 */
const dark = {
  /** Around the board. */
  page: '#1e1f22',
  /** The board itself. */
  tray: '#36393f',
  /** The cell under a tile or a card. */
  well: '#25272b',
  /** Dark enough for numbers that are 20 pixels high, as on buttons, whose strokes blend with it. */
  tile: { face: '#2d59a8', edge: '#1c3a70', text: '#ffffff' },
  /**
   * Blocks by their letters, in turn. As a colour depends on the letter alone, it stays when pieces move, and is that of the
   * letter's emoji. Thirteen, and `wide`, tell apart all pieces of our boards, which are 14 at most, so no two neighbours
   * are alike. On larger boards, letters that are 13 apart are.
   */
  blocks: [
    { face: '#3d6fc4', edge: '#274a87', text: '#ffffff' },
    { face: '#e3c766', edge: '#a8741b', text: '#1e1f22' },
    { face: '#1c7a72', edge: '#0f4d48', text: '#ffffff' },
    { face: '#f3a6c0', edge: '#a83f6e', text: '#1e1f22' },
    { face: '#7d51b5', edge: '#50317a', text: '#ffffff' },
    { face: '#8ec5f5', edge: '#3d6fc4', text: '#1e1f22' },
    { face: '#a83f6e', edge: '#6d2546', text: '#ffffff' },
    { face: '#d3d7de', edge: '#4b4f57', text: '#1e1f22' },
    { face: '#69731f', edge: '#3f4712', text: '#ffffff' },
    { face: '#bda8f0', edge: '#7d51b5', text: '#1e1f22' },
    { face: '#2f7d3a', edge: '#0f4d48', text: '#ffffff' },
    { face: '#eea27c', edge: '#b4521f', text: '#1e1f22' },
    { face: '#7a5746', edge: '#7a3512', text: '#ffffff' },
  ],
  /** The wide card of block puzzles, and the block that the goal names. */
  wide: { face: '#b4521f', edge: '#7a3512', text: '#ffffff' },
  peg: { face: '#f2b84b', edge: '#a8741b', text: '#ffe3ad' },
  /** Pieces where the goal wants them. They also have a line around, as colour alone is not accessible. */
  home: { face: '#a8e0bf', edge: '#5c9c78', text: '#10331f' },
  homePeg: { face: '#a8e0bf', edge: '#5c9c78', text: '#e6fff0' },
  /** A hole of a peg board, its rim, and the ring around one where the goal wants a peg. */
  hole: '#17181b',
  rim: '#4b4f57',
  target: '#a8e0bf',
  /** The piece that moves, and its arrow. */
  moved: '#ffffff',
  /** Small text and the progress of an animation. */
  note: '#dbdee1',
  noteFaint: '#4b4f57',
};
export type Theme = Readonly<typeof dark>;

const light: Theme = {
  page: '#ffffff',
  tray: '#d5dae3',
  well: '#b9c1cf',
  tile: { face: '#fdfdfe', edge: '#97a1b3', text: '#1d2736' },
  blocks: [
    { face: '#cfe3fb', edge: '#7f9cc2', text: '#1d2736' },
    { face: '#d9b63c', edge: '#b97a2e', text: '#1d2736' },
    { face: '#b394e8', edge: '#9885bd', text: '#1d2736' },
    { face: '#f9d5e0', edge: '#bd8499', text: '#1d2736' },
    { face: '#5fb8c4', edge: '#4b8f64', text: '#1d2736' },
    { face: '#f0e0a8', edge: '#b09d6c', text: '#1d2736' },
    { face: '#ee86a8', edge: '#bd8499', text: '#1d2736' },
    { face: '#7fa9ee', edge: '#7f9cc2', text: '#1d2736' },
    { face: '#c3d86f', edge: '#4b8f64', text: '#1d2736' },
    { face: '#fdfdfe', edge: '#97a1b3', text: '#1d2736' },
    { face: '#c4926a', edge: '#b97a2e', text: '#1d2736' },
    { face: '#d9a8dc', edge: '#9885bd', text: '#1d2736' },
    { face: '#f0957a', edge: '#b97a2e', text: '#1d2736' },
  ],
  wide: { face: '#f5b971', edge: '#b97a2e', text: '#3d2404' },
  peg: { face: '#2c5fc0', edge: '#183a7d', text: '#7fa6f0' },
  home: { face: '#86cfa0', edge: '#4b8f64', text: '#0c3319' },
  homePeg: { face: '#1d7044', edge: '#0e4527', text: '#6cc596' },
  hole: '#f4f6f9',
  rim: '#97a1b3',
  target: '#1d7044',
  moved: '#1d2736',
  note: '#333d4d',
  noteFaint: '#d5dae3',
};

/** Colours of Okabe and Ito (2008), in steps of lightness that stay distinct in greyscale. */
const colourblind: Theme = {
  page: '#ffffff',
  tray: '#d4d4d4',
  well: '#a6a6a6',
  tile: { face: '#0072b2', edge: '#003c5e', text: '#ffffff' },
  blocks: [
    { face: '#0072b2', edge: '#003c5e', text: '#ffffff' },
    { face: '#56b4e9', edge: '#22607f', text: '#000000' },
    { face: '#009e73', edge: '#00543d', text: '#000000' },
    { face: '#cc79a7', edge: '#7d3f61', text: '#000000' },
    { face: '#003c5e', edge: '#000000', text: '#ffffff' },
    { face: '#f7e3b5', edge: '#000000', text: '#000000' },
    { face: '#7d3f61', edge: '#000000', text: '#ffffff' },
    { face: '#bfe3f7', edge: '#000000', text: '#000000' },
    { face: '#00543d', edge: '#000000', text: '#ffffff' },
    { face: '#f0cfe0', edge: '#000000', text: '#000000' },
    { face: '#4d4d4d', edge: '#000000', text: '#ffffff' },
    { face: '#a8e0cd', edge: '#000000', text: '#000000' },
    { face: '#7a5400', edge: '#000000', text: '#ffffff' },
  ],
  wide: { face: '#d55e00', edge: '#7a3600', text: '#000000' },
  peg: { face: '#0072b2', edge: '#003c5e', text: '#56b4e9' },
  home: { face: '#f0e442', edge: '#8f8723', text: '#000000' },
  homePeg: { face: '#e69f00', edge: '#7a5400', text: '#f0e442' },
  hole: '#ffffff',
  rim: '#000000',
  target: '#d55e00',
  moved: '#000000',
  note: '#000000',
  noteFaint: '#d4d4d4',
};

export const themes = { light, dark, colourblind } as const;
export type ThemeName = keyof typeof themes;
export const themeNames = Object.keys(themes) as ThemeName[];

/** All colours of a theme, each once. */
export const coloursOf = (theme: Theme): string[] => [
  ...new Set(
    Object.values(theme)
      .flat()
      .flatMap((part) => (typeof part === 'string' ? part : Object.values(part))),
  ),
];
