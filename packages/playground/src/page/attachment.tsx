/** A file that goes with a command: chosen with a button, dropped on the page, or pasted. */

import { isCalled } from '@antipode/stand-in/command';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { optionTypes } from '../command-line.ts';
import { Around } from './markup.tsx';
import type { Composition } from './suggestions.ts';
import { fill } from './words.ts';

/** The name of the option that takes the file: the first that takes one and has no value. */
export const fileOptionOf = ({ leaf, line }: Composition, locale: string): string | undefined =>
  leaf?.options.find(
    (option) =>
      option.type === optionTypes.attachment &&
      ![...(line?.values.keys() ?? [])].some((name) => isCalled(option, name, locale)),
  )?.name;

/** A file as an action carries it. */
export const encodedFile = async (file: File) => {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  return { name: file.name, contentType: file.type, base64: address.slice(address.indexOf(',') + 1) };
};

/** Discord takes no larger file from people who don't pay for that: in bytes. */
const mostBytes = 10 * 2 ** 20;

/** The attached file. */
export const useAttachment = () => {
  const [file, keepFile] = useState<File | undefined>();
  /** The name of the last file, if it was too large. */
  const [refused, setRefused] = useState<string | undefined>();
  const setFile = (next: File | undefined) => {
    const isTooLarge = next !== undefined && next.size > mostBytes;
    setRefused(isTooLarge ? next.name : undefined);
    keepFile(isTooLarge ? undefined : next);
  };
  useEffect(() => {
    // Otherwise the browser would open the file in place of the page.
    const allow = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => {
      event.preventDefault();
      const [dropped] = event.dataTransfer?.files ?? [];
      if (dropped) setFile(dropped);
    };
    window.addEventListener('dragover', allow);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', allow);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return { file, refused, setFile };
};

type AttachmentProps = ReturnType<typeof useAttachment>;

export const AttachButton = ({ setFile }: Pick<AttachmentProps, 'setFile'>) => {
  const { words } = useContext(Around);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class="attach" aria-label={words.attach} onClick={() => input.current?.click()}>
        ＋
      </button>
      <input
        ref={input}
        type="file"
        hidden
        onChange={({ currentTarget }) => {
          setFile(currentTarget.files?.[0]);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
    </>
  );
};

/** The attached file above the message field, or why there is none. */
export const AttachedFile = ({ file, refused, setFile }: AttachmentProps) => {
  const { words } = useContext(Around);
  if (refused !== undefined)
    return (
      <p class="trouble" role="alert">
        {fill(words.fileTooLarge, { name: refused })}
      </p>
    );
  if (!file) return null;
  return (
    <p class="attached">
      <span aria-hidden="true">📄</span> {file.name}
      <small class="muted">{fill(words.bytes, { count: file.size.toLocaleString('en') })}</small>
      <button
        type="button"
        class="plain"
        aria-label={fill(words.detach, { name: file.name })}
        onClick={() => setFile(undefined)}
      >
        ✕
      </button>
    </p>
  );
};
