import fc from 'fast-check';

/** Any characters, and halves of them. For strings of its own, fast-check first lists all characters, which takes seconds. */
export const characters = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.nat(0x10ffff), { maxLength }).map((codes) => String.fromCodePoint(...codes));
