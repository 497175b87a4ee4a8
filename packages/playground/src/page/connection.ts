/** The connection of the page to its server, and the state received over it. */
import type { ActionResult, Health, PageEvent, PageMessage, PageScene, WireEntry } from '../page-protocol.ts';

export interface State {
  readonly isOnline: boolean;
  readonly scene: PageScene | undefined;
  readonly health: Health;
  /** By id, in order of time. */
  readonly messages: ReadonlyMap<string, PageMessage>;
  /** Who is typing and until when, by channel. */
  readonly typing: ReadonlyMap<string, { readonly user: string; readonly until: number }>;
  readonly wire: ReadonlyMap<string, WireEntry>;
}

const EMPTY: State = {
  isOnline: false,
  scene: undefined,
  health: { bot: true, parts: {} },
  messages: new Map(),
  typing: new Map(),
  wire: new Map(),
};
const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 3000;
const TYPING_MS = 8000;
const WIRE_KEPT = 800;

/** An action as page-actions.ts defines it. */
type Action = Readonly<Record<string, unknown>> & { readonly do: string };

export class Connection {
  state: State = EMPTY;
  readonly #as: string;
  readonly #changed: () => void;
  #socket: WebSocket | undefined;
  #pause = FIRST_PAUSE_MS;
  #wantsWire = false;

  /** @param as the name of the person to act as. The server takes the first person if it is unknown. */
  constructor(as: string, changed: () => void) {
    this.#as = as;
    this.#changed = changed;
    this.#open();
  }

  get #name(): string {
    return this.state.scene?.me.name ?? this.#as;
  }

  /** Sends an action. Never rejects. */
  async act(action: Action): Promise<ActionResult> {
    try {
      const response = await fetch('/playground/act', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ as: this.#name, action }),
      });
      return (await response.json()) as ActionResult;
    } catch (error) {
      return { ok: false, reason: 'offline', message: String(error) };
    }
  }

  watchWire(wanted: boolean): void {
    this.#wantsWire = wanted;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ wire: wanted }));
  }

  #open(): void {
    const socket = new WebSocket(`ws://${location.host}/playground/live?as=${encodeURIComponent(this.#as)}`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#pause = FIRST_PAUSE_MS;
      this.#set({ isOnline: true });
      if (this.#wantsWire) this.watchWire(true);
    };
    socket.onmessage = ({ data }) => this.#set(this.#changeBy(JSON.parse(String(data)) as PageEvent));
    socket.onclose = () => {
      this.#set({ isOnline: false });
      // Reconnects by itself after a restart of `npm start`.
      setTimeout(() => this.#open(), this.#pause);
      this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
    };
  }

  /** The change of state by an event. */
  #changeBy(event: PageEvent): Partial<State> {
    const { messages, typing, wire } = this.state;
    switch (event.type) {
      case 'scene':
        return { scene: event.scene };
      case 'messages':
        // The start of a connection, which replaces everything known before.
        return { messages: new Map(event.messages.map((one) => [one.id, one])), wire: new Map() };
      case 'message': {
        const { channel, id } = event.message;
        const still = new Map([...typing].filter(([at]) => at !== channel));
        return { messages: new Map(messages).set(id, event.message), typing: still };
      }
      case 'removed':
        return { messages: new Map([...messages].filter(([id]) => id !== event.id)) };
      case 'typing':
        return {
          typing: new Map(typing).set(event.channel, { user: event.user, until: Date.now() + TYPING_MS }),
        };
      case 'health':
        return { health: event.health };
      case 'wire': {
        const next = new Map(wire);
        for (const entry of event.entries) next.set(`${entry.type} ${entry.key}`, entry);
        for (const key of next.keys()) {
          if (next.size <= WIRE_KEPT) break;
          next.delete(key);
        }
        return { wire: next };
      }
    }
  }

  #set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    this.#changed();
  }
}
