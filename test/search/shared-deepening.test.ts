/** Tickets of a search on several threads: each is done once, and only what is done is proved. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mostHelpers, mostTried, SharedDeepening, type Ticket } from '../../src/search/algorithms/shared-deepening.ts';

const opened = (parts: number, first: number): SharedDeepening => {
  const deepening = new SharedDeepening(new SharedArrayBuffer(SharedDeepening.bytes), 0);
  expect(deepening.isOpen).toBe(false);
  deepening.open(parts, first);
  expect(deepening.isOpen).toBe(true);
  return deepening;
};

it('gives out each part of each limit once, whoever stops or is lost, and proves what all parts have done', () => {
  const parts = 5;
  const first = 20;
  // Each step is by one of four threads: it takes a ticket or is done with its own, or gives it back.
  const steps = fc.array(fc.tuple(fc.nat({ max: 3 }), fc.constantFrom('go on', 'go on', 'stop')), {
    maxLength: 80,
    size: 'max',
  });
  fc.assert(
    fc.property(steps, (steps) => {
      const deepening = opened(parts, first);
      const held = new Map<number, Ticket>();
      const done: string[] = [];
      for (const [place, step] of steps) {
        const ticket = held.get(place);
        if (step === 'stop') {
          deepening.giveBack(place);
          held.delete(place);
        } else if (ticket) {
          deepening.done(place, ticket);
          done.push(`${ticket.limit} ${ticket.part}`);
          held.delete(place);
        } else held.set(place, deepening.take(place)!);
        const taken = [...held.values()].map(({ limit, part }) => `${limit} ${part}`);
        expect(new Set([...done, ...taken]).size).toBe(done.length + taken.length);
        let limit = first;
        while (done.filter((text) => text.startsWith(`${limit} `)).length === parts) limit += 2;
        expect(deepening.lowerBound).toBe(limit);
      }
    }),
  );
});

it('has no ticket for limits at which a solution is known', () => {
  const deepening = opened(2, 10);
  deepening.found(14);
  deepening.found(16);
  expect(deepening.best).toBe(14);
  const tickets = Array.from({ length: 4 }, () => deepening.take(0)!);
  expect(tickets.map(({ part, limit }) => [part, limit])).toEqual([
    [0, 10],
    [1, 10],
    [0, 12],
    [1, 12],
  ]);
  expect(deepening.take(0)).toBeUndefined();
  for (const ticket of tickets) deepening.done(0, ticket);
  expect(deepening.lowerBound).toBe(14);
});

it('keeps the ticket of each thread that has to stop', () => {
  const deepening = opened(1000, 50);
  const taken = Array.from({ length: 1 + mostHelpers }, (_, place) => deepening.take(place)!);
  for (const place of taken.keys()) deepening.giveBack(place);
  // Nothing is given back twice.
  deepening.giveBack(3);
  const again = Array.from(taken, (_, place) => deepening.take(place)!);
  expect(again.map(({ part }) => part).sort((a, b) => a - b)).toEqual(taken.map(({ part }) => part));
  expect(deepening.take(0)).toEqual({ part: taken.length, limit: 50 });
});

it('knows which tickets are done out of turn, and which are taken', () => {
  const deepening = opened(100, 50);
  const ticketOf = (number: number): Ticket => ({ part: number % 100, limit: 50 + 2 * Math.floor(number / 100) });
  for (let number = 0; number < 100; number++) deepening.done(0, deepening.take(0)!);
  deepening.take(0);
  expect([99, 100, 101, 250].map((number) => deepening.isTaken(ticketOf(number)))).toEqual([true, true, false, false]);
  const tried = [101, 250, 103];
  for (const number of tried) deepening.tried(ticketOf(number));
  expect([1, 101, 102, 103, 201, 250].filter((number) => deepening.isTried(ticketOf(number)))).toEqual([101, 103, 250]);
  // Those that are out of turn prove nothing until their turn comes.
  expect(deepening.lowerBound).toBe(52);
  for (let more = 0; more < 2 * mostTried; more++) deepening.tried(ticketOf(300 + more));
  expect(deepening.isTried(ticketOf(300 + 2 * mostTried))).toBe(false);
  deepening.clear();
  deepening.open(100, 50);
  expect(deepening.isTried(ticketOf(101))).toBe(false);
});

it('has a new call for helpers whenever they are called off', () => {
  const deepening = opened(1, 1);
  const { call } = deepening;
  deepening.callOff();
  expect(deepening.call).not.toBe(call);
  deepening.open(2, 3);
  expect(deepening.call).not.toBe(call);
  deepening.close();
  expect(deepening.isOpen).toBe(false);
});
