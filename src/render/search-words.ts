/** What the pictures of a search say. */
import type { TFunction } from 'i18next';
import type { LimitFrame, LimitsTrace, RingsFrame, RingsTrace, Trace, TraceFrame } from '../search/trace.ts';

/** Frames of an animation or a sheet, which leave some out if there are more: they take 40 ms each. */
export const mostFrames = 36;

/** The words of one frame. */
export interface FrameWords {
  readonly caption: string;
  /** Short lines with a number each. */
  readonly counters: readonly string[];
  /** An example, if there is one: a board, and what stands below it. */
  readonly example?: { readonly label: string; readonly position: string };
}

const present = (...parts: readonly (string | false | undefined)[]): string[] =>
  parts.filter((part) => Boolean(part)) as string[];
/** Sentences, as far as they are there. */
const joined = (...parts: readonly (string | false | undefined)[]): string => present(...parts).join(' ');

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** The ring that a frame has added, and how many moves away it is. */
const newestRing = ({ sides }: RingsTrace, { rings, newest }: RingsFrame) => {
  const away = rings[newest]! - 1;
  return { ...sides[newest]!.rings[away]!, away };
};

const ringsCaption = (t: TFunction, trace: RingsTrace, frame: RingsFrame): string => {
  const { rings, newest, isLast } = frame;
  const { end, sides, listed, moves } = trace;
  if (isLast && end !== 'solved') return proof(t, trace);
  if (isLast) {
    const [count, ahead] = [moves.length, rings[0]! - 1];
    // Before the last ring was begun.
    const [a, b] = newest === 0 ? [ahead - 1, count - ahead] : [ahead, count - ahead - 1];
    return sides.length === 1
      ? proof(t, trace, t('watch.proof.bfs', { seen: count - 1 }))
      : proof(t, trace, t('watch.proof.bidirectional', { a, b }));
  }
  const isBoth = sides.length === 2;
  if (rings.every((count) => count === 1))
    return joined(t(isBoth ? 'watch.both' : 'watch.begin'), listed > 0 && t('watch.listed', { count: listed }));
  const { away, count } = newestRing(trace, frame);
  const seen = t(newest === 0 ? 'watch.fromStart' : 'watch.fromGoal', { moves: away, count });
  const isDone = rings.every((count, side) => count === sides[side]?.rings.length);
  if (isDone && end === 'solved') return `${seen} ${t(isBoth ? 'watch.met' : 'watch.found')}`;
  if (isDone && end === 'stopped') return seen;
  return `${seen} ${t(isBoth ? 'watch.apart' : 'watch.none', { count: sum(rings.map((count) => count - 1)) + 1 })}`;
};

const limitCaption = (t: TFunction, trace: LimitsTrace, frame: LimitFrame): string => {
  const { limits, end, moves, step } = trace;
  const isBounded = trace.method === 'ida';
  const at = limits[frame.limit];
  if (!at || (frame.isLast && end !== 'solved')) return proof(t, trace);
  const { limit, branches, cut } = at;
  if (frame.isLast) {
    const before = limits[frame.limit - 1]?.limit ?? 0;
    if (isBounded) return proof(t, trace, t(before > 0 ? 'watch.proof.ida' : 'watch.proof.bound', { count: limit }));
    const parity = step === 2 && t('watch.proof.parity', { odd: t(`parity.${moves.length % 2 === 0 ? 0 : 1}`) });
    return proof(t, trace, joined(t('watch.proof.iddfs', { seen: before }), parity));
  }
  const next = limits[frame.limit + 1]?.limit;
  const isWhole = frame.branches === branches.length;
  if (isWhole && frame.limit === limits.length - 1 && end === 'solved') return t('watch.reached', { limit });
  const bounded = cut && { ...cut, rest: cut.least - cut.made, limit };
  const example = isBounded && bounded && t('watch.cut', bounded);
  if (isWhole && next !== undefined)
    return joined(t('watch.done', { limit }), t(isBounded ? 'watch.nextSum' : 'watch.next', { next }), example);
  return joined(t(isBounded ? 'watch.bounded' : 'watch.deeper', { limit }), example);
};

/** Why nothing is shorter, or what is proved of a search that ended otherwise. */
const proof = (t: TFunction, { end, kind, moves, generated, lowerBound }: Trace, why = ''): string => {
  if (end === 'stopped') return t('watch.stopped', { seen: generated, count: lowerBound });
  const reason = end === 'exhausted' ? t(kind === 'rings' ? 'watch.proof.all' : 'watch.proof.uncut') : why;
  return joined(t('watch.proof.why'), reason, end === 'solved' && t('watch.proof.so', { count: moves.length }));
};

const drawn = (t: TFunction, shown: number, all: number): string | false =>
  shown < all && t('watch.counter.drawn', { shown, count: all });

const ringsWords = (t: TFunction, trace: RingsTrace, frame: RingsFrame): FrameWords => {
  const seen = trace.sides.flatMap(({ rings }, side) => rings.slice(0, frame.rings[side]));
  const { away: moves, count, example: position } = newestRing(trace, frame);
  const all = sum(seen.map((ring) => ring.count));
  return {
    caption: ringsCaption(t, trace, frame),
    counters: present(
      t('watch.counter.seen', { count: all }),
      t('watch.counter.newest', { count }),
      t('watch.counter.moves', { moves }),
      drawn(t, sum(seen.map(({ dots }) => dots.length / 2)), all),
    ),
    ...(moves > 0 && !frame.isLast && { example: { label: t('watch.example'), position } }),
  };
};

const limitWords = (t: TFunction, trace: LimitsTrace, frame: LimitFrame): FrameWords => {
  const at = trace.limits[frame.limit];
  const { limit = 0, visited = 0, ended = 0, branches = [], cut } = at ?? {};
  return {
    caption: limitCaption(t, trace, frame),
    counters: present(
      t('watch.counter.limit', { limit }),
      t('watch.counter.visited', { count: visited }),
      t('watch.counter.branches', { count: ended }),
      drawn(t, branches.length, ended),
    ),
    ...(cut &&
      trace.method === 'ida' && {
        example: { label: `${cut.made} + ${cut.least - cut.made} > ${limit}`, position: cut.position },
      }),
  };
};

/** What one frame of a trace says. */
export const wordsOf = (t: TFunction, trace: Trace, frame: TraceFrame): FrameWords => {
  const words =
    trace.kind === 'rings' ? ringsWords(t, trace, frame as RingsFrame) : limitWords(t, trace, frame as LimitFrame);
  // Japanese has no space between sentences.
  return { ...words, caption: words.caption.replace(/(?<=。) /gu, '') };
};

/** The signs of the legend, also those of the diagrams: they differ in shape and size too. */
export type Sign = 'new' | 'old' | 'path' | 'cut';

export const legendOf = (t: TFunction, { kind, end }: Trace): readonly { sign: Sign; label: string }[] =>
  ([kind === 'rings' && 'new', 'old', kind === 'limits' && 'cut', end === 'solved' && 'path'] as const)
    .filter((sign) => sign !== false)
    .map((sign) => ({ sign, label: t(`watch.sign.${sign}`) }));
