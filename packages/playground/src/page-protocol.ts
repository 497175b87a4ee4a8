/**
 * The protocol between the page and its server. The page acts as one person: it receives over a WebSocket what that person
 * sees, and sends actions over HTTP. Types only, so that the page loads nothing of the server.
 */
import type { Command, Localizations } from '@antipode/stand-in/command';
import type { ComponentNode } from '@antipode/stand-in/components';

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
  /** The commands that this person may run here, as indices into `commands` of the scene. */
  readonly commands: readonly number[];
}

export interface PageGuild {
  readonly id: string;
  readonly name: string;
  readonly locale: string;
  /** Whether the bot is a member. */
  readonly isInstalled: boolean;
  readonly members: readonly PageUser[];
  readonly roles: readonly { readonly id: string; readonly name: string }[];
}

interface PageAttachment {
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
  readonly isEphemeral: boolean;
  /** "… is thinking": a deferred reply without content. */
  readonly isLoading: boolean;
  /** The command that this message responds to, and who ran it. */
  readonly used: { readonly user: string; readonly command: string | undefined } | undefined;
  readonly replyTo: { readonly id: string; readonly author: string; readonly text: string } | undefined;
  readonly thread: string | undefined;
}

/** Everything but the messages. Sent again after every change. */
export interface PageScene {
  readonly bot: PageUser;
  readonly me: PagePerson;
  readonly people: readonly PagePerson[];
  readonly guilds: readonly PageGuild[];
  readonly channels: readonly PageChannel[];
  readonly commands: readonly Command[];
}

export interface Health {
  /** Whether a bot is connected to the gateway. */
  readonly bot: boolean;
  /** Programs by name, and whether each is running. */
  readonly parts: Readonly<Record<string, boolean>>;
}

export interface WireGateway {
  readonly type: 'gateway';
  readonly key: string;
  readonly at: number;
  readonly from: 'bot' | 'gateway';
  readonly name: string;
  readonly detail: string;
}
export interface WireRest {
  readonly type: 'rest';
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
  readonly type: 'interaction';
  readonly key: string;
  readonly at: number;
  readonly kind: string;
  readonly name: string;
  readonly user: string;
  /** How it was acknowledged, or that it was not in time. */
  readonly how: string | undefined;
  readonly acknowledgedAfter: number | undefined;
  /** Milliseconds until the first response with content. */
  readonly answeredAfter: number | undefined;
  readonly edits: number;
  readonly followUps: number;
  readonly tokenUntil: number;
}
export interface WireJob {
  readonly type: 'job';
  /** The job's id in Redis. */
  readonly key: string;
  readonly at: number;
  readonly queue: string;
  readonly addedAt: number;
  readonly state: string;
}
/** One entry of the log of traffic. A later entry with the same type and key replaces it. */
export type WireEntry = WireGateway | WireRest | WireInteraction | WireJob;

/** From the server to the page. */
export type PageEvent =
  | { readonly type: 'scene'; readonly scene: PageScene }
  /** All messages, at the start of a connection. */
  | { readonly type: 'messages'; readonly messages: readonly PageMessage[] }
  | { readonly type: 'message'; readonly message: PageMessage }
  | { readonly type: 'removed'; readonly id: string }
  | { readonly type: 'typing'; readonly channel: string; readonly user: string }
  | { readonly type: 'health'; readonly health: Health }
  | { readonly type: 'wire'; readonly entries: readonly WireEntry[] };

/** From the page, over the WebSocket: whether it wants the log of traffic. */
export interface WireSubscription {
  readonly wire: boolean;
}

interface PageChoice {
  readonly name: string;
  readonly name_localizations?: Localizations;
  readonly value: string | number;
}

export interface PageModal {
  /** The interaction that showed it. */
  readonly id: string;
  readonly title: string;
  readonly components: readonly ComponentNode[];
}

/** The result of an action. */
export type ActionResult =
  | { readonly ok: true; readonly modal?: PageModal; readonly choices?: readonly PageChoice[]; readonly name?: string }
  | { readonly ok: false; readonly reason: string; readonly message: string; readonly option?: string };
