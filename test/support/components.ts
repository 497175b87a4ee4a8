/** Components for messages and modals, each valid by itself. */

export const long = (length: number) => 'x'.repeat(length);
export const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, n) => make(n));

export const button = (more: object = {}) => ({ type: 2, style: 1, label: 'Go', custom_id: 'go', ...more });
export const plain = (index: number) => button({ custom_id: `b${index}` });
export const row = (...components: object[]) => ({ type: 1, components });
export const option = (index: number, more: object = {}) => ({ label: `l${index}`, value: `v${index}`, ...more });
export const menu = (more: object = {}) => ({ type: 3, custom_id: 'menu', options: [option(0)], ...more });
