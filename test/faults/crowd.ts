/** People who keep asking, and the books of what became of every question. */
import { walk } from '../../src/playground/components.ts';
import type { Asked, Message } from '../../src/playground/stand-in.ts';
import { type House, leadsToGoal, movesOf, textOf } from '../e2e/house.ts';

/** Mulberry32, so that a run can be had again. */
export const seeded = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** A position of the 8 puzzle, or of a larger one, at random. */
const question = (random: () => number): { subcommand: string; options: Record<string, string> } => {
  const subcommand = random() < 0.9 ? 'eight' : 'eleven';
  const count = subcommand === 'eight' ? 9 : 12;
  const tiles = Array.from({ length: count }, (_, tile) => tile);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [tiles[i], tiles[j]] = [tiles[j]!, tiles[i]!];
  }
  return { subcommand, options: { position: tiles.map((tile) => tile.toString(36).toUpperCase()).join('') } };
};

const isOpen = (message: Message): boolean =>
  [...walk(message.components)].some(({ node }) => node.custom_id?.startsWith('cancel|')) ||
  textOf(message).includes('slow to take your request');

/** What people hear in place of a solution: there is none. */
const isNone = (message: Message): boolean => textOf(message).includes('cannot be solved');

export interface Books {
  /** All that was asked. */
  asked: number;
  /** Acknowledged as "thinking…": the answer is owed. */
  accepted: number;
  /** With a solution that leads to the goal, or the proof that there is none. */
  answered: number;
  /** Told at once that it does not go just now. */
  refused: number;
  /** Not acknowledged: "The application did not respond". */
  silent: number;
  wrong: number;
  lost: number;
  /** Answers beyond the first. */
  duplicates: number;
  /** From sending to the answer, in milliseconds. */
  readonly times: number[];
}

export class Crowd {
  readonly books: Books = {
    asked: 0,
    accepted: 0,
    answered: 0,
    refused: 0,
    silent: 0,
    wrong: 0,
    lost: 0,
    duplicates: 0,
    times: [],
  };
  private readonly house: House;
  private readonly random: () => number;
  private readonly patience: number;
  private isOver = false;
  private readonly people: Promise<void>[];

  /** @param patience milliseconds after which an answer is lost */
  constructor(house: House, size: number, { seed = 1, pause = 100, patience = 120_000 } = {}) {
    this.house = house;
    this.random = seeded(seed);
    this.patience = patience;
    this.people = Array.from({ length: size }, async (_, index) => {
      for (let turn = 0; !this.isOver; turn++) {
        await this.ask(`person-${index}-${turn}`);
        await new Promise((resolve) => setTimeout(resolve, pause * this.random()));
      }
    });
  }

  /** Nobody asks any more; resolves when the last one has been answered. */
  async leave(): Promise<Books> {
    this.isOver = true;
    await Promise.all(this.people);
    const all = [...this.house.channel.messages.values()];
    const answers = all.filter((message) => !message.deleted && textOf(message).includes('proved shortest'));
    const unsolvable = all.filter((message) => !message.deleted && isNone(message));
    this.books.duplicates = answers.length + unsolvable.length - this.books.answered;
    return this.books;
  }

  private async ask(name: string): Promise<void> {
    const { books, house } = this;
    const wanted = question(this.random);
    const from = performance.now();
    books.asked++;
    const asked: Asked = await house.person(name).command(house.channel, 'solve', wanted);
    try {
      await asked.acknowledged;
    } catch {
      books.silent++;
      return;
    }
    const first = asked.reply();
    if (first && !first.loading && !isOpen(first)) {
      // Answered on the spot: that Redis is away.
      books.refused++;
      return;
    }
    const isPromised = first?.loading ?? true;
    if (isPromised) books.accepted++;
    try {
      const message = await asked.until((now) => !isOpen(now), isPromised ? this.patience : 10_000);
      books.times.push(performance.now() - from);
      const { position } = wanted.options;
      const isRight = isNone(message) || leadsToGoal(wanted.subcommand, position!, movesOf(message));
      if (!isPromised) books.accepted++;
      if (isRight) books.answered++;
      else books.wrong++;
    } catch {
      if (isPromised) books.lost++;
      else books.refused++;
    }
  }
}

/** Keys that are meant to outlive a question, or to run out by themselves. */
const staying = [
  /:work:result:/u,
  /:work:(recent|rate|pace|alive|versions?):/u,
  /:hardest:/u,
  /:(reply|work)[^:]*:(meta|events|id|marker|stalled-check|metrics.*)$/u,
  /:daily:/u,
];

/** What is left of questions that are over: jobs, tokens, places, claims, locks. */
export const leftovers = async (house: House): Promise<string[]> =>
  (await house.redis.keys('*')).filter((key) => !staying.some((known) => known.test(key))).sort();
