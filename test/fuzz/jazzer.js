/** What Jazzer.js calls: one of the targets, named by FUZZ_TARGET. */
import { targets } from './targets.js';

const { run } = targets[process.env.FUZZ_TARGET];

/** @param {Buffer} bytes of any kind; what is no UTF-8 becomes U+FFFD, as in what Discord sends */
export const fuzz = (bytes) => run(bytes.toString('utf8'));
