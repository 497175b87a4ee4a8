import type { Choice } from '../autocomplete.ts';
import type { ComponentNode } from '../components.ts';
import type { Message } from '../guild.ts';
import type { Interaction } from '../interaction.ts';
import { renderMessage } from '../text.ts';
import type { World } from '../world.ts';

/** A modal that the app opened for a person. */
export interface Modal {
  readonly customId: string;
  readonly title: string;
  readonly components: readonly ComponentNode[];
  readonly shownBy: InteractionHandle;
}

/** A wait reached its time limit. */
export class WaitTimeout extends Error {
  constructor(what: string, last: string) {
    super(`${what} in time; last seen: ${last}`);
    this.name = 'WaitTimeout';
  }
}

const WAIT_MS = 100_000;

/** An interaction as the person who started it sees it. */
export class InteractionHandle {
  readonly id: string;
  /**
   * How the app acknowledged it.
   * Rejects with NoResponse ("The application did not respond") if it did not in time.
   */
  readonly acknowledged: Interaction['acknowledged'];
  readonly #interaction: Interaction;
  readonly #world: World;
  /** Number of states that the source message had at the start. */
  readonly #sourceStates: number;

  constructor(interaction: Interaction, world: World) {
    this.#interaction = interaction;
    this.#world = world;
    this.id = interaction.id;
    this.acknowledged = interaction.acknowledged;
    this.#sourceStates = interaction.opening.source?.history.length ?? 0;
  }

  /** The token of the app's responses. */
  get token(): string {
    return this.#interaction.token;
  }

  /** The original response: the reply, even if deferred and still empty, or the message that was updated. */
  reply(): Message | undefined {
    const original = this.#interaction.original;
    return original?.deleted ? undefined : original;
  }

  followUps(): readonly Message[] {
    return this.#interaction.followUps.filter((message) => !message.deleted);
  }

  modal(): Modal | undefined {
    const form = this.#interaction.modal;
    return form && { customId: form.custom_id, title: form.title, components: form.components, shownBy: this };
  }

  choices(): readonly Choice[] | undefined {
    return this.#interaction.choices;
  }

  /** The interaction itself. For use inside the stand-in. */
  get interaction(): Interaction {
    return this.#interaction;
  }

  /**
   * Waits until the original response satisfies `predicate`, which is called after every change of the response. It is not
   * called for a deferred reply without content, nor for an updated message before its update.
   * @throws NoResponse if the app does not acknowledge, WaitTimeout after `timeoutMs`
   */
  until(predicate: (message: Message) => boolean = () => true, timeoutMs = WAIT_MS): Promise<Message> {
    return this.#wait((changed) => this.#original(predicate, changed), this.#noReply, timeoutMs, this.acknowledged);
  }

  /** As `until`, for the original response or a follow-up: an answer that only the asker may see replaces a public reply. */
  untilAny(predicate: (message: Message) => boolean = () => true, timeoutMs = WAIT_MS): Promise<Message> {
    const find = (changed?: Message) => this.followUps().find(predicate) ?? this.#original(predicate, changed);
    return this.#wait(find, this.#noReply, timeoutMs, this.acknowledged);
  }

  #original(predicate: (message: Message) => boolean, changed?: Message): Message | undefined {
    const { source } = this.#interaction.opening;
    const message = this.reply();
    if (!message || message.loading || (changed && changed !== message)) return undefined;
    if (message === source && message.history.length <= this.#sourceStates) return undefined;
    return predicate(message) ? message : undefined;
  }

  readonly #noReply = (): WaitTimeout => {
    const last = this.reply();
    return new WaitTimeout('No reply satisfied the condition', last ? renderMessage(last) : 'nothing');
  };

  /** Waits for a follow-up that satisfies `predicate`. @throws WaitTimeout */
  untilFollowUp(predicate: (message: Message) => boolean = () => true, timeoutMs = WAIT_MS): Promise<Message> {
    const find = () => this.followUps().find(predicate);
    const timeout = () =>
      new WaitTimeout('No follow-up satisfied the condition', `${this.followUps().length} follow-ups`);
    return this.#wait(find, timeout, timeoutMs);
  }

  /** Calls `find` now, after each change of a message and after `acknowledged`, until it finds something. */
  #wait(
    find: (changed?: Message) => Message | undefined,
    timeout: () => WaitTimeout,
    timeoutMs: number,
    acknowledged?: Promise<unknown>,
  ): Promise<Message> {
    const world = this.#world;
    return new Promise((resolve, reject) => {
      const check = (changed?: Message) => {
        try {
          const found = find(changed);
          if (found) settle(() => resolve(found));
        } catch (error) {
          settle(() => reject(error));
        }
      };
      const timer = setTimeout(() => settle(() => reject(timeout())), timeoutMs);
      const settle = (end: () => void) => {
        clearTimeout(timer);
        world.off('message', check);
        world.off('messageUpdate', check);
        end();
      };
      world.on('message', check);
      world.on('messageUpdate', check);
      acknowledged?.then(
        () => check(),
        (error: unknown) => settle(() => reject(error)),
      );
      check();
    });
  }
}
