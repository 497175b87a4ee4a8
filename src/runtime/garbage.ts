/** Collecting garbage on request. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** @returns a function that collects all garbage of this thread, in some 10 ms */
export const garbageCollector = (): (() => void) => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
};
