/** The middle of the page: a channel with its messages and the message field. */
import type { RefObject } from 'preact';
import { useContext, useRef, useState } from 'preact/hooks';
import type { ActionResult, PageChannel, PageMessage } from '../page-protocol.ts';
import { Composer, placeOf } from './composer.tsx';
import type { Connection, State } from './connection.ts';
import { storedValue, storeValue, useNow } from './hooks.ts';
import { Around } from './markup.tsx';
import { MessageView } from './message.tsx';
import { compose } from './suggestions.ts';
import { isTourPossible, Tour } from './tour.tsx';
import { fill, type Words } from './words.ts';

/** An action that failed. Only this tab knows it. */
export interface Failure {
  readonly id: number;
  readonly channel: string;
  readonly line: string;
  readonly text: string;
}

/** The sentence for a connection, a bot or a worker that is missing. */
const bannerOf = ({ isOnline, scene, health }: State, words: Words): string | undefined => {
  if (!isOnline) return scene && words.offline;
  if (!health.bot) return words.botGone;
  return Object.values(health.parts).includes(false) ? words.workerGone : undefined;
};

const TypingLine = ({ state, channel }: { state: State; channel: PageChannel }) => {
  const { words } = useContext(Around);
  const now = useNow(1000);
  const found = state.typing.get(channel.id);
  return (
    <p class="typing muted" aria-live="polite">
      {found && found.until > now ? `${fill(words.typing, { name: found.user })}…` : ''}
    </p>
  );
};

/** What a newcomer tries first, if the bot has it. */
const firstLine = '/help';

interface EmptyChannelProps {
  readonly channel: PageChannel | undefined;
  readonly onStart: () => void;
}

const EmptyChannel = ({ channel, onStart }: EmptyChannelProps) => {
  const { scene, words } = useContext(Around);
  const hasBot = !channel || channel.commands.length > 0;
  const text = !hasBot ? words.emptyNoBot : channel?.guild === undefined ? words.emptyDirect : words.empty;
  return (
    <section class="empty">
      <img src="/playground/icon.svg" alt="" width="64" height="64" />
      <h2>{words.emptyTitle}</h2>
      <p>{text}</p>
      {scene && channel && compose(firstLine, placeOf(scene, channel)).leaf && (
        <button type="button" class="button primary" onClick={onStart}>
          {words.start}
        </button>
      )}
    </section>
  );
};

interface ChatProps {
  readonly connection: Connection;
  readonly state: State;
  readonly channel: PageChannel | undefined;
  readonly failures: readonly Failure[];
  readonly onDismissFailure: (id: number) => void;
  /** Takes the result of an action, and the line that was sent. */
  readonly onResult: (result: ActionResult, line: string) => void;
}

interface MessageListProps extends Omit<ChatProps, 'onResult'> {
  readonly messages: readonly PageMessage[];
  readonly banner: string | undefined;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onResult: (result: ActionResult) => void;
  readonly onStart: () => void;
}

const MessageList = (props: MessageListProps) => {
  const { connection, state, channel, messages, failures, banner, scroller, onDismissFailure, onResult, onStart } =
    props;
  const { words } = useContext(Around);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <div class="scroller" ref={scroller} role="log" aria-label={words.messages} tabIndex={0}>
      <div class="scrolled">
        {messages.length === 0 && state.scene && <EmptyChannel channel={channel} onStart={onStart} />}
        <ol>
          {messages.map((message) => (
            <MessageView key={message.id} message={message} connection={connection} onResult={onResult} />
          ))}
        </ol>
        {failures.map((failure) => (
          <div key={failure.id} class="note" role="alert">
            <p>
              {failure.line && <code>{failure.line}</code>} {failure.text} {banner && <span>{banner}</span>}
            </p>
            <button type="button" class="plain" onClick={() => onDismissFailure(failure.id)}>
              {words.dismiss}
            </button>
          </div>
        ))}
      </div>
    </div>
  );
};

export const Chat = (props: ChatProps) => {
  const { connection, state, channel, failures, onResult } = props;
  const { scene } = state;
  const { words } = useContext(Around);
  const [tried, setTried] = useState<ReadonlySet<string>>(new Set());
  const [hasTour, setTour] = useState(storedValue('tour') !== 'hidden');
  const [requested, setRequested] = useState<string | undefined>();
  const scroller = useRef<HTMLDivElement>(null);
  // Messages compare their props, so the handler must stay the same.
  const resultRef = useRef(onResult);
  resultRef.current = onResult;
  const [onMessageResult] = useState(() => (result: ActionResult) => resultRef.current(result, ''));

  const banner = bannerOf(state, words);
  const isPossible = scene !== undefined && channel !== undefined && isTourPossible(placeOf(scene, channel));
  return (
    <>
      {banner && (
        <p class="banner" role="alert">
          {banner}
        </p>
      )}
      <MessageList
        {...props}
        messages={[...state.messages.values()].filter((message) => message.channel === channel?.id)}
        failures={failures.filter((failure) => failure.channel === channel?.id)}
        banner={banner}
        scroller={scroller}
        onResult={onMessageResult}
        onStart={() => setRequested(firstLine)}
      />
      {channel && <TypingLine state={state} channel={channel} />}
      {hasTour && isPossible && (
        <Tour
          tried={tried}
          onTry={(line) => {
            setTried((now) => new Set(now).add(line));
            setRequested(line);
          }}
          onHide={() => {
            setTour(false);
            storeValue('tour', 'hidden');
          }}
        />
      )}
      {scene && channel && (
        <Composer
          key={channel.id}
          scene={scene}
          channel={channel}
          connection={connection}
          requested={requested}
          onRequested={() => setRequested(undefined)}
          // The list is in reverse: its top is the newest message.
          onSend={() => scroller.current?.scrollTo({ top: 0 })}
          onResult={onResult}
        />
      )}
    </>
  );
};
