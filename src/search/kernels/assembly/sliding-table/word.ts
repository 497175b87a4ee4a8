/** How moves permute the 60 bits of a word, two words at a time. */

function keep(w: v128, mask: i64): v128 {
  return v128.and(w, i64x2.splat(mask));
}
function up(w: v128, mask: i64, by: i32): v128 {
  return i64x2.shl(v128.and(w, i64x2.splat(mask)), by);
}
function down(w: v128, mask: i64, by: i32): v128 {
  return i64x2.shr_u(v128.and(w, i64x2.splat(mask)), by);
}

// Bits of a word under the exchange of entries 6 and 7, and under a rotation of entries 7–9 or 8–10. A line moves all
// bits that go equally far. The order of the twelve (`bitOf` in `sliding/tables/bit-numbering.ts`) makes these few.

export function exchange67(w: v128): v128 {
  let to = down(w, 0x1f8000000000000, 42);
  to = v128.or(to, down(w, 0x38000000000, 39));
  to = v128.or(to, down(w, 0xe00000000000000, 24));
  to = v128.or(to, down(w, 0x1c0038000000, 21));
  to = v128.or(to, down(w, 0x71c0038000, 12));
  to = v128.or(to, keep(w, 0x7e00000000000));
  to = v128.or(to, up(w, 0x71c0038, 12));
  to = v128.or(to, up(w, 0xe001c0, 21));
  to = v128.or(to, up(w, 0xe00000000, 24));
  to = v128.or(to, up(w, 0x7, 39));
  to = v128.or(to, up(w, 0x7e00, 42));
  return to;
}

export function forward7(w: v128): v128 {
  let to = down(w, 0x800800800800800, 9);
  to = v128.or(to, down(w, 0x460460460460460, 5));
  to = v128.or(to, down(w, 0x80080080080080, 4));
  to = v128.or(to, down(w, 0x200200200200200, 2));
  to = v128.or(to, up(w, 0x10010010010010, 2));
  to = v128.or(to, up(w, 0x102102102102102, 3));
  to = v128.or(to, up(w, 0xc00c00c00c00c, 6));
  to = v128.or(to, up(w, 0x1001001001001, 10));
  return to;
}

export function backward7(w: v128): v128 {
  let to = down(w, 0x400400400400400, 10);
  to = v128.or(to, down(w, 0x300300300300300, 6));
  to = v128.or(to, down(w, 0x810810810810810, 3));
  to = v128.or(to, down(w, 0x40040040040040, 2));
  to = v128.or(to, up(w, 0x80080080080080, 2));
  to = v128.or(to, up(w, 0x8008008008008, 4));
  to = v128.or(to, up(w, 0x23023023023023, 5));
  to = v128.or(to, up(w, 0x4004004004004, 9));
  return to;
}

export function forward8(w: v128): v128 {
  let to = down(w, 0x924924924924924, 2);
  to = v128.or(to, up(w, 0x6db6db6db6db6db, 1));
  return to;
}

export function backward8(w: v128): v128 {
  let to = down(w, 0xdb6db6db6db6db6, 1);
  to = v128.or(to, up(w, 0x249249249249249, 2));
  return to;
}
