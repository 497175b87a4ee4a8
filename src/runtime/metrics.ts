/** Metrics for Prometheus. Labels come from short lists: never ids, never text that people typed. */
import { readFileSync } from 'node:fs';
import { Counter, collectDefaultMetrics, Gauge, Histogram } from 'prom-client';
import { watchEventLoop } from './event-loop.ts';
import { version } from './version.ts';

const options = <L extends string>(name: string, help: string, labelNames: readonly L[]) => ({
  name: `antipode_${name}`,
  help,
  labelNames,
});
const counter = <L extends string>(name: string, help: string, ...labels: L[]) =>
  new Counter(options(name, help, labels));
const gauge = <L extends string>(name: string, help: string, ...labels: L[]) => new Gauge(options(name, help, labels));
const histogram = <L extends string>(name: string, help: string, buckets: number[], ...labels: L[]) =>
  new Histogram({ ...options(name, help, labels), buckets });

const searchBuckets = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 60, 120, 300, 900];

export const metrics = {
  interactions: counter('interactions_total', 'Interactions, by name and outcome.', 'command', 'outcome'),
  acknowledgement: histogram(
    'acknowledgement_seconds',
    'Time from an interaction until Discord has accepted the first response. The limit is 3 s.',
    [0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 2.5, 3],
    'type',
  ),
  requests: counter('requests_total', 'Requests: accepted, or the limit that refused them.', 'kind', 'verdict'),
  answer: histogram('answer_seconds', 'Time from an accepted request until its answer.', searchBuckets, 'kind'),
  answers: counter(
    'answers_total',
    'Answers: given as the first response, edited into the reply, posted late, refused or lost.',
    'way',
  ),
  jobs: counter('jobs_total', 'Finished jobs, by the status of their result.', 'kind', 'lane', 'outcome'),
  solve: histogram('solve_seconds', 'Time that a solver thread took for a job.', searchBuckets, 'kind', 'lane'),
  busy: gauge('threads_busy', 'Solver threads of this worker that are running a job.', 'lane'),
  threads: gauge('threads', 'Solver threads of this worker.', 'lane'),
  memory: gauge(
    'memory_bytes',
    'Memory that this worker has reserved, by use. The sum is about its resident memory.',
    'use',
  ),
  queued: gauge('queue_jobs', 'Jobs in a queue shared by all processes, by state.', 'queue', 'state'),
  wait: gauge('queue_wait_seconds', 'Expected wait of a new request; absent if unknown.', 'queue'),
  redis: gauge('redis_up', 'Whether Redis is reachable: 1 or 0.'),
  shards: gauge('shards', 'Shards of this bot, by whether they are ready.', 'state'),
  guilds: gauge('guilds', 'Servers that this bot is in.'),
  rest: counter(
    'rest_requests_total',
    'Requests to Discord. It blocks an IP address after 10,000 responses of 401, 403 or 429 in ten minutes.',
    'method',
    'status',
  ),
  restLimited: counter('rest_rate_limits_total', "Requests that waited for one of Discord's rate limits.", 'scope'),
  posts: counter('posts_total', 'Daily posts, by outcome.', 'outcome'),
  info: gauge('info', 'Always 1; the labels describe this program.', 'part', 'version', 'jobs'),
};

/** Exports which program this is, and the default metrics of its process: memory, CPU, event loop. */
export function measureProcess(part: 'bot' | 'worker', jobVersion: number): void {
  collectDefaultMetrics();
  const longest = watchEventLoop();
  new Gauge({
    ...options(
      'event_loop_longest_seconds',
      'The longest turn of the event loop since these metrics were read last.',
      [],
    ),
    collect() {
      this.set(longest());
    },
  });
  metrics.info.set({ part, version, jobs: String(jobVersion) }, 1);
}

/** Resident memory of code and libraries, in bytes; 0 where the system doesn't tell. */
export function programBytes(): number {
  try {
    const [, kibibytes] = /^RssFile:\s+(\d+) kB$/mu.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return Number(kibibytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}
