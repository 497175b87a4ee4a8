/**
 * Which comes first, the answer or the acknowledgement? A model of `Requests.acknowledge` and `Delivery.first`, whose every
 * interleaving is tried: a bot that acknowledges, a bot that answers, either one killed, requests that are lost, confirmations
 * that are lost, and requests that Discord carries out after their sender has given up.
 */
import { expect, test } from 'vitest';

/**
 * Discord takes one first response, within 3 s of the interaction. It says 40060 if there is one, and 10062 if it is too late;
 * it is known to mix these up. An edit is taken after a first response and within 15 minutes.
 */
type Sent = 'defer' | 'respond' | 'edit';
type Result = 'ok' | 'refused' | 'expired';

interface Actor {
  /** What it does next or waits for. */
  at: 'start' | Sent | 'retry' | 'stopped' | 'end' | 'dropped';
  isSent: boolean;
  /** Sends of before are not its own any more. */
  run: number;
}

interface State {
  /** 0: within 3 s. 1: within 15 minutes. 2: later. */
  age: 0 | 1 | 2;
  shown: 'nothing' | 'thinking' | 'answer';
  /** The bot that acknowledges. */
  asked: Actor;
  /** The bot that answers. What it tries first depends on its clock, which may be wrong. */
  answering: Actor & { hasTried: Sent | undefined; tries: number };
  onTheWay: { by: 'asked' | 'answering'; what: Sent; run: number }[];
  kills: number;
  losses: number;
}

const mostTries = 3;
const mostKills = 2;
const mostLosses = 1;

/** What Discord does with a request. */
const carryOut = (state: State, what: Sent): Result => {
  if (what === 'edit') {
    if (state.age === 2) return 'expired';
    if (state.shown === 'nothing') return 'refused';
    state.shown = 'answer';
    return 'ok';
  }
  if (state.shown !== 'nothing' || state.age > 0) return 'refused';
  state.shown = what === 'defer' ? 'thinking' : 'answer';
  return 'ok';
};

/** What an actor does after Discord's answer, or without one. */
const proceed = (actor: Actor & Partial<State['answering']>, result: Result | 'failed'): void => {
  actor.isSent = false;
  if (actor.at === 'defer') {
    // discord.js tries again what has failed.
    if (result !== 'failed') actor.at = 'end';
  } else if (result === 'failed') actor.at = 'retry';
  // Of an expired token: the answer is posted in the channel.
  else if (result !== 'refused') actor.at = 'end';
  else if (actor.hasTried === undefined) {
    actor.hasTried = actor.at as Sent;
    actor.at = actor.at === 'respond' ? 'edit' : 'respond';
  } else actor.at = 'retry';
};

/** Requests on the way are never changed, so they are shared. */
const copyOf = (state: State): State => ({
  ...state,
  asked: { ...state.asked },
  answering: { ...state.answering },
  onTheWay: [...state.onTheWay],
});

const isDone = ({ at }: Actor): boolean => at === 'end' || at === 'dropped';

/** All states that can come next. */
const nextOf = (state: State): State[] => {
  const after: State[] = [];
  const branch = (change: (next: State) => void): void => {
    const next = copyOf(state);
    change(next);
    after.push(next);
  };
  if (state.age < 2) branch((next) => next.age++);
  for (const who of ['asked', 'answering'] as const) {
    const actor = state[who];
    if (isDone(actor)) continue;
    if (actor.at === 'stopped') {
      // BullMQ gives the job to another bot, after seconds. Nobody else acknowledges.
      if (who === 'answering' && state.age > 0) branch((next) => Object.assign(next.answering, { at: 'start' }));
      continue;
    }
    if (state.kills < mostKills) {
      branch((next) => {
        next.kills++;
        Object.assign(next[who], { at: 'stopped', isSent: false, run: actor.run + 1 });
      });
    }
    if (actor.at === 'start') {
      for (const at of who === 'asked' ? (['defer', 'end'] as const) : (['respond', 'edit'] as const)) {
        // The answer came through the same bot, which then needs no acknowledgement.
        if (at === 'end' && state.shown !== 'answer') continue;
        branch((next) => Object.assign(next[who], { at, hasTried: undefined }));
      }
    } else if (actor.at === 'retry') {
      // It goes on trying for longer than Discord waits for a first response.
      branch((next) => {
        if (next.age > 0) next.answering.tries++;
        next.answering.at = next.answering.tries > mostTries ? 'dropped' : 'start';
      });
    } else if (!actor.isSent) {
      branch((next) => {
        next[who].isSent = true;
        next.onTheWay.push({ by: who, what: actor.at as Sent, run: actor.run });
      });
    } else if (state.losses < mostLosses) {
      // It waits no longer, but the request may still arrive.
      branch((next) => {
        next.losses++;
        next[who].run++;
        proceed(next[who], 'failed');
      });
    }
  }
  for (const [index, { by, what, run }] of state.onTheWay.entries()) {
    const isAwaited = (next: State) => next[by].isSent && next[by].at === what && next[by].run === run;
    branch((next) => {
      next.onTheWay.splice(index, 1);
      const result = carryOut(next, what);
      if (isAwaited(next)) proceed(next[by], result);
    });
    if (state.losses < mostLosses) {
      branch((next) => {
        next.losses++;
        next.onTheWay.splice(index, 1);
        if (isAwaited(next)) proceed(next[by], 'failed');
      });
    }
  }
  return after;
};

const isOver = ({ asked, answering, onTheWay }: State): boolean =>
  (isDone(asked) || asked.at === 'stopped') && isDone(answering) && onTheWay.length === 0;

/** What a person sees in the end. */
const endOf = ({ shown, age, answering }: State): string => {
  if (shown === 'answer') return 'the answer';
  if (shown === 'thinking')
    return age === 2 && answering.at === 'end' ? 'the answer, late in the channel' : 'thinking for ever';
  if (answering.at === 'dropped') return 'Discord says that the bot did not respond';
  return age === 2 ? 'the answer in the channel, after Discord’s word that the bot did not respond' : 'nothing';
};

const first: State = {
  age: 0,
  shown: 'nothing',
  asked: { at: 'start', isSent: false, run: 0 },
  answering: { at: 'start', isSent: false, run: 0, hasTried: undefined, tries: 0 },
  onTheWay: [],
  kills: 0,
  losses: 0,
};

/** Every state that can follow, with how it can come to it. */
const explore = (change: (state: State) => void = () => {}) => {
  const begin = copyOf(first);
  change(begin);
  const seen = new Set([JSON.stringify(begin)]);
  const ends = new Map<string, State>();
  const open = [begin];
  for (let state = open.pop(); state; state = open.pop()) {
    if (isOver(state)) ends.set(endOf(state), state);
    for (const next of nextOf(state)) {
      const name = JSON.stringify(next);
      if (seen.has(name)) continue;
      seen.add(name);
      open.push(next);
    }
  }
  return { states: seen.size, ends };
};

test('each interleaving ends in one right answer, or in Discord’s word that the bot did not respond', () => {
  const { states, ends } = explore();
  expect(states).toBeGreaterThan(10_000);
  expect([...ends.keys()].sort()).toEqual([
    'Discord says that the bot did not respond',
    'the answer',
    'the answer in the channel, after Discord’s word that the bot did not respond',
    'the answer, late in the channel',
  ]);
});

test('without a fault, and in time, it is the answer', () => {
  const { ends } = explore((state) => Object.assign(state, { kills: mostKills, losses: mostLosses }));
  // Discord says so only if 3 s pass before anybody sends anything.
  expect([...ends.keys()]).toContain('the answer');
  expect([...ends.keys()]).not.toContain('thinking for ever');
  expect([...ends.keys()]).not.toContain('nothing');
});
