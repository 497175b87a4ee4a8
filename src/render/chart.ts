/** Bar charts as PNG. */
import { createCanvas } from '@napi-rs/canvas';
import { fontFamily } from './font.ts';

interface Bar {
  readonly label: string;
  readonly value: number;
  /** What is written at the end of the bar; nothing: no text. */
  readonly note?: string;
  /** Drawn in the second colour. */
  readonly isMarked?: boolean;
}

export interface Chart {
  readonly title: string;
  readonly bars: readonly Bar[];
  /** `columns` stand side by side, for many bars without notes; `rows` lie one above the other. */
  readonly layout: 'columns' | 'rows';
  /** Lengths by the logarithm, where values differ by orders of magnitude. */
  readonly isLogarithmic?: boolean;
}

/** Legible on Discord's dark and light background alike, and apart for the colour-blind (Okabe and Ito 2008). */
const colours = { background: '#1e1f22', text: '#f2f3f5', faint: '#b5bac1', bar: '#56b4e9', marked: '#e69f00' };
const width = 800;
const margin = 24;
const titleHeight = 44;

const shareOf = ({ bars, isLogarithmic }: Chart): ((value: number) => number) => {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  if (!isLogarithmic) return (value) => value / most;
  // From one tenth, so that a bar of 1 still has a length.
  return (value) => (value <= 0 ? 0 : (Math.log10(value) + 1) / (Math.log10(most) + 1));
};

/** Draw a chart, 800 pixels wide. */
export const drawChart = (chart: Chart): Buffer => {
  const { bars, layout, title } = chart;
  const share = shareOf(chart);
  const rowHeight = 40;
  const height = titleHeight + margin * 2 + (layout === 'rows' ? bars.length * rowHeight : 330);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = colours.background;
  context.fillRect(0, 0, width, height);
  context.fillStyle = colours.text;
  context.textBaseline = 'middle';
  context.font = `24px "${fontFamily}"`;
  context.fillText(title, margin, margin + 10, width - margin * 2);
  const top = margin + titleHeight;

  if (layout === 'rows') {
    context.font = `18px "${fontFamily}"`;
    const labelWidth = Math.max(...bars.map(({ label }) => context.measureText(label).width)) + 16;
    const noteWidth = Math.max(...bars.map(({ note = '' }) => context.measureText(note).width)) + 16;
    const room = width - margin * 2 - labelWidth - noteWidth;
    for (const [index, { label, value, note = '', isMarked }] of bars.entries()) {
      const y = top + index * rowHeight;
      const length = value === 0 ? 0 : Math.max(2, room * share(value));
      context.fillStyle = colours.text;
      context.fillText(label, margin, y + rowHeight / 2);
      context.fillStyle = isMarked ? colours.marked : colours.bar;
      context.fillRect(margin + labelWidth, y + 6, length, rowHeight - 12);
      context.fillStyle = colours.faint;
      context.fillText(note, margin + labelWidth + length + 10, y + rowHeight / 2);
    }
  } else {
    const step = (width - margin * 2) / bars.length;
    const room = height - top - margin - 24;
    context.font = `15px "${fontFamily}"`;
    context.textAlign = 'center';
    // As many labels as have room, and always the last.
    const every = Math.max(1, Math.ceil(32 / step));
    for (const [index, { label, value, isMarked }] of bars.entries()) {
      const x = margin + index * step;
      const length = value === 0 ? 0 : Math.max(2, room * share(value));
      context.fillStyle = isMarked ? colours.marked : colours.bar;
      context.fillRect(x + step * 0.1, top + room - length, step * 0.8, length);
      const isLast = index === bars.length - 1;
      if (!isLast && (index % every !== 0 || bars.length - 1 - index < every)) continue;
      context.fillStyle = colours.faint;
      context.fillText(label, x + step / 2, top + room + 18);
    }
  }
  return canvas.toBuffer('image/png');
};
