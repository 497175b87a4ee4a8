/** The traffic behind the chat: interactions, the gateway, REST, and the queue. */
import { useContext, useState } from 'preact/hooks';
import type { WireEntry, WireGateway, WireInteraction, WireJob, WireRest } from '../page-protocol.ts';
import { useNow } from './hooks.ts';
import { Around } from './markup.tsx';
import { fill } from './words.ts';

const tabs = ['interactions', 'queue', 'rest', 'gateway'] as const;
type Tab = (typeof tabs)[number];
const SHOWN = 100;

const clock = (at: number): string => new Date(at).toISOString().slice(11, 23);

const minutes = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

const Interaction = ({ entry }: { entry: WireInteraction }) => {
  const { words } = useContext(Around);
  const now = useNow(1000);
  const left = entry.tokenUntil - now;
  const acknowledged =
    entry.acknowledgedAfter === undefined
      ? (entry.how ?? words.waitingAck)
      : fill(words.acknowledged, { how: entry.how ?? '', ms: entry.acknowledgedAfter });
  const facts = [
    acknowledged,
    ...(entry.answeredAfter === undefined ? [] : [fill(words.answered, { ms: entry.answeredAfter })]),
    ...(entry.kind === 'autocomplete' ? [] : [fill(words.edits, { count: entry.edits, more: entry.followUps })]),
    left > 0 ? fill(words.tokenLeft, { time: minutes(left) }) : words.tokenDead,
  ];
  return (
    <li>
      <strong>{entry.name}</strong> <span class="badge">{entry.kind}</span> <span class="muted">{entry.user}</span>
      <div class="muted">{facts.join(' · ')}</div>
    </li>
  );
};

const Rest = ({ entry }: { entry: WireRest }) => {
  const { words } = useContext(Around);
  const { bucket } = entry;
  return (
    <li>
      <details>
        <summary>
          <span class={`badge ${entry.status >= 400 || entry.status === 0 ? 'bad' : 'good'}`}>{entry.status}</span>{' '}
          <strong>{entry.method}</strong> <code>{entry.path}</code>{' '}
          <span class="muted">
            {entry.milliseconds} ms
            {bucket &&
              ` · ${fill(words.bucket, { left: bucket.left, of: bucket.of, s: Math.ceil(bucket.resetAfter) })}`}
          </span>
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
        <pre tabIndex={0}>{entry.detail || '–'}</pre>
      </details>
    </li>
  );
};

const Gateway = ({ entry }: { entry: WireGateway }) => (
  <li>
    <details>
      <summary>
        <span aria-hidden="true">{entry.from === 'bot' ? '↑' : '↓'}</span>
        <span class="hidden-words">{entry.from === 'bot' ? 'from the bot' : 'to the bot'}</span>{' '}
        <strong>{entry.name}</strong> <span class="muted">{clock(entry.at)}</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre tabIndex={0}>{entry.detail}</pre>
    </details>
  </li>
);

const stages = ['waiting', 'active', 'finished'] as const;
type Stage = (typeof stages)[number];
const stageOf = (state: string): Stage =>
  state === 'completed' || state === 'failed'
    ? 'finished'
    : state === 'active' || state === 'progress'
      ? 'active'
      : 'waiting';

const Queue = ({ jobs }: { jobs: readonly WireJob[] }) => {
  const { words } = useContext(Around);
  const now = useNow(1000);
  const count = (stage: Stage) => jobs.filter(({ state }) => stageOf(state) === stage).length;
  return (
    <>
      <p class="counts">
        {stages.map((stage) => (
          <span key={stage} class={`count ${stage}`} data-stage={stage}>
            <strong>{count(stage)}</strong> {words[stage]}
          </span>
        ))}
      </p>
      {jobs.length === 0 ? (
        <p class="muted">{words.noneYet}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{words.job}</th>
              <th scope="col">{words.queue}</th>
              <th scope="col">{words.state}</th>
              <th scope="col">{words.after}</th>
            </tr>
          </thead>
          <tbody>
            {jobs.map((job) => {
              const end = stageOf(job.state) === 'finished' ? job.at : Math.max(now, job.at);
              return (
                <tr key={job.key}>
                  <td>
                    <code>{job.key}</code>
                  </td>
                  <td>{job.queue}</td>
                  <td>
                    <span class={`state ${stageOf(job.state)}`}>{job.state}</span>
                  </td>
                  <td>{end - job.addedAt} ms</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </>
  );
};

export const WirePanel = ({ wire, onClose }: { wire: ReadonlyMap<string, WireEntry>; onClose: () => void }) => {
  const { words } = useContext(Around);
  const [tab, setTab] = useState<Tab>('interactions');
  const entries = [...wire.values()].sort((a, b) => b.at - a.at);
  const of = <Type extends WireEntry['type']>(type: Type) =>
    entries.filter((entry): entry is Extract<WireEntry, { type: Type }> => entry.type === type).slice(0, SHOWN);
  const panels: Record<Tab, () => preact.ComponentChildren> = {
    interactions: () => of('interaction').map((entry) => <Interaction key={entry.key} entry={entry} />),
    rest: () => of('rest').map((entry) => <Rest key={entry.key} entry={entry} />),
    gateway: () => of('gateway').map((entry) => <Gateway key={entry.key} entry={entry} />),
    queue: () => null,
  };
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length]!;
    setTab(next);
    document.getElementById(`wire-${next}`)?.focus();
  };
  return (
    <aside class="wire" aria-label={words.wire}>
      <header>
        <h2>{words.wire}</h2>
        <button type="button" class="plain" onClick={onClose} aria-label={words.close}>
          ✕
        </button>
      </header>
      <p class="muted">{words.wireAbout}</p>
      <div role="tablist" aria-label={words.wire} onKeyDown={onKey} tabIndex={-1}>
        {tabs.map((one) => (
          <button
            type="button"
            key={one}
            id={`wire-${one}`}
            role="tab"
            aria-selected={one === tab}
            aria-controls="wire-panel"
            tabIndex={one === tab ? 0 : -1}
            onClick={() => setTab(one)}
          >
            {words[one]}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <div id="wire-panel" role="tabpanel" aria-labelledby={`wire-${tab}`} class="wire-panel" tabIndex={0}>
        {tab === 'queue' ? <Queue jobs={of('job')} /> : <ul>{panels[tab]()}</ul>}
      </div>
    </aside>
  );
};
