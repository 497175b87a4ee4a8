/** What all leaderboards have in common. */

/** `everywhere`, or the id of a server. */
export type Scope = string;
export const everywhere = 'everywhere';

/** Rows of a page. */
export const pageLength = 10;
