/** A result as PNG, without anything of the solution. */
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { fontFamily } from './font.ts';
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
  context.beginPath();
  for (let corner = 0; corner < 10; corner++) {
    const radius = corner % 2 === 0 ? starRadius : starRadius * innerShare;
    const angle = (corner * Math.PI) / 5 - Math.PI / 2;
    context.lineTo(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
  }
  context.closePath();
};

const drawStars = (context: SKRSContext2D, { won, of }: Card['stars'], theme: Theme, y: number): void => {
  context.lineWidth = 2.5;
  context.lineJoin = 'round';
  for (let index = 0; index < of; index++) {
    star(context, margin + starRadius + index * (starRadius * 2 + 12), y);
    context.fillStyle = index < won ? theme.peg.face : theme.page;
    context.fill();
    context.strokeStyle = index < won ? theme.peg.edge : theme.rim;
    context.stroke();
  }
};

export const drawCard = ({ title, subtitle, stars, figures, theme: name = 'dark' }: Card): Buffer => {
  const theme = themes[name];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const room = width - margin * 2;
  const write = (text: string, size: number, x: number, y: number, most: number): void => {
    context.font = `${size}px "${fontFamily}"`;
    context.fillText(text, x, y, most);
  };
  context.fillStyle = theme.page;
  context.fillRect(0, 0, width, height);
  context.fillStyle = theme.tray;
  context.fillRect(0, height - footHeight, width, footHeight);
  context.fillStyle = theme.note;
  context.textBaseline = 'alphabetic';
  write(title, 38, margin, 60, room);
  write(subtitle, 20, margin, 94, room);
  drawStars(context, stars, theme, 138);
  context.fillStyle = theme.note;
  const column = room / figures.length;
  for (const [index, { value, label }] of figures.entries()) {
    const x = margin + index * column;
    write(value, 36, x, height - 57, column - 12);
    write(label, 17, x, height - 25, column - 12);
  }
  return canvas.toBuffer('image/png');
};
