/** What holds for every answer and every position that is read. */
import assert from 'node:assert/strict';

/** Discord's limit of the content of a message, in UTF-16 code units. */
export const mostContent = 2000;

/** What an answer must not hold outside of a code block: a mention, a link to click on, an invitation. */
const live = /(?<!\\)<[@#:a-z/][^\s\u200b>]*>|@(?:everyone|here)|\bhttps?:\/\/|discord\.gg\/(?!\u200b)/iu;

export const checkSaid = (said, most) => {
  assert(said.length > 0, 'an empty answer');
  assert(said.length <= most, `an answer of ${said.length} characters`);
  const outside = said.replace(/```[\s\S]*?```/gu, '').replace(/`[^`\n]*`/gu, '');
  assert(!live.test(outside), `live in an answer: ${outside}`);
};

export const checkSpan = (text, { span }) => {
  if (!span) return;
  const [from, to] = span;
  assert(0 <= from && from <= to && to <= text.length, `a place outside of the input: ${span}`);
};

/** A position that was read is one: it has a code, and its print is read as itself. */
export const checkPosition = (puzzle, position) => {
  assert.deepEqual(puzzle.decode(puzzle.encode(position)), position);
  const printed = puzzle.formatPosition(position);
  assert(printed.length <= 100, `a print of ${printed.length} characters`);
  const again = puzzle.parsePosition(printed);
  assert(again.ok, `its own print is refused: ${printed}`);
  assert.deepEqual(again.value, position);
};
