/** What all leaderboards have in common. */

/** `everywhere`, or the id of a server. */
export type Scope = string;
export const everywhere = 'everywhere';

/** The scope of a board. Direct messages have no server, so their boards are those of all. */
export const scopeOf = (isHere: boolean, guild: string | null): Scope => (isHere && guild) || everywhere;

/** Where a result ranks: everywhere, and in the server where it was made. */
export const scopesOf = (guild: string | undefined): readonly Scope[] =>
  guild === undefined ? [everywhere] : [everywhere, guild];

export const pageLength = 10;
export const pageCount = (total: number): number => Math.max(1, Math.ceil(total / pageLength));
