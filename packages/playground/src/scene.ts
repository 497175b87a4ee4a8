/** The servers, channels and people of the playground. */
import type { Channel, Person, StandIn } from '@antipode/stand-in';

export interface PlaygroundScene {
  /** The person of the prompt, and of a new tab by default. */
  readonly you: Person;
  readonly people: readonly Person[];
  /** The channel where the prompt and a new tab start. */
  readonly channel: Channel;
}

export const createScene = (standIn: StandIn): PlaygroundScene => {
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
