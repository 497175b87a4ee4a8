/**
 * What the page and the stand-in say to each other. The page acts as one person: it is told over a WebSocket what that
 * person sees, and asks over HTTP for what a person does. Types only, so that the page loads nothing of the stand-in.
 */
import type { Command } from '../stand-in/command-definition.ts';
import type { ComponentNode } from '../stand-in/components.ts';

export interface PageUser {
  readonly id: string;
  readonly name: string;
  readonly isBot: boolean;
}

export interface PagePerson extends PageUser {
  readonly locale: string;
  readonly hasInstalled: boolean;
  /** Ids of the servers that this person administers. */
  readonly administers: readonly string[];
}

export interface PageChannel {
  readonly id: string;
  readonly name: string;
  /** The server, or undefined for direct messages. */
  readonly guild: string | undefined;
  readonly parent: string | undefined;
  /** What this person may run here, as indices into `commands` of the scene. */
  readonly commands: readonly number[];
}

export interface PageGuild {
  readonly id: string;
  readonly name: string;
  readonly locale: string;
  /** Is the bot a member? */
  readonly isInstalled: boolean;
  readonly members: readonly PageUser[];
  readonly roles: readonly { readonly id: string; readonly name: string }[];
}

export interface PageAttachment {
  readonly id: string;
  readonly filename: string;
  readonly description?: string | undefined;
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
  readonly url: string;
}

export interface PageMessage {
  readonly id: string;
  readonly channel: string;
  readonly author: PageUser;
  /** Milliseconds since 1970, as all times here. */
  readonly at: number;
  readonly editedAt: number | undefined;
  readonly content: string;
  readonly embeds: readonly Record<string, unknown>[];
  readonly components: readonly ComponentNode[];
  readonly attachments: readonly PageAttachment[];
  readonly hasPoll: boolean;
  readonly isEphemeral: boolean;
  /** "… is thinking" */
  readonly isLoading: boolean;
  /** Who ran what to bring this about. */
  readonly used: { readonly user: string; readonly command: string | undefined } | undefined;
  readonly replyTo: { readonly id: string; readonly author: string; readonly text: string } | undefined;
  readonly thread: string | undefined;
}

/** All but the messages, sent anew whenever any of it changes. */
export interface Scene {
  readonly bot: PageUser;
  readonly me: PagePerson;
  readonly people: readonly PagePerson[];
  readonly guilds: readonly PageGuild[];
  readonly channels: readonly PageChannel[];
  readonly commands: readonly Command[];
}

export interface Health {
  /** Is a bot connected to the gateway? */
  readonly bot: boolean;
  /** Programs by name, and whether each runs. */
  readonly parts: Readonly<Record<string, boolean>>;
}

export interface WireGateway {
  readonly is: 'gateway';
  readonly key: string;
  readonly at: number;
  readonly from: 'bot' | 'gateway';
  readonly name: string;
  readonly detail: string;
}
export interface WireRest {
  readonly is: 'rest';
  readonly key: string;
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly bucket: { readonly left: number; readonly of: number; readonly resetAfter: number } | undefined;
  readonly detail: string;
}
export interface WireInteraction {
  readonly is: 'interaction';
  readonly key: string;
  readonly at: number;
  readonly kind: string;
  readonly name: string;
  readonly user: string;
  /** How it was acknowledged, or that it was not in time. */
  readonly how: string | undefined;
  readonly acknowledgedAfter: number | undefined;
  /** Milliseconds until the first answer that was more than "is thinking". */
  readonly answeredAfter: number | undefined;
  readonly edits: number;
  readonly followUps: number;
  readonly tokenUntil: number;
}
export interface WireJob {
  readonly is: 'job';
  /** The job's id in Redis. */
  readonly key: string;
  readonly at: number;
  readonly queue: string;
  /** `added` is where the rest of its life is counted from. */
  readonly addedAt: number;
  readonly state: string;
}
export type WireEntry = WireGateway | WireRest | WireInteraction | WireJob;

/** From the stand-in to the page. */
export type Told =
  | { readonly is: 'scene'; readonly scene: Scene }
  /** All that is to be seen, at the start of a connection. */
  | { readonly is: 'messages'; readonly messages: readonly PageMessage[] }
  | { readonly is: 'message'; readonly message: PageMessage }
  | { readonly is: 'gone'; readonly id: string }
  | { readonly is: 'typing'; readonly channel: string; readonly user: string }
  | { readonly is: 'health'; readonly health: Health }
  | { readonly is: 'wire'; readonly entries: readonly WireEntry[] };

/** From the page, over the WebSocket: whether to tell of the wire. */
export interface WireWish {
  readonly wire: boolean;
}

export interface PageChoice {
  readonly name: string;
  readonly name_localizations?: Readonly<Record<string, string | null>> | null | undefined;
  readonly value: string | number;
}

export interface PageModal {
  /** The interaction that it was shown by. */
  readonly id: string;
  readonly title: string;
  readonly components: readonly ComponentNode[];
}

/** What came of a deed. */
export type Done =
  | { readonly ok: true; readonly modal?: PageModal; readonly choices?: readonly PageChoice[]; readonly name?: string }
  | { readonly ok: false; readonly reason: string; readonly message: string; readonly option?: string };
