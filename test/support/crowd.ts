/** People who keep sending requests, and the totals of their outcomes. */

import type { Channel, InteractionHandle, Message, Person } from '@antipode/stand-in';
import { seeded } from '../../src/search/scramble.ts';
import { isFinal, leadsToGoal, movesOf, textOf } from './messages.ts';
import type { TestSystem } from './test-system.ts';

interface Question {
  readonly subcommand: string;
  readonly options: Readonly<Record<string, string | boolean>> & { readonly position: string };
}

/** A random position of the 8 puzzle, or of a larger one. */
const anyQuestion = (random: () => number): Question => {
  const subcommand = random() < 0.9 ? 'eight' : 'eleven';
  const count = subcommand === 'eight' ? 9 : 12;
  const tiles = Array.from({ length: count }, (_, tile) => tile);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [tiles[i], tiles[j]] = [tiles[j]!, tiles[i]!];
  }
  return { subcommand, options: { position: tiles.map((tile) => tile.toString(36).toUpperCase()).join('') } };
};

/** Whether an answer says that there is no solution. */
const isNone = (message: Message): boolean => textOf(message).includes('No solution:');
const isAnswer = (message: Message): boolean =>
  !message.deleted && (isNone(message) || textOf(message).includes('proved shortest'));

const isRight = (message: Message, { subcommand, options }: Question): boolean =>
  isAnswer(message) && (isNone(message) || leadsToGoal(subcommand, options.position, movesOf(message)));

/** Whether an answer may still replace the message: a report of progress, or a warning that the queue is slow. */
const isOpen = (message: Message): boolean => !isFinal(message) || textOf(message).includes('No answer in a minute?');

/** The messages for a person: the reply, and messages that name them, as late answers do. */
const toldTo = (person: Person, asked: InteractionHandle, channel: Channel): Message[] => {
  const reply = asked.reply();
  const others = [...channel.messages.values()].filter((message) => isFor(person, message));
  return [...(reply ? [reply] : []), ...others.filter((message) => message !== reply)];
};
const isFor = (person: Person, message: Message): boolean => textOf(message).includes(`<@${person.id}>`);

/** The history of a message, for reports. */
const biographyOf = (message: Message): string => {
  const { createdAt, editedAt, ephemeral, history } = message;
  const at = (time: number | undefined): string => (time === undefined ? 'never' : new Date(time).toISOString());
  return `${ephemeral ? 'for one, ' : ''}sent ${at(createdAt)}, edited ${at(editedAt)}, ${history.length} states: ${textOf(message)}`;
};

export interface Totals {
  /** All requests. */
  asked: number;
  /** Acknowledged as "thinking…". */
  accepted: number;
  /** Answered with a solution that leads to the goal, or that there is none. */
  answered: number;
  /** Refused at once. */
  refused: number;
  /** When they were refused, in milliseconds by the monotonic clock. */
  readonly refusals: number[];
  /** Not acknowledged: "The application did not respond". */
  silent: number;
  wrong: number;
  lost: number;
  /** Answers after the first. */
  duplicates: number;
  /** From the request to the answer, in milliseconds. */
  readonly times: number[];
  /** Messages in place of an answer. */
  readonly words: string[];
}

interface CrowdOptions {
  readonly seed?: number;
  /** Milliseconds between an answer and the same person's next request, at most. */
  readonly pause?: number;
  /** Milliseconds after which an answer counts as lost. */
  readonly patience?: number;
  /** What they ask. */
  readonly question?: (random: () => number) => Question;
}

export class Crowd {
  readonly totals: Totals = {
    asked: 0,
    accepted: 0,
    answered: 0,
    refused: 0,
    refusals: [],
    silent: 0,
    wrong: 0,
    lost: 0,
    duplicates: 0,
    times: [],
    words: [],
  };
  /** A channel of their own, with no other answers. */
  readonly channel: Channel;
  private readonly system: TestSystem;
  private readonly random: () => number;
  private readonly pause: number;
  private readonly patience: number;
  private isOver = false;
  private readonly question: (random: () => number) => Question;
  private readonly told: { person: Person; asked: InteractionHandle; wanted: Question; isAnswered: boolean }[] = [];
  private readonly people: Promise<void>[];

  constructor(system: TestSystem, size: number, options: CrowdOptions = {}) {
    const { seed = 1, pause = 100, patience = 120_000, question = anyQuestion } = options;
    this.system = system;
    this.channel = system.guild.createChannel({ name: `crowd-${seed}` });
    this.random = seeded(String(seed));
    this.pause = pause;
    this.patience = patience;
    this.question = question;
    this.people = Array.from({ length: size }, async (_, index) => {
      for (let turn = 0; !this.isOver; turn++) {
        await this.ask(`person-${index}-${turn}`);
        await new Promise((resolve) => setTimeout(resolve, this.pause * this.random()));
      }
    });
  }

  /** Sends no more requests; resolves when the last one has been answered. */
  async leave(): Promise<Totals> {
    this.isOver = true;
    await Promise.all(this.people);
    const named = new Map<string, Message[]>();
    for (const message of this.channel.messages.values()) {
      const [, id] = /<@(\d+)>/u.exec(textOf(message)) ?? [];
      if (id) named.set(id, [...(named.get(id) ?? []), message]);
    }
    for (const { person, asked } of this.told) {
      const reply = asked.reply();
      const others = named.get(person.id) ?? [];
      const answers = new Set([...(reply ? [reply] : []), ...others, ...asked.followUps()].filter(isAnswer));
      if (answers.size < 2) continue;
      this.totals.duplicates += answers.size - 1;
      for (const message of answers) this.totals.words.push(`${asked.id}, more than once: ${biographyOf(message)}`);
    }
    return this.totals;
  }

  /** The answered requests of which no message shows the right answer any more. */
  replaced(): string[] {
    return this.told.flatMap(({ person, asked, wanted, isAnswered }) => {
      const messages = toldTo(person, asked, this.channel);
      if (!isAnswered || messages.some((message) => isRight(message, wanted))) return [];
      return [`${asked.id}: ${messages.map(biographyOf).join('\n')}`];
    });
  }

  private async ask(name: string): Promise<void> {
    const { totals, system, channel } = this;
    const wanted = this.question(this.random);
    const from = performance.now();
    totals.asked++;
    const person = system.person(name);
    const asked = await person.command(channel, 'solve', wanted);
    const told = { person, asked, wanted, isAnswered: false };
    this.told.push(told);
    try {
      await asked.acknowledged;
    } catch {
      totals.silent++;
      return;
    }
    const first = asked.reply();
    if (first && !isOpen(first) && !isAnswer(first)) {
      // Refused at once, since Redis is unreachable.
      this.refuse();
      return;
    }
    const isPromised = !first || first.loading || isAnswer(first);
    if (isPromised) totals.accepted++;
    const message = await this.answer(person, asked, isPromised ? this.patience : 10_000);
    if (message) {
      totals.times.push(performance.now() - from);
      if (!isPromised) totals.accepted++;
      told.isAnswered = isRight(message, wanted);
      if (told.isAnswered) totals.answered++;
      else {
        totals.wrong++;
        totals.words.push(`${asked.id}: ${textOf(message)}`);
      }
    } else if (isPromised) {
      totals.lost++;
      totals.words.push(`${asked.id}: nothing`);
    } else this.refuse();
  }

  private refuse(): void {
    this.totals.refused++;
    this.totals.refusals.push(performance.now());
  }

  /** The final message for a person; undefined if that takes too long. */
  private answer(person: Person, asked: InteractionHandle, patience: number): Promise<Message | undefined> {
    const { standIn } = this.system;
    const now = toldTo(person, asked, this.channel).find((message) => !isOpen(message));
    if (now) return Promise.resolve(now);
    return new Promise((resolve) => {
      const end = (message?: Message) => {
        clearTimeout(timer);
        standIn.off('message', hear);
        standIn.off('messageUpdate', hear);
        resolve(message);
      };
      const hear = (message: Message) => {
        if ((message === asked.reply() || isFor(person, message)) && !isOpen(message)) end(message);
      };
      const timer = setTimeout(end, patience);
      standIn.on('message', hear);
      standIn.on('messageUpdate', hear);
    });
  }
}
