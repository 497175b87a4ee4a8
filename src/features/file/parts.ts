/**
 * A file in parts. First, each line has a moment, in ranges of lines: most positions need less. Then the hard lines share the time
 * that is left, in turn. Each is a search in parts of its own; what can't be divided begins again with its next share.
 */
import type { JobContext, Parts } from '../../queue/define.ts';
import { Budget, type GaveUpReason, SearchControl } from '../../search/budget.ts';
import type { SearchRecord, Slice } from '../../search/search-record.ts';
import type { SearchPlan } from '../../search/slices.ts';
import {
  endOf,
  type Fleet,
  isOpen,
  type SlicePlan,
  shareOf,
  type WorkRecord,
  type WorkSlice,
} from '../../search/work-record.ts';
import { workTime } from '../../search/work-time.ts';
import { type SolveRequest, solveParts } from '../solve/job.ts';
import { lineOf, lineQuestion, lineWork, mergedLine } from './line-work.ts';
import { doneOf, type FileRequest, type FileResult, isLeft, type KnownLine, type KnownOfLine } from './result.ts';

/** What a line has at first, in milliseconds: nine in ten random positions of the 15 puzzle need less. */
const firstMilliseconds = 100;
/** The first share of a hard line, in milliseconds of a thread: enough for a first answer. Each further one is twice as long. */
const shareMilliseconds = 1000;
/**
 * The searches of more hard lines than that aren't kept from one share to the next: each may take kilobytes. What begins again
 * has an equal share of the time that is left.
 */
const mostKept = 64;

/** A line that its first moment was not enough for. */
interface HardLine {
  readonly line: number;
  /** How many shares it has had, with the present one. */
  readonly shares: number;
  /** What is left of its share, in milliseconds of a thread; undefined while it waits for one. */
  readonly left?: number | undefined;
  /** How far its search is, where that can be divided. */
  readonly search?: SearchRecord | undefined;
}

/**
 * Its parts are ranges of lines that were not tried yet, as `FROM-TO`, and those of the searches of hard lines, as `LINE/PART`.
 * A hard line whose search can't be divided is a whole.
 */
export interface FileRecord extends WorkRecord {
  /** What is known of each. */
  readonly lines: readonly KnownOfLine[];
  /** Those that are left, in the order in which they have their shares. */
  readonly hard: readonly HardLine[];
}

/** Lines, and how long each of them may take; or a part of the search of one. */
interface FilePlan extends SlicePlan {
  readonly perLine: number;
  readonly search?: { readonly request: SolveRequest; readonly plan: SearchPlan };
}

interface FileSlice extends WorkSlice {
  /** Of lines from the first one on. */
  readonly lines?: readonly KnownOfLine[];
  readonly search?: Slice;
}

const rangeText = (from: number, to: number): string => `${from}-${to}`;
/** The lines that a part is about, and the part of the search of one. */
const read = (part: string) => {
  const [lines = '', search] = part.split('/');
  const [from = 0, to = from + 1] = lines.split('-').map(Number);
  return { from, to, search };
};
const isRange = (part: string): boolean => /^\d+-\d+$/u.test(part);

/** Divides lines that are left. */
const dividedRange = (from: number, to: number, wanted: number): string[] => {
  const count = Math.min(wanted, to - from);
  const border = (index: number): number => from + Math.ceil(((to - from) * index) / count);
  return Array.from({ length: count }, (_, index) => rangeText(border(index), border(index + 1)));
};

/** A hard line, what is known of it, and its question. */
const hardLine = (request: FileRequest, { hard, lines }: FileRecord, line: number) => {
  const known = lines[line] as KnownLine;
  return { hard: hard.find((one) => one.line === line)!, known, question: lineQuestion(request, known)! };
};

const isKept = ({ hard }: FileRecord): boolean => hard.length <= mostKept;
const isActive = ({ left }: HardLine): boolean => left !== undefined;

const timeLeft = ({ milliseconds }: Pick<WorkRecord, 'milliseconds'>, { limits }: Fleet): number =>
  (limits.milliseconds ?? Number.MAX_SAFE_INTEGER) - milliseconds;

/** The threads for the search of one line. */
const fleetOf = ({ hard }: FileRecord, fleet: Fleet): Fleet => ({
  ...fleet,
  threads: Math.max(1, Math.floor(fleet.threads / Math.max(1, hard.filter(isActive).length))),
});

/** Gives hard lines their shares while threads have nothing to do, once all lines were tried. */
const proceed = (request: FileRequest, record: FileRecord, fleet: Fleet): FileRecord => {
  const { threads } = fleet;
  const ranges = record.parts.filter(isRange);
  let busy = record.hard.filter(isActive).reduce((sum, { search }) => sum + (search?.parts.length ?? 1), 0);
  const equal = Math.max(shareMilliseconds, (timeLeft(record, fleet) * threads) / record.hard.length);
  const hard = record.hard.map((one) => {
    if (isActive(one) || ranges.length > 0 || busy >= threads) return one;
    busy++;
    const search = one.search ?? solveParts.begin(hardLine(request, record, one.line).question);
    const left = search && isKept(record) ? shareMilliseconds * 2 ** one.shares : equal;
    return { ...one, shares: one.shares + 1, left, search };
  });
  const namesOf = (kind: 'parts' | 'wholes', of: readonly HardLine[]): string[] =>
    of.flatMap(({ line, search }) => search?.[kind].map((part) => `${line}/${part}`) ?? []);
  const undivided = hard.filter((one) => isActive(one) && !one.search).map(({ line }) => String(line));
  const parts = [...ranges, ...namesOf('parts', hard.filter(isActive))];
  return { ...record, hard, parts, wholes: [...namesOf('wholes', hard), ...undivided] };
};

/** Notes what is known of lines that have had their first moment. */
const finishRange = (record: FileRecord, { part, lines: found = [] }: FileSlice, threads: number): FileRecord => {
  const { from, to } = read(part);
  const others = record.parts.filter((other) => other !== part);
  const rest = dividedRange(from + found.length, to, Math.max(1, threads - others.length));
  return {
    ...record,
    lines: record.lines.toSpliced(from, found.length, ...found),
    hard: [...record.hard, ...found.flatMap((line, index) => (isLeft(line) ? { line: from + index, shares: 0 } : []))],
    parts: [...rest, ...others],
  };
};

/** Notes a result of a hard line. One that is left goes to the end, or has what remains of its share. */
const noteLine = (record: FileRecord, result: KnownOfLine, next: HardLine): FileRecord => {
  const { line } = next;
  const others = record.hard.filter((one) => one.line !== line);
  const isOver = next.left !== undefined && next.left <= 0;
  const hard = isOver
    ? [...others, { ...next, left: undefined }]
    : record.hard.map((one) => (one.line === line ? next : one));
  return { ...record, lines: record.lines.with(line, result), hard: isLeft(result) ? hard : others };
};

/** What is known of a line by its search. */
const searchedLine = (
  { known, question }: Pick<ReturnType<typeof hardLine>, 'known' | 'question'>,
  search: SearchRecord,
  reason?: GaveUpReason,
): KnownOfLine => mergedLine(known, lineOf(question, known, solveParts.result(question, search, reason)));

/** Notes what came of the search of a hard line. */
const finishHard = (request: FileRequest, record: FileRecord, slice: FileSlice, fleet: Fleet): FileRecord => {
  const { from: line, search: part } = read(slice.part);
  const searched = hardLine(request, record, line);
  const { hard, known, question } = searched;
  if (part === undefined || !hard.search) {
    // What has failed, or has ended processes, isn't tried again.
    const found = slice.lines?.[0] ?? ({ ...known, reason: 'memory' } as KnownOfLine);
    return noteLine(record, mergedLine(known, found), { ...hard, left: 0 });
  }
  const { search: found = { part, milliseconds: 0, nodes: 0, left: [] } } = slice;
  // Improvements go on beside the shares.
  const left = hard.left && hard.left - (record.parts.includes(slice.part) ? slice.milliseconds : 0);
  const isSpent = left !== undefined && left <= 0;
  // A search that isn't kept ends with the improvement that is being tried.
  const own = isSpent && !isKept(record) ? { ...found, due: undefined } : found;
  const search = solveParts.merge(question, hard.search, own, fleetOf(record, fleet));
  const end = endOf(search, { nodes: fleet.limits.nodes }, solveParts.nodes!(search)) as GaveUpReason | undefined;
  if (end || !isOpen(search)) return noteLine(record, searchedLine(searched, search, end), hard);
  if (!isSpent || isKept(record)) return noteLine(record, known, { ...hard, left, search });
  if (search.wholes.length > 0) return noteLine(record, known, { ...hard, left: 1, search });
  return noteLine(record, searchedLine(searched, search, 'deadline'), { ...hard, left, search: undefined });
};

export const fileParts: Parts<FileRequest, FileResult, FileRecord, FilePlan, FileSlice> = {
  begin: ({ lineCount }) => ({
    lines: Array.from({ length: lineCount }, () => ({ is: 'waiting' })),
    hard: [],
    milliseconds: 0,
    parts: [rangeText(0, lineCount)],
    wholes: [],
  }),
  plan: (request, record, part, fleet) => {
    const { milliseconds } = shareOf(record.parts.length, fleet);
    if (isRange(part)) return { part, milliseconds, perLine: firstMilliseconds };
    const { from: line, search } = read(part);
    const { hard, question } = hardLine(request, record, line);
    if (search === undefined || !hard.search) {
      const perLine = Math.min(hard.left!, timeLeft(record, fleet));
      return { part, milliseconds: perLine, perLine };
    }
    const plan = solveParts.plan(question, hard.search, search, fleetOf(record, fleet));
    return { part, milliseconds: plan.milliseconds, perLine: 0, search: { request: question, plan } };
  },
  slice: (request, { part, perLine, search }, context) => {
    if (search) {
      const slice = solveParts.slice(search.request, search.plan, context);
      return slice && { part, milliseconds: slice.milliseconds, search: slice };
    }
    const began = workTime();
    const { limits, ...tables } = context;
    const budget = new Budget(limits);
    const work = lineWork(request, { ...limits, ...tables });
    const { from, to } = read(part);
    const lines: KnownOfLine[] = [];
    do lines.push(work(from + lines.length, perLine));
    while (from + lines.length < to && !budget.spent());
    return { part, milliseconds: workTime() - began, lines };
  },
  merge: (request, record, slice, fleet) => {
    const { parts, wholes } = record;
    if (![...parts, ...wholes].includes(slice.part)) return record;
    const milliseconds =
      record.milliseconds + slice.milliseconds / Math.min(fleet.threads, parts.length + wholes.length);
    const worked = { ...record, milliseconds };
    const after = isRange(slice.part)
      ? finishRange(worked, slice, fleet.threads)
      : finishHard(request, worked, slice, fleet);
    return proceed(request, after, fleet);
  },
  progress: ({ lines }) => ({
    generated: lines.filter(({ is }) => is !== 'waiting').length,
    counted: doneOf(lines),
    lowerBound: 0,
    peakFrontier: lines.length,
  }),
  result: (request, record, reason) => {
    const lines = [...record.lines];
    for (const { line, search } of record.hard)
      if (search) lines[line] = searchedLine(hardLine(request, record, line), search, reason);
    return { status: 'done', lines, milliseconds: record.milliseconds, ...(isOpen(record) && reason && { reason }) };
  },
};

/** Works on a file on this thread alone, as long as the limits allow. */
export const workAlone = (request: FileRequest, context: JobContext): FileRecord => {
  const { limits } = context;
  const budget = new Budget(limits);
  const fleet = { threads: 1, limits };
  let record = fileParts.begin(request)!;
  while (isOpen(record) && !budget.spent()) {
    const left = Math.max(1, timeLeft(budget, fleet));
    const plan = fileParts.plan(request, record, record.wholes[0] ?? record.parts[0]!, fleet);
    const own = { ...plan, perLine: Math.min(plan.perLine, left) };
    // The solutions of a line are none of the file's.
    const { bytes, nodes } = limits;
    const slice = fileParts.slice(request, own, {
      ...context,
      limits: { bytes, nodes, milliseconds: Math.min(plan.milliseconds, left), control: new SearchControl() },
    });
    if (slice) record = fileParts.merge(request, record, slice, fleet);
  }
  return record;
};
