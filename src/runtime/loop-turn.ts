import { setImmediate } from 'node:timers/promises';

/** How long the pieces of one turn may take together, in milliseconds: those of quick answers need no turn each. */
const turnMilliseconds = 1;

/** Who waits for a turn, by person. The first person is next. */
const waiting = new Map<string, (() => void)[]>();
let isGiving = false;

const give = async (): Promise<void> => {
  isGiving = true;
  while (waiting.size > 0) {
    await setImmediate();
    for (const end = performance.now() + turnMilliseconds; performance.now() < end; ) {
      const [[person, [enter, ...others]] = ['', []]] = waiting;
      if (!enter) break;
      waiting.delete(person);
      if (others.length > 0) waiting.set(person, others);
      enter();
      // The piece comes before what follows.
      await undefined;
    }
  }
  isGiving = false;
};

/**
 * Waits for a turn of the event loop. Work that takes long asks for one before each piece of a few milliseconds, so that
 * everything else comes between the pieces. People enter alternately, however many pieces each of them waits for.
 */
export const loopTurn = (person = ''): Promise<void> =>
  new Promise((enter) => {
    waiting.set(person, [...(waiting.get(person) ?? []), enter]);
    if (!isGiving) void give();
  });
