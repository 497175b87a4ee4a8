/** What the playground starts with: servers, channels and people to be. */
import type { Person } from '../stand-in/person.ts';
import type { StandIn } from '../stand-in/stand-in.ts';
import type { Channel } from '../stand-in/world.ts';

export interface PlaygroundScene {
  /** Whom the prompt is, and a new tab unless it says otherwise. */
  readonly you: Person;
  readonly people: readonly Person[];
  /** Where both begin. */
  readonly channel: Channel;
}

export const setScene = (standIn: StandIn): PlaygroundScene => {
  const club = standIn.createGuild({ name: 'Puzzle club' });
  const circle = standIn.createGuild({ name: 'パズル部', locale: 'ja' });
  const elsewhere = standIn.createGuild({ name: 'Elsewhere', installed: false });
  const channel = club.createChannel({ name: 'puzzles' });
  club.createChannel({ name: 'chat' });
  circle.createChannel({ name: 'パズル' });
  elsewhere.createChannel({ name: 'talk' });

  const you = standIn.createUser({ name: 'you' });
  const people = [you, standIn.createUser({ name: 'mika', locale: 'ja' }), standIn.createUser({ name: 'olga' })];
  for (const person of people) for (const guild of [club, circle, elsewhere]) person.join(guild);
  for (const guild of [club, circle]) people.at(-1)?.join(guild, { administrator: true });
  for (const person of people) person.direct();
  return { you, people, channel };
};
