/** fast-check with the same inputs in each run. `SEED=$RANDOM npm test` tries others, and so does `npm run fuzz`. */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

export default fc;
