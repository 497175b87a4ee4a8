/** How long the parts of the bot wait for each other, in milliseconds: in one place, as tests of trouble wait for less. */
export const waits = {
  /**
   * An acknowledgement, for the answer, which then is the first response. On a busy machine, letting the request in takes a part
   * of it.
   */
  acknowledgement: 700,
  /** The first attempt again at an answer; later ones wait twice as long each. */
  retry: 300,
  /** Others, for the jobs of a process that was killed: as long as both together. */
  worker: { lockDuration: 4000, stalledInterval: 1000 },
  /** Between two looks for jobs that are delayed for too long. */
  delayed: 3000,
  /** Before the first report of progress: quick answers come before it, and never show one. And between two of them. */
  firstReport: 1500,
  report: 3000,
  /**
   * Locks: a report outlives its connection to Discord, which may carry out a request that nobody waits for any more. Who makes
   * the reports of a request may be late with the next one. A card that was shared is out of sight after an hour.
   */
  locks: { report: 20_000, reporter: 7000, shared: 3_600_000 },
  /** An accepted request, until it is in the queue. If its bot has stopped, it counts for nothing after that. */
  entering: 10_000,
  /** A worker that stops, for searches that end within this; the others return to the queue. */
  grace: 1000,
  /** Between two looks at a thread; and beyond its deadline, after which a thread hangs and is ended. */
  thread: 500,
  overdue: 5000,
  /** Between two heartbeats of a version of jobs. */
  heartbeat: 3000,
  /** Before a process that has ended starts again, for the first time. */
  restart: 250,
  /** A connection for jobs, which is to survive a lost server; and one on which BullMQ blocks for up to 10 s. */
  worksSocket: 15_000,
  blockedSocket: 15_000,
  /** A connection for requests of people, and each of its commands. */
  asksSocket: 8000,
  command: 8000,
};
