/** `/daily remind`. */
import type { ChatInputCommandInteraction } from 'discord.js';
import type { TFunction } from 'i18next';
import type { Handlers } from '../../discord/command.ts';
import { replyPrivately } from '../../discord/replies.ts';
import { translator } from '../../locales/index.ts';
import type { ReminderStore } from './post-store.ts';

export const reminderHandlers = (reminders: ReminderStore): Handlers => {
  const set = async (interaction: ChatInputCommandInteraction, isOn: boolean): Promise<void> => {
    const { user, locale, createdTimestamp } = interaction;
    if (isOn) await reminders.start(user.id, locale, createdTimestamp);
    else await reminders.erase(user.id);
    await replyPrivately(interaction, translator(locale)(isOn ? 'posting.reminderOn' : 'posting.reminderStopped'));
  };
  return {
    commands: {
      'daily remind on': (interaction) => set(interaction, true),
      'daily remind off': (interaction) => set(interaction, false),
    },
  };
};

/** What to tell a person about their reminder: that it was turned off because they take no direct messages. */
export const reminderNote = async (
  reminders: ReminderStore,
  t: TFunction,
  user: string,
): Promise<string | undefined> => ((await reminders.isClosed(user)) ? t('posting.reminderClosed') : undefined);
