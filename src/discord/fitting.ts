/** What fits into a message, and into what the bot reads. Loads without discord.js: workers use it too. */

/** Bytes of an attached file that is read, at most. */
export const mostBytes = 256 * 2 ** 10;

/** The first items that fit in `most` characters, and the number of the others. */
export const fitting = (
  items: readonly string[],
  most: number,
  between = ' ',
): { readonly text: string; readonly left: number } => {
  let text = '';
  for (const [index, item] of items.entries()) {
    const longer = text === '' ? item : `${text}${between}${item}`;
    if (longer.length > most) return { text, left: items.length - index };
    text = longer;
  }
  return { text, left: 0 };
};
