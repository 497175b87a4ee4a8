/** Entry point of a worker's solver threads. */
import { taskRunner } from '../queue/thread.ts';
import { jobs } from './jobs.ts';

export default taskRunner(jobs);
