/** Process: one search that may end its process. A worker starts it. */
import { serveSearch } from '../queue/isolated.ts';
import { jobs } from './jobs.ts';

serveSearch(jobs, new URL('./thread.js', import.meta.url));
