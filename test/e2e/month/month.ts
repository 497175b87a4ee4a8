/** One run of the test: servers and members, what happens, a bot that is killed, and what must be true at the end. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Channel, Message } from '@antipode/stand-in';
import { MEMBER_PERMISSIONS } from '@antipode/stand-in/permissions';
import { Queue } from 'bullmq';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { expect } from 'vitest';
import { postQueue } from '../../../src/features/daily/poster.ts';
import { numberAt, startOf } from '../../../src/features/daily/rules.ts';
import { DailyStore } from '../../../src/features/daily/store.ts';
import { formatMoves } from '../../../src/puzzles/moves.ts';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import { seeded } from '../../../src/search/scramble.ts';
import { textOf } from '../../support/messages.ts';
import { TestSystem } from '../../support/test-system.ts';

import type { Happening, Member, Plan, Server } from './plan.ts';
import { day, dueAt, hour, minute, shownIn, zones } from './time-zones.ts';

/** How long before the end of a number the reminders are sent. */
const evening = 3 * hour;

/** Private answers to commands have the same button. */
const isPost = (message: Message): boolean =>
  !message.ephemeral && JSON.stringify(message.components).includes('"daily-play|');

export class Month {
  /** What has been counted. */
  readonly figures = new Map<string, number>();
  private readonly system: TestSystem;
  private readonly plan: Plan;
  private readonly random: () => number;
  private readonly queue: Queue;
  private readonly daily: DailyStore;
  private readonly first: number;
  private readonly last: number;
  private readonly servers: Server[];
  private readonly members: Member[];
  /** Times at which the bot was running and had nothing left to do. */
  private readonly quiet: number[] = [];
  private readonly killed: number[] = [];
  private bot: ChildProcess | undefined;
  private spare: Promise<() => Promise<ChildProcess>> | undefined;

  private constructor(system: TestSystem, plan: Plan) {
    this.system = system;
    this.plan = plan;
    this.random = seeded(plan.seed);
    this.queue = new Queue(postQueue, { connection: system.redis, prefix: 'antipode' });
    this.daily = new DailyStore(system.redis, 'antipode');
    this.first = numberAt(Date.parse(plan.from));
    this.last = this.first + plan.days - 1;
    const all = zones.flatMap(([zone, ...hours]) => hours.map((at, index) => ({ zone, hour: at, index })));
    // One server in each zone before the second ones of any; the last ones at random.
    const sorted = all.toSorted((a, b) => a.index - b.index);
    this.servers = Array.from({ length: plan.servers }, (_, index) => {
      const { zone, hour: at } = sorted[index] ?? sorted[Math.floor(this.random() * sorted.length)]!;
      const guild = system.standIn.createGuild();
      const admin = system.standIn.createUser({ name: 'admin' });
      admin.join(guild, { permissions: MEMBER_PERMISSIONS | PermissionFlagsBits.ManageGuild });
      return { guild, channel: guild.createChannel(), admin, zone, hour: at, changes: index % 10 === 9 };
    });
    this.members = Array.from({ length: plan.members }, (_, index) => {
      const person = system.standIn.createUser({ name: `member ${index}` });
      const server = this.servers[Math.floor(this.random() * this.servers.length)]!;
      person.join(server.guild);
      return { person, server, finished: new Map(), types: index < 6, wantsReminders: index % 3 === 0 };
    });
  }

  static async run(plan: Plan): Promise<Month> {
    // A busy machine loses locks, which need no line in the log.
    const system = await TestSystem.open({ acknowledgeMs: 1000 }, { LOG_LEVEL: 'fatal' });
    const month = new Month(system, plan);
    try {
      await system.later(startOf(month.first) - 3 * hour - Date.now());
      month.spare = system.prepare('bot');
      await Promise.all([system.start('worker'), month.start()]);
      await month.begin();
      await month.live();
      await month.check();
      return month;
    } finally {
      await month.spare?.catch(() => {});
      await month.queue.close();
      await system.close();
    }
  }

  private count(what: string, by = 1): void {
    this.figures.set(what, (this.figures.get(what) ?? 0) + by);
  }

  private chance(share: number): boolean {
    return this.random() < share;
  }

  private async start(): Promise<void> {
    const go = await this.spare!;
    this.bot = await go();
    this.spare = this.system.prepare('bot');
  }

  private async until(at: number): Promise<void> {
    if (at > Date.now()) await this.system.later(Math.ceil(at - Date.now()));
  }

  /** Admins set up their servers, and members their reminders. */
  private async begin(): Promise<void> {
    for (const { admin, channel, zone, hour: at } of this.servers) {
      const options = { channel, zone, hour: at };
      const saved = await (await admin.command(channel, 'settings', { subcommand: 'daily', options })).until();
      expect(textOf(saved)).toContain('Saved');
    }
    for (const { person, server } of this.members.filter(({ wantsReminders }) => wantsReminders)) {
      await (await person.command(server.channel, 'daily', { group: 'remind', subcommand: 'on' })).until();
    }
    // Some posts are due already. The bot checks once a minute of its clock.
    await this.until(Date.now() + minute);
    await this.settle();
  }

  /** Everything that will happen, in order. */
  private happenings(): Happening[] {
    const times = new Set<number>();
    const acts: Happening[] = [];
    for (let number = this.first; number <= this.last; number++) {
      const start = startOf(number);
      for (const { zone, hour: at } of this.servers) times.add(dueAt(number, zone, at).at + 2000);
      times.add(start + day - evening + 30_000).add(start + day - 10 * minute);
      for (const member of this.members) {
        // Some people finish nearly always, others rarely.
        if (!this.chance(0.4 + 0.6 * ((this.members.indexOf(member) % 5) / 4))) continue;
        const at = start + hour + Math.floor(this.random() * 21 * hour);
        if (Math.abs(at - (start + day - evening)) < 10 * minute) continue;
        acts.push({ at, act: () => this.finish(member, number) });
      }
    }
    for (const server of this.servers.filter(({ changes }) => changes)) {
      const at = startOf(this.first + 1) + Math.floor(this.random() * (this.plan.days - 2) * day);
      acts.push({ at, act: () => this.change(server), isCalm: true });
    }
    return [...[...times].map((at) => ({ at })), ...acts].toSorted((a, b) => a.at - b.at);
  }

  private async change({ admin, channel, zone }: Server): Promise<void> {
    const options = { hour: Math.floor(this.random() * 24), zone };
    await (await admin.command(channel, 'settings', { subcommand: 'daily', options })).until();
    this.count('settings changed');
  }

  /** Somebody solves a number, if it is still running. */
  private async finish({ person, server, types, finished }: Member, number: number): Promise<void> {
    if (numberAt(Date.now()) !== number) return;
    const drawn = await this.system.redis.get(`antipode:work:result:daily|${number}`);
    if (types && drawn !== null && this.bot) {
      const { puzzle: id, position, moves } = JSON.parse(drawn);
      const puzzle = puzzleOf(id)!;
      const start = puzzle.parsePosition(position);
      if (!start.ok) throw new Error(position);
      const options = { moves: formatMoves(puzzle, start.value, moves).join(' ') };
      const asked = await person.command(server.channel, 'daily', { subcommand: 'submit', options });
      const answer = await asked.until().catch(() => undefined);
      // Without an answer, the result may be recorded all the same.
      if (!answer && !(await this.daily.result(number, person.id)))
        return this.count('solutions lost with a killed bot');
      if (answer) expect(textOf(answer)).toContain('the best possible');
      this.count('solutions sent');
    } else {
      const effort = { moves: 20, hints: 0, seconds: 60 };
      // A result that is recorded twice counts once.
      for (let times = this.chance(0.2) ? 2 : 1; times > 0; times--) {
        await this.daily.record(number, person.id, effort, { optimal: 18, at: Date.now(), guild: server.guild.id });
      }
    }
    finished.set(number, Date.now());
  }

  private async live(): Promise<void> {
    const happenings = this.happenings();
    const deadly = happenings.flatMap(({ isCalm }, index) => (isCalm ? [] : index));
    const busy = happenings.flatMap(({ act }, index) => (act ? [] : index));
    // Mostly when there is something to post.
    const draw = (): number => {
      const from = this.chance(0.75) ? busy : deadly;
      return from[Math.floor(this.random() * from.length)]!;
    };
    const kills = new Map<number, number>();
    for (let count = this.plan.kills; count > 0; count--) {
      const index = draw();
      kills.set(index, (kills.get(index) ?? 0) + 1);
    }
    const downtimes = new Map(this.plan.downtimes.map((hours) => [draw(), hours]));
    for (const [index, { at, act }] of happenings.entries()) {
      await this.until(at);
      const acting = act?.();
      const long = downtimes.get(index);
      if (long !== undefined) {
        await this.kill();
        await this.until(Date.now() + long * hour);
        this.count('downtimes of more than a day');
        await this.start();
      }
      for (let count = kills.get(index) ?? 0; count > 0; count--) {
        await this.kill();
        // The bot is away for a moment, or longer than Discord remembers a nonce, or for hours.
        if (this.chance(0.5)) await this.until(Date.now() + this.random() ** 4 * 6 * hour);
        await this.start();
      }
      await acting;
      await this.settle();
    }
    this.count('events', happenings.length);
  }

  /** Wakes a bot that sleeps until the next minute of a clock that was moved. The job itself does nothing. */
  private async wake(): Promise<void> {
    await this.queue.add('post', { guild: '0' }, { removeOnComplete: true, removeOnFail: true });
  }

  /** How many servers, people and jobs wait for the bot. */
  private async left(): Promise<number> {
    const { redis } = this.system;
    const now = Date.now();
    const number = numberAt(now);
    const isEvening = now >= startOf(number + 1) - evening;
    const counts = await Promise.all([
      redis.zcount('antipode:posting:agenda', '-inf', now),
      isEvening ? redis.zcount('antipode:posting:reminded', '-inf', `(${number}`) : 0,
      this.queue.getJobCountByTypes('active', 'waiting'),
    ]);
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Waits until the bot has nothing left to do. */
  private async settle(): Promise<void> {
    const end = performance.now() + 60_000;
    await this.wake();
    while ((await this.left()) > 0) {
      if (performance.now() > end) throw new Error('a bot that was there has not done what was due');
      await sleep(20);
    }
    this.quiet.push(Date.now());
  }

  /** Kills the bot after it sent a message, before a message is accepted, or at a random time. */
  private async kill(): Promise<void> {
    const bot = this.bot!;
    const { standIn } = this.system;
    const way = this.random();
    const exit = once(bot, 'exit');
    let isHit = false;
    const strike = (): void => {
      isHit = true;
      bot.kill('SIGKILL');
    };
    const onMessage = (message: Message): void => {
      if (isPost(message)) strike();
    };
    if (way < 0.4) standIn.on('message', onMessage);
    else if (way < 0.6) {
      const path = /^\/channels\/\d+\/messages$/u;
      standIn.faults.add({ method: 'POST', path, when: 'before', answer: { kind: 'hang-up' } });
    }
    const { injected } = standIn.faults;
    await this.wake();
    const isPatient = way < 0.6;
    const end = performance.now() + (isPatient ? 10_000 : this.random() * 300);
    for (let count = 0; !isHit && performance.now() < end; count++) {
      if (standIn.faults.injected > injected) strike();
      // To ask is dear.
      else if (isPatient && count % 10 === 9 && (await this.left()) === 0) strike();
      await sleep(2);
    }
    if (!isHit) strike();
    await exit;
    await this.system.expireLocks();
    standIn.off('message', onMessage);
    standIn.faults.clear();
    this.bot = undefined;
    this.killed.push(Date.now());
    this.count('kills');
    await this.countLoose();
  }

  /** Counts the states in which a killed bot has left posts. */
  private async countLoose(): Promise<void> {
    const number = numberAt(Date.now());
    for (const { guild, channel } of this.servers) {
      const state = await this.system.redis.hget(`antipode:posting:post:${guild.id}:${number}`, 'state');
      if (state === 'sent') this.count('posts left sent and noted, but not settled');
      if (state !== 'trying') continue;
      const isThere = this.postsIn(channel).some((post) => post.number === number);
      this.count(isThere ? 'posts left sent, but not noted' : 'posts left noted, but not sent');
    }
  }

  private postsIn(channel: Channel): { number: number; message: Message }[] {
    return [...channel.messages.values()].filter(isPost).map((message) => {
      const [, number] = /"daily-play\|(\d+)"/u.exec(JSON.stringify(message.components))!;
      return { number: Number(number), message };
    });
  }

  private async check(): Promise<void> {
    for (const server of this.servers) await this.checkServer(server);
    for (const member of this.members) await this.checkMember(member);
    expect(this.system.refused().filter(({ status }) => status < 500 && status !== 429)).toEqual([]);
  }

  /** Expects each number once, not before its time, and as soon as a bot was running. */
  private async checkServer({ guild, channel, zone, hour: wanted, changes }: Server): Promise<void> {
    const posts = this.postsIn(channel);
    expect(posts.map(({ number }) => number)).toEqual(
      [...new Set(posts.map(({ number }) => number))].toSorted((a, b) => a - b),
    );
    for (let number = this.first; number <= this.last; number++) {
      const what = `#${number} at ${wanted}:00 ${zone}${changes ? ', changed' : ''}`;
      const end = startOf(number + 1);
      // When settings change, a post is due by the end of the day.
      const { at, how } = changes ? { at: end - 15 * minute, how: 'shown' } : dueAt(number, zone, wanted);
      const post = posts.find((one) => one.number === number);
      const there = this.quiet.find((time) => time >= at && time < end);
      if (!post) {
        expect(there, `${what} is missing`).toBeUndefined();
        const key = `antipode:posting:post:${guild.id}:${number}`;
        if (number < this.last) expect(await this.system.redis.hget(key, 'state'), what).toBe('skipped');
        this.count('posts skipped, the bot being away from their time to the end of their day');
        continue;
      }
      const { createdAt } = post.message;
      this.count('posts');
      expect(createdAt, what).toBeLessThan(end);
      if (!changes) {
        expect(createdAt, what).toBeGreaterThanOrEqual(at);
        if (there !== undefined) expect(createdAt, what).toBeLessThanOrEqual(there);
        if (createdAt > at + minute) this.count('posts that came late');
        else if (how === 'jumped') this.count('posts at an hour that the clocks jumped over');
        else if (how === 'neither') this.count('posts at noon UTC, as the hour did not come on their day');
        else expect(shownIn(zone, createdAt) % 1440 < wanted * 60 + 1, what).toBe(true);
      }
      const before = posts.filter((one) => one.number < number).at(-1)?.number;
      const told = /The solution of #(\d+)/u.exec(textOf(post.message))?.[1];
      expect(told && Number(told), what).toBe(before);
    }
  }

  /** Expects the stats of a plain recount, and one reminder for each day on which a streak was about to end. */
  private async checkMember({ person, finished, wantsReminders }: Member): Promise<void> {
    let [streak, best] = [0, 0];
    for (let number = this.first; number <= this.last; number++) {
      streak = finished.has(number) ? streak + 1 : number === this.last ? streak : 0;
      best = Math.max(best, streak);
    }
    const figures = await this.daily.figures(person.id, this.last);
    expect(figures, person.name).toMatchObject({ solved: finished.size, streak, best });
    this.count('streaks that are right');
    const reminders = person.messages(person.direct()).map((message) => ({
      number: numberAt(message.createdAt),
      at: message.createdAt,
    }));
    expect(new Set(reminders.map(({ number }) => number)).size, person.name).toBe(reminders.length);
    this.count('reminders', reminders.length);
    for (let number = this.first; number <= this.last; number++) {
      const from = startOf(number + 1) - evening;
      const there = this.quiet.find((time) => time >= from && time < startOf(number + 1));
      const isNeeded = (at: number) =>
        wantsReminders && finished.has(number - 1) && !((finished.get(number) ?? Number.POSITIVE_INFINITY) < at);
      const reminder = reminders.find((one) => one.number === number);
      const what = `${person.name}, #${number}`;
      if (reminder) {
        expect(reminder.at, what).toBeGreaterThanOrEqual(from);
        expect(isNeeded(reminder.at), what).toBe(true);
      } else if (there !== undefined && isNeeded(there)) {
        // A reminder may be lost, but only with a killed bot; it is never sent twice.
        expect(
          this.killed.some((time) => time >= from && time < startOf(number + 1)),
          what,
        ).toBe(true);
        this.count('reminders lost with a killed bot');
      }
    }
  }
}
