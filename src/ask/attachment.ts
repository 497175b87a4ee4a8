/** Files that people attach to a command. */
import { type ChatInputCommandInteraction, MessageFlags } from 'discord.js';
import { mostBytes } from '../discord/fitting.ts';
import { acknowledgedIfLate, tell, unlessAcknowledged } from '../discord/replies.ts';

/** How long Discord may take to hand a file over. */
const patienceMilliseconds = 10_000;

type Unreadable = 'too-large' | 'away';

/** Reads a file up to the limit, whatever its sender says about its size. */
const download = async (url: string): Promise<Buffer | Unreadable> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(patienceMilliseconds) });
    if (!response.ok || !response.body) return 'away';
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of response.body) {
      bytes += part.length;
      if (bytes > mostBytes) return 'too-large';
      parts.push(part);
    }
    return Buffer.concat(parts);
  } catch {
    // Discord's files are out of reach, or it took too long.
    return 'away';
  }
};

/**
 * What is read from the file that somebody attached to an option; undefined after an explanation of what is wrong with it.
 * If Discord hands it over late, or much is to be read, the interaction is acknowledged before.
 */
export const readAttachment = async <Read>(
  interaction: ChatInputCommandInteraction,
  option: string,
  read: (file: Buffer) => Promise<Read>,
): Promise<Read | undefined> => {
  const { options } = interaction;
  const { url, size } = options.getAttachment(option, true);
  const flags = options.getBoolean('private') ? { flags: MessageFlags.Ephemeral as const } : {};
  const acknowledge = () => unlessAcknowledged(interaction.deferReply(flags));
  const reading = async () => {
    const file = await download(url);
    return typeof file === 'string' ? file : { read: await read(file) };
  };
  const file = size > mostBytes ? 'too-large' : await acknowledgedIfLate(reading(), acknowledge);
  if (typeof file === 'object') return file.read;
  const kilobytes = mostBytes / 2 ** 10;
  return tell(interaction, `attachment.${file}`, { kilobytes });
};
