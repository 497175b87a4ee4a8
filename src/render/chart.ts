/** Bar charts as PNG. */
import { createCanvas } from '@napi-rs/canvas';
import { fillRegion, fontOf } from './canvas.ts';

interface Bar {
  readonly label: string;
  readonly value: number;
  /** Text at the end of the bar, only in `rows`. */
  readonly note?: string;
  /** Whether the bar has the second colour. */
  readonly isMarked?: boolean;
}

export interface Chart {
  readonly title: string;
  readonly bars: readonly Bar[];
  /** `columns` side by side suit many bars; `rows` are one below the other. */
  readonly layout: 'columns' | 'rows';
  /** For values that differ by orders of magnitude. */
  readonly isLogarithmic?: boolean;
}

/** Legible on Discord's dark and light background, and distinct for the colour-blind (Okabe and Ito 2008). */
const colours = { background: '#1e1f22', text: '#f2f3f5', faint: '#b5bac1', bar: '#56b4e9', marked: '#e69f00' };
const width = 800;
const margin = 24;
const titleHeight = 52;
/** In pixels: a phone shows a chart at less than half of its size, and both stay readable. */
const titleSize = 30;
const labelSize = 26;

/** Draw a chart, 800 pixels wide. */
export const drawChart = ({ title, bars, layout, isLogarithmic }: Chart): Buffer => {
  const rowHeight = 48;
  const height = titleHeight + margin * 2 + (layout === 'rows' ? bars.length * rowHeight : 330);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const write = (text: string, colour: string, x: number, y: number, most?: number): void => {
    context.fillStyle = colour;
    context.fillText(text, x, y, most);
  };
  const most = Math.max(1, ...bars.map(({ value }) => value));
  // A logarithm starts at one tenth, so that a bar of 1 has a length.
  const share = (value: number): number =>
    isLogarithmic ? (Math.log10(value) + 1) / (Math.log10(most) + 1) : value / most;
  const lengthOf = ({ value }: Bar, room: number): number => (value === 0 ? 0 : Math.max(2, room * share(value)));
  const colourOf = ({ isMarked }: Bar): string => (isMarked ? colours.marked : colours.bar);
  fillRegion(context, colours.background, { x: 0, y: 0, width, height });
  context.textBaseline = 'middle';
  context.font = fontOf(titleSize);
  write(title, colours.text, margin, margin + 10, width - margin * 2);
  const top = margin + titleHeight;

  if (layout === 'rows') {
    context.font = fontOf(labelSize);
    const labelWidth = Math.max(...bars.map(({ label }) => context.measureText(label).width)) + 16;
    const noteWidth = Math.max(...bars.map(({ note = '' }) => context.measureText(note).width)) + 16;
    for (const [index, bar] of bars.entries()) {
      const y = top + index * rowHeight;
      const length = lengthOf(bar, width - margin * 2 - labelWidth - noteWidth);
      write(bar.label, colours.text, margin, y + rowHeight / 2);
      context.fillStyle = colourOf(bar);
      context.fillRect(margin + labelWidth, y + 6, length, rowHeight - 12);
      write(bar.note ?? '', colours.faint, margin + labelWidth + length + 10, y + rowHeight / 2);
    }
  } else {
    const step = (width - margin * 2) / bars.length;
    const room = height - top - margin - labelSize;
    context.font = fontOf(labelSize);
    context.textAlign = 'center';
    // As many labels as fit, and always the last.
    const every = Math.max(1, Math.ceil((labelSize * 2) / step));
    for (const [index, bar] of bars.entries()) {
      const x = margin + index * step;
      const length = lengthOf(bar, room);
      context.fillStyle = colourOf(bar);
      context.fillRect(x + step * 0.1, top + room - length, step * 0.8, length);
      const after = bars.length - 1 - index;
      const isLabelled = after === 0 || (index % every === 0 && after >= every);
      if (isLabelled) write(bar.label, colours.faint, x + step / 2, top + room + labelSize * 0.8);
    }
  }
  return canvas.toBuffer('image/png');
};
