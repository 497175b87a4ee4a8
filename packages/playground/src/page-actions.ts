/** The actions of a person on the page. */

import {
  type Channel,
  type InteractionHandle,
  type Message,
  type Person,
  Refused,
  type StandIn,
} from '@antipode/stand-in';
import { MEMBER_PERMISSIONS } from '@antipode/stand-in/permissions';
import { z } from 'zod';
import type { ActionResult } from './page-protocol.ts';

const id = z.string().regex(/^\d{15,20}$/u);
const file = z.strictObject({
  name: z.string().min(1).max(1024),
  contentType: z.string().max(255),
  base64: z.base64(),
});
const line = {
  channel: id,
  name: z.string().max(100),
  group: z.string().max(100).optional(),
  subcommand: z.string().max(100).optional(),
  options: z.record(z.string(), z.union([z.string().max(6000), file])),
};
const action = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('say'), channel: id, content: z.string() }),
  z.strictObject({ do: z.literal('command'), ...line }),
  z.strictObject({ do: z.literal('complete'), ...line, focused: z.string().max(100) }),
  z.strictObject({ do: z.literal('messageCommand'), message: id, name: z.string().max(100) }),
  z.strictObject({ do: z.literal('userCommand'), channel: id, user: id, name: z.string().max(100) }),
  z.strictObject({ do: z.literal('press'), message: id, customId: z.string() }),
  z.strictObject({ do: z.literal('select'), message: id, customId: z.string(), values: z.array(z.string()) }),
  z.strictObject({
    do: z.literal('submit'),
    modal: id,
    values: z.record(z.string(), z.union([z.string(), z.array(z.string()), z.boolean()])),
  }),
  z.strictObject({ do: z.literal('dismiss'), message: id }),
  z.strictObject({
    do: z.literal('configure'),
    locale: z.string().max(10).optional(),
    hasInstalled: z.boolean().optional(),
    administers: z.strictObject({ guild: id, on: z.boolean() }).optional(),
  }),
  z.strictObject({ do: z.literal('invite'), name: z.string().regex(/^[\p{L}\p{N}_.-]{1,32}$/u) }),
]);
type Action = z.infer<typeof action>;

/** An action, and the name of the person who does it. */
export const actionRequest = z.strictObject({ as: z.string(), action });

type Outcome = Omit<Extract<ActionResult, { ok: true }>, 'ok'>;

interface ActionHooks {
  /** A person hid an ephemeral message. */
  readonly onDismiss: (message: Message) => void;
  /** Something of the scene changed. */
  readonly onSceneChange: () => void;
}

export class PageActions {
  readonly #standIn: StandIn;
  readonly #people: Person[];
  readonly #hooks: ActionHooks;
  /** Interactions with an open modal, by id. */
  readonly #modals = new Map<string, InteractionHandle>();

  /** @param people everybody that the page can act as; `invite` adds to it */
  constructor(standIn: StandIn, people: Person[], hooks: ActionHooks) {
    this.#standIn = standIn;
    this.#people = people;
    this.#hooks = hooks;
  }

  /** @throws Refused, NoResponse */
  async perform(person: Person, request: Action): Promise<Outcome> {
    switch (request.do) {
      case 'say':
        person.say(this.#channel(request.channel), request.content);
        return {};
      case 'command':
        return this.#outcome(await person.command(this.#channel(request.channel), request.name, lineOf(request)));
      case 'complete': {
        const { channel, name, focused } = request;
        return { choices: await person.complete(this.#channel(channel), name, { ...lineOf(request), focused }) };
      }
      case 'messageCommand': {
        const message = this.#message(request.message);
        return this.#outcome(await person.messageCommand(message.channel, request.name, message));
      }
      case 'userCommand': {
        const other = this.#people.find((one) => one.id === request.user);
        if (!other) throw new Refused('not visible', 'There is no such person');
        return this.#outcome(await person.userCommand(this.#channel(request.channel), request.name, other));
      }
      case 'press':
        return this.#outcome(await person.press(this.#message(request.message), request.customId));
      case 'select':
        return this.#outcome(await person.select(this.#message(request.message), request.customId, request.values));
      case 'submit': {
        const modal = this.#modals.get(request.modal)?.modal();
        if (!modal) throw new Refused('form closed', 'This form is closed');
        const handle = await person.submit(modal, request.values);
        this.#modals.delete(request.modal);
        return this.#outcome(handle);
      }
      case 'dismiss': {
        const message = this.#message(request.message);
        if (!message.ephemeral || !person.sees(message)) throw new Refused('not visible', 'Not a private message');
        this.#hooks.onDismiss(message);
        return {};
      }
      case 'configure':
        return this.#configure(person, request);
      case 'invite':
        return this.#invite(person, request.name);
    }
  }

  #configure(person: Person, request: Extract<Action, { do: 'configure' }>): Outcome {
    const { locale, hasInstalled, administers } = request;
    if (locale !== undefined) person.locale = locale;
    if (hasInstalled !== undefined) person.install(hasInstalled);
    const guild = this.#standIn.world.guilds.get(administers?.guild ?? '');
    if (administers && guild?.members.has(person.id)) person.join(guild, { administrator: administers.on });
    this.#hooks.onSceneChange();
    return {};
  }

  /** Adds a person to all guilds of the one who invites. */
  #invite(host: Person, name: string): Outcome {
    if (this.#people.some((one) => one.name === name)) throw new Refused('bad value', `${name} is here already`);
    const person = this.#standIn.createUser({ name, locale: host.locale });
    for (const guild of this.#standIn.world.guilds.values()) {
      if (guild.members.has(host.id)) guild.addMember(person.user, MEMBER_PERMISSIONS);
    }
    person.direct();
    this.#people.push(person);
    this.#hooks.onSceneChange();
    return { name };
  }

  /** Waits until the bot acknowledges. Its responses are messages like any other. */
  async #outcome(handle: InteractionHandle): Promise<Outcome> {
    await handle.acknowledged;
    const modal = handle.modal();
    if (!modal) return {};
    this.#modals.set(handle.id, handle);
    return { modal: { id: handle.id, title: modal.title, components: modal.components } };
  }

  #channel(channelId: string): Channel {
    const channel = this.#standIn.world.channels.get(channelId);
    if (!channel) throw new Refused('not visible', 'There is no such channel');
    return channel;
  }

  #message(messageId: string): Message {
    for (const channel of this.#standIn.world.channels.values()) {
      const message = channel.messages.get(messageId);
      if (message) return message;
    }
    throw new Refused('not visible', 'There is no such message');
  }
}

function lineOf({ group, subcommand, options }: Extract<Action, { do: 'command' | 'complete' }>) {
  const values = Object.entries(options).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : fileOf(value),
  ]);
  return {
    ...(group !== undefined && { group }),
    ...(subcommand !== undefined && { subcommand }),
    options: Object.fromEntries(values) as Record<string, string | ReturnType<typeof fileOf>>,
  };
}

const fileOf = ({ name, contentType, base64 }: z.infer<typeof file>) => ({
  name,
  bytes: new Uint8Array(Buffer.from(base64, 'base64')),
  ...(contentType && { contentType }),
});
