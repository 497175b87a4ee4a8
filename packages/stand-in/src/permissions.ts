import { PermissionFlagsBits } from 'discord-api-types/v10';

/** Sets of permissions, as bits. https://docs.discord.com/developers/topics/permissions */

const P = PermissionFlagsBits;

export const ALL_PERMISSIONS = Object.values(P).reduce((sum, bit) => sum | bit, 0n);
/** The permissions of an ordinary member. */
export const MEMBER_PERMISSIONS =
  P.ViewChannel |
  P.SendMessages |
  P.SendMessagesInThreads |
  P.CreatePublicThreads |
  P.EmbedLinks |
  P.AttachFiles |
  P.AddReactions |
  P.ReadMessageHistory |
  P.UseExternalEmojis |
  P.UseApplicationCommands |
  P.UseExternalApps;
/** The permissions that an app is usually invited with. */
export const BOT_PERMISSIONS = MEMBER_PERMISSIONS & ~P.UseExternalApps;
/** The permissions of an app in a place where only the person installed it. */
export const USER_APP_PERMISSIONS = P.MentionEveryone | P.EmbedLinks | P.AttachFiles | P.UseExternalEmojis;
