/** Slices that wait or fail, as the test says. */
import { mkdirSync, readFileSync } from 'node:fs';
import type { JobContext } from '../../../src/queue/define.ts';
import type { SlicePlan, WorkSlice } from '../../../src/search/work-record.ts';
import { disturbance, isOrdered, type Order, orderFile } from './disturbance.ts';

type Asked = { readonly method?: string };

const wait = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};

const within = (context: JobContext, milliseconds: number): JobContext => ({
  ...context,
  limits: { ...context.limits, milliseconds },
});

/** Holds a whole at each of its reports. */
const holdReports = ({ limits: { control } }: JobContext, isHeld: () => boolean): void => {
  const report = control.report.bind(control);
  control.report = (progress) => {
    report(progress);
    while (isHeld() && !control.isCancelled) wait(20);
  };
};

/** @returns whether this is the first call for an order */
const isFirst = (order: Order): boolean => {
  try {
    mkdirSync(orderFile(order));
    return true;
  } catch {
    return false;
  }
};

/** Fails as the method says. @returns whether it goes on in parts */
const failWhole = (method: string | undefined): boolean => {
  const hoard: number[][] = [];
  switch (method) {
    case 'bfs':
      throw new Error('a fault of the test');
    case 'ida':
      for (;;);
    case 'iddfs':
      for (;;) hoard.push(new Array(2 ** 17).fill(0.5));
    case 'bidirectional':
      return process.exit(3);
    case 'ida-lc':
      return isFirst('once') && process.exit(3);
    default:
      return method === 'ida-wd';
  }
};

type SliceOf<Plan, Done> = (request: unknown, plan: Plan, context: JobContext) => Done | undefined;

/** A part of a search, which goes on as it is. */
const leftAs = ({ part }: SlicePlan, milliseconds: number): WorkSlice => {
  const slice = { part, milliseconds, nodes: 1, left: [part] };
  return slice;
};

/** @param isWhole whether it is that of a whole, which can't be stopped */
export const disturbedSlice =
  <Plan extends SlicePlan, Done extends WorkSlice>(slice: SliceOf<Plan, Done>, isWhole: boolean): SliceOf<Plan, Done> =>
  (request, plan, context) => {
    const { method } = request as Asked;
    if (disturbance.failing === 'threads') {
      if (isWhole && failWhole(method)) return slice(request, plan, within(context, 0));
      if (!isWhole && method === 'ida-wd' && isFirst('once-in-a-part')) process.exit(3);
    }
    if (disturbance.held === 'parts' && isOrdered('hold') && plan.part.includes(':')) {
      wait(100);
      return leftAs(plan, Number(readFileSync(orderFile('hold')))) as Done;
    }
    if (disturbance.held !== 'searches') return slice(request, plan, context);
    const isHeld = (): boolean => (method === 'iddfs' || method === 'regions') && isOrdered('hold');
    if ('isTrial' in plan && plan.isTrial) return slice(request, plan, within(context, isHeld() ? 0 : 10_000));
    if (isWhole) holdReports(context, isHeld);
    const end = performance.now() + plan.milliseconds;
    while (!isWhole && isHeld() && performance.now() < end) wait(20);
    return !isWhole && isHeld() ? (leftAs(plan, 0) as Done) : slice(request, plan, context);
  };
