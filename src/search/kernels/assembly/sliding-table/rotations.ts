/** Rotations of three adjacent entries, as tables over their Lehmer digits. */

/** The index of three Lehmer digits, the first of `kinds` values. */
function tripleOf(a: i32, b: i32, c: i32, kinds: i32): i32 {
  const second = b - i32(a < b);
  const third = c - i32(a < c) - i32(b < c);
  return (a * (kinds - 1) + second) * (kinds - 2) + third;
}

/**
 * Writes where a rotation of three entries leads, forwards and then backwards.
 * @param at address of a u16 for each triple and direction
 * @param kinds how many values the first entry has
 */
export function fillRotations(at: usize, kinds: i32): void {
  const count = kinds * (kinds - 1) * (kinds - 2);
  for (let a = 0; a < kinds; a++) {
    for (let b = 0; b < kinds; b++) {
      if (b == a) continue;
      for (let c = 0; c < kinds; c++) {
        if (c == a || c == b) continue;
        const to = tripleOf(a, b, c, kinds);
        store<u16>(at + (<usize>to << 1), tripleOf(b, c, a, kinds));
        store<u16>(at + (<usize>(count + to) << 1), tripleOf(c, a, b, kinds));
      }
    }
  }
}
