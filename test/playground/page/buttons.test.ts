/** The colours of the page's buttons, by its style sheets. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contrast } from '../../support/pixels.ts';

const style = (name: string): string =>
  readFileSync(new URL(`../../../packages/playground/src/page/style/${name}.css`, import.meta.url), 'utf8');
const [base, components] = [style('base'), style('components')];

const whole = (colour: string): string => (colour.length === 4 ? colour.replace(/[\da-f]/gu, '$&$&') : colour);
/** A value as the two colours that it has in light and dark. */
const coloursOf = (value: string): readonly string[] => {
  const [, name] = /^var\(--([\w-]+)\)$/u.exec(value) ?? [];
  const [, light, dark] =
    name === undefined ? [] : (new RegExp(`--${name}: light-dark\\((.+), (.+)\\)`, 'u').exec(base) ?? []);
  return (light && dark ? [light, dark] : [value, value]).map(whole);
};

test.each(['.button', '.button.primary', '.button.success', '.button.danger'])(
  'the text of %s can be read',
  (selector) => {
    const [, rules = ''] = new RegExp(`^${selector.replaceAll('.', '\\.')} \\{([^}]+)\\}`, 'mu').exec(components) ?? [];
    const [face, text] = ['background', 'color'].map((name) =>
      coloursOf(new RegExp(`^ +${name}: (.+);$`, 'mu').exec(rules)![1]!),
    );
    for (const scheme of [0, 1]) expect(contrast(face![scheme]!, text![scheme]!)).toBeGreaterThanOrEqual(4.5);
  },
);
