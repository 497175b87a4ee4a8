/** A result as PNG, without anything of the solution. */
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { fill, fillRegion, lines, stroke, writeText } from './canvas.ts';
import { type Theme, type ThemeName, themes } from './theme.ts';

export interface Card {
  readonly title: string;
  readonly subtitle: string;
  readonly stars: { readonly won: number; readonly of: number };
  readonly figures: readonly { readonly value: string; readonly label: string }[];
  readonly theme?: ThemeName | undefined;
}

const width = 640;
const height = 288;
const margin = 32;
/** The part with the figures. */
const footHeight = 108;
const starRadius = 24;
/** The inner radius of a pentagram as a share of the outer one. */
const innerShare = (3 - Math.sqrt(5)) / 2;

const star = (context: SKRSContext2D, x: number, y: number): void => {
  const corners = Array.from({ length: 10 }, (_, corner) => {
    const radius = corner % 2 === 0 ? starRadius : starRadius * innerShare;
    const angle = (corner * Math.PI) / 5 - Math.PI / 2;
    return { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) };
  });
  lines(context, ...corners);
  context.closePath();
};

const drawStars = (context: SKRSContext2D, { won, of }: Card['stars'], theme: Theme, y: number): void => {
  for (let index = 0; index < of; index++) {
    const trace = (): void => star(context, margin + starRadius + index * (starRadius * 2 + 12), y);
    fill(context, index < won ? theme.peg.face : theme.page, trace);
    stroke(context, index < won ? theme.peg.edge : theme.rim, 2.5, trace);
  }
};

export const drawCard = ({ title, subtitle, stars, figures, theme: name = 'dark' }: Card): Buffer => {
  const theme = themes[name];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const room = width - margin * 2;
  fillRegion(context, theme.page, { x: 0, y: 0, width, height });
  fillRegion(context, theme.tray, { x: 0, y: height - footHeight, width, height: footHeight });
  writeText(context, title, { x: margin, y: 60 }, { size: 38, colour: theme.note, most: room });
  writeText(context, subtitle, { x: margin, y: 94 }, { size: 20, colour: theme.note, most: room });
  drawStars(context, stars, theme, 138);
  const column = room / figures.length;
  for (const [index, { value, label }] of figures.entries()) {
    const x = margin + index * column;
    writeText(context, value, { x, y: height - 57 }, { size: 36, colour: theme.note, most: column - 12 });
    writeText(context, label, { x, y: height - 25 }, { size: 17, colour: theme.note, most: column - 12 });
  }
  return canvas.toBuffer('image/png');
};
