/** Colours of the pictures. A theme is data: whoever wants another one adds it here. */

/** A piece, or a hole, as a flat face, the edge that it shows below, and what is written on it. */
export interface Surface {
  readonly face: string;
  readonly edge: string;
  readonly text: string;
}

/** All colours as `#rrggbb`, so that tests can reckon with them and animations find them in their palette. */
export interface Theme {
  /** Around the board. */
  readonly page: string;
  /** The board itself. */
  readonly tray: string;
  /** Where a tile or a card could lie. */
  readonly well: string;
  readonly tile: Surface;
  /** The wide card of block puzzles. */
  readonly wide: Surface;
  readonly peg: Surface;
  /** Tiles, cards and pegs where the goal wants them. They have a line around too, as colours alone don't tell. */
  readonly home: Surface;
  readonly homePeg: Surface;
  /** A hole of a peg board, its rim, and the ring around one where the goal wants a peg. */
  readonly hole: string;
  readonly rim: string;
  readonly target: string;
  /** The piece that moves, and the arrow of its way. */
  readonly moved: string;
  /** Small text and the progress of an animation, beside the board. */
  readonly note: string;
  readonly noteFaint: string;
}

const dark: Theme = {
  page: '#1e1f22',
  tray: '#36393f',
  well: '#25272b',
  tile: { face: '#3d6fc4', edge: '#274a87', text: '#ffffff' },
  wide: { face: '#b4521f', edge: '#7a3512', text: '#ffffff' },
  peg: { face: '#f2b84b', edge: '#a8741b', text: '#ffe3ad' },
  home: { face: '#a8e0bf', edge: '#5c9c78', text: '#10331f' },
  homePeg: { face: '#a8e0bf', edge: '#5c9c78', text: '#e6fff0' },
  hole: '#17181b',
  rim: '#4b4f57',
  target: '#a8e0bf',
  moved: '#ffffff',
  note: '#dbdee1',
  noteFaint: '#4b4f57',
};

const light: Theme = {
  page: '#ffffff',
  tray: '#d5dae3',
  well: '#b9c1cf',
  tile: { face: '#fdfdfe', edge: '#97a1b3', text: '#1d2736' },
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

/** Of the colours of Okabe and Ito (2008), in steps of lightness that a print in grey keeps apart. */
const colourblind: Theme = {
  page: '#ffffff',
  tray: '#d4d4d4',
  well: '#a6a6a6',
  tile: { face: '#0072b2', edge: '#003c5e', text: '#ffffff' },
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
    Object.values(theme).flatMap((part: string | Surface) => (typeof part === 'string' ? part : Object.values(part))),
  ),
];
