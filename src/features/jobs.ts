/** All kinds of work, once. Loads without discord.js: workers and their threads read it. */

import type { AnswersOf } from '../queue/answer.ts';
import { JobRegistry } from '../queue/job.ts';
import { analyseJob } from './analyse/job.ts';
import { compareJob } from './compare/job.ts';
import { contestJob } from './contest/job.ts';
import { convertJob } from './convert/job.ts';
import { dailyJob } from './daily/job.ts';
import { fileJob } from './file/job.ts';
import { readingJob } from './file/reading-job.ts';
import { surveyJob } from './hardest/job.ts';
import { heuristicJob } from './heuristic/job.ts';
import { drawJob } from './play/job.ts';
import { probabilityJob } from './probability/job.ts';
import { proofJob } from './proof/job.ts';
import { scrambleJob } from './scramble/job.ts';
import { allJob } from './solve/all-job.ts';
import { solveJob } from './solve/job.ts';
import { watchJob } from './watch/job.ts';

const definitions = [
  solveJob,
  allJob,
  proofJob,
  fileJob,
  readingJob,
  surveyJob,
  compareJob,
  heuristicJob,
  watchJob,
  analyseJob,
  probabilityJob,
  scrambleJob,
  convertJob,
  drawJob,
  contestJob,
  dailyJob,
] as const;
/** The bot's side of every kind. */
export type Answers = AnswersOf<(typeof definitions)[number]>;

export const jobs = new JobRegistry(definitions);
