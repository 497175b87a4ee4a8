/** The stand-in's world as the page shows it to one person. */

import type { Channel, Guild, Message, Person, StandIn } from '@antipode/stand-in';
import type { Command } from '@antipode/stand-in/command';
import { ALL_PERMISSIONS } from '@antipode/stand-in/permissions';
import { plainText, renderMessage } from '@antipode/stand-in/text';
import type { User } from '@antipode/stand-in/user';
import { ApplicationCommandType, PermissionFlagsBits } from 'discord-api-types/v10';
import type { PageChannel, PageGuild, PageMessage, PagePerson, PageScene, PageUser } from './page-protocol.ts';

const pageUser = ({ id, name, bot }: User): PageUser => ({ id, name, isBot: bot });

function pagePerson(person: Person, { world }: StandIn): PagePerson {
  const guilds = [...world.guilds.values()].filter((guild) => guild.permissionsOf(person.id) === ALL_PERMISSIONS);
  return {
    ...pageUser(person.user),
    locale: person.locale,
    hasInstalled: world.installedBy.has(person.id),
    administers: guilds.map((guild) => guild.id),
  };
}

const pageGuild = (guild: Guild): PageGuild => ({
  id: guild.id,
  name: guild.name,
  locale: guild.locale,
  isInstalled: guild.installed,
  members: [...guild.members.values()].map(({ user }) => pageUser(user)),
  // `@everyone` is the one role whose name has the sign that is shown in front of all.
  roles: [...guild.roles.values()].map(({ id, name }) => ({ id, name: name.replace(/^@/u, '') })),
});

/** Names of the other participants of a direct or group message. */
const othersIn = (channel: Channel, person: Person): string =>
  channel.recipients
    .filter(({ id }) => id !== person.id)
    .map(({ name }) => name)
    .join(', ');

/** @param people everybody that the page can act as */
export function pageScene(standIn: StandIn, people: readonly Person[], person: Person): PageScene {
  const { world } = standIn;
  const commands: Command[] = [];
  const indexOf = (command: Command) => {
    if (!commands.includes(command)) commands.push(command);
    return commands.indexOf(command);
  };
  const { ChatInput, User, Message } = ApplicationCommandType;
  const channels = [...world.channels.values()]
    .filter((channel) => channel.can(person.id, PermissionFlagsBits.ViewChannel))
    .map((channel): PageChannel => {
      const offered = [ChatInput, User, Message].flatMap((type) => person.commands(channel, type));
      return {
        id: channel.id,
        name: channel.guild ? channel.name : othersIn(channel, person),
        guild: channel.guild?.id,
        parent: channel.parent?.id,
        commands: offered.map(indexOf),
      };
    });
  return {
    bot: pageUser(world.bot),
    me: pagePerson(person, standIn),
    people: people.map((one) => pagePerson(one, standIn)),
    guilds: [...world.guilds.values()].filter((guild) => guild.members.has(person.id)).map(pageGuild),
    channels,
    commands,
  };
}

/**
 * @param locale of the reader
 * @param commandNames commands by the id of their interaction
 * @param origin the stand-in's origin, which is removed from addresses: the page may run at localhost instead of 127.0.0.1
 */
export function pageMessage(
  message: Message,
  locale: string,
  commandNames: ReadonlyMap<string, string>,
  origin: string,
): PageMessage {
  const { state } = message;
  const { reference } = message.origin;
  const cause = message.origin.interactionMetadata as { id: string; user: { username: string } } | undefined;
  const isReply = cause !== undefined && reference === undefined;
  const shown: PageMessage = {
    id: message.id,
    channel: message.channel.id,
    author: pageUser(message.author),
    at: message.createdAt,
    editedAt: message.editedAt,
    content: state.content,
    embeds: state.embeds,
    components: state.components,
    attachments: state.attachments.map(({ bytes: _, ...attachment }) => attachment),
    isEphemeral: message.ephemeral,
    isLoading: message.loading,
    used: isReply ? { user: cause.user.username, command: commandNames.get(cause.id) } : undefined,
    replyTo: reference && { id: reference.id, author: reference.author.name, text: quote(reference, locale) },
    thread: message.threadId,
  };
  return JSON.parse(JSON.stringify(shown).replaceAll(origin, '')) as PageMessage;
}

/** The first line of a message. Empty for an ephemeral one, which others must not read. */
function quote(message: Message, locale: string): string {
  if (message.deleted || message.ephemeral) return '';
  const lines = plainText(renderMessage(message), message.channel.world, locale).split('\n');
  return (
    lines
      .map((line) => line.replace(/^[| ]+/u, ''))
      .find(Boolean)
      ?.slice(0, 100) ?? ''
  );
}
