/**
 * Metrics for Prometheus. Labels come from short lists: never ids, never text that people typed. docs/alerts.yml and
 * docs/grafana.json use them.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { version } from './version.ts';

export const registry = new Registry();

const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]): Counter<L> =>
  new Counter({ name: `antipode_${name}`, help, labelNames, registers: [registry] });
const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[]): Gauge<L> =>
  new Gauge({ name: `antipode_${name}`, help, labelNames, registers: [registry] });
const histogram = <L extends string>(
  name: string,
  help: string,
  labelNames: readonly L[],
  buckets: number[],
): Histogram<L> => new Histogram({ name: `antipode_${name}`, help, labelNames, buckets, registers: [registry] });

/** Seconds, from an instant answer to the longest search. */
const longBuckets = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 60, 120, 300, 900];

export const metrics = {
  interactions: counter(
    'interactions_total',
    'Interactions, by command or component, and how they ended: done or failed.',
    ['command', 'outcome'],
  ),
  acknowledgement: histogram(
    'acknowledgement_seconds',
    'From an interaction until Discord has taken its first answer. Discord waits 3 seconds.',
    ['type'],
    [0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 2.5, 3],
  ),
  requests: counter(
    'requests_total',
    'Requests for work, and whether they were accepted or which limit refused them.',
    ['kind', 'verdict'],
  ),
  answer: histogram(
    'answer_seconds',
    'From an accepted request until its answer was delivered.',
    ['kind'],
    longBuckets,
  ),
  answers: counter(
    'answers_total',
    'Answers, by how they ended: edited into the reply, posted late, refused or lost.',
    ['way'],
  ),
  jobs: counter('jobs_total', 'Jobs that a worker has ended, by kind of work, lane, and the status of the result.', [
    'kind',
    'lane',
    'outcome',
  ]),
  solve: histogram('solve_seconds', 'How long threads took for a piece of work.', ['kind', 'lane'], longBuckets),
  busy: gauge('threads_busy', 'Solver threads of this worker that are at work.', ['lane']),
  threads: gauge('threads', 'Solver threads of this worker.', ['lane']),
  tables: gauge('table_bytes', 'Memory of the tables that this worker keeps.', []),
  queued: gauge('queue_jobs', 'Jobs in a queue of all processes together, by state.', ['queue', 'state']),
  wait: gauge('queue_wait_seconds', 'How long a request that came now would wait for a worker; absent where unknown.', [
    'queue',
  ]),
  redis: gauge('redis_up', 'Whether Redis is in reach: 1 or 0.', []),
  shards: gauge('shards', 'Shards of this bot, by whether they are ready.', ['state']),
  guilds: gauge('guilds', 'Servers that this bot is in.', []),
  rest: counter(
    'rest_requests_total',
    'Requests to Discord, by method and status. At 10,000 answers 401, 403 and 429 in ten minutes it shuts the address out.',
    ['method', 'status'],
  ),
  restLimited: counter('rest_rate_limits_total', "Requests that had to wait for one of Discord's rate limits.", [
    'scope',
  ]),
  posts: counter('posts_total', 'Daily posts, by how they ended.', ['outcome']),
  info: gauge('info', 'Always 1: which program this is.', ['part', 'version', 'jobs']),
};

/** Reports which program this is, and measures the process: memory, processor time, event loop. */
export const measureProcess = (part: 'bot' | 'worker', jobVersion: number): void => {
  collectDefaultMetrics({ register: registry });
  metrics.info.set({ part, version, jobs: String(jobVersion) }, 1);
};
