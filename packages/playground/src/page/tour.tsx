/** Commands for a first try, above the message field. */
import { useContext } from 'preact/hooks';
import { Around } from './markup.tsx';
import { compose, type Place } from './suggestions.ts';

/** Each command as it is shown and as it is typed. */
const tour = [
  ['/solve eight 867254301', '/solve eight position:867254301'],
  ['/play new', '/play new'],
  ['/daily show', '/daily show'],
  ['/hardest eleven', '/hardest puzzle:eleven'],
] as const;

/** Whether every command of the tour exists here. */
export const isTourPossible = (place: Place): boolean =>
  tour.every(([, line]) => compose(line, place).leaf !== undefined);

interface TourProps {
  readonly tried: ReadonlySet<string>;
  readonly onTry: (line: string) => void;
  readonly onHide: () => void;
}

export const Tour = ({ tried, onTry, onHide }: TourProps) => {
  const { words } = useContext(Around);
  return (
    <section class="tour" aria-label={words.tour}>
      <span class="muted">{words.tour}</span>
      {tour.map(([label, line]) => (
        <button key={line} type="button" class={tried.has(line) ? 'tried' : ''} onClick={() => onTry(line)}>
          <code>{label}</code>
          {tried.has(line) && (
            <>
              {' '}
              <span aria-hidden="true">✓</span>
              <span class="hidden-words">{words.done}</span>
            </>
          )}
        </button>
      ))}
      <button type="button" class="plain" onClick={onHide} aria-label={words.hideTour} title={words.hideTour}>
        ✕
      </button>
    </section>
  );
};
