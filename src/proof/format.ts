/**
 * Certificates: an answer with what proves it, as JSON. `docs/proofs.md` describes the format for those who write a checker
 * of their own; `checker.ts` is ours. A certificate has the rules as data, so a checker needs to know no puzzle.
 */
import { z } from 'zod';

/** Largest sizes that a checker has to be ready for. */
const most = { cells: 400, ways: 100_000, goals: 400, moves: 4000, length: 1000, parts: 20_000, depth: 200 };

const count = z.int().min(0);
const content = z.int().min(-most.cells).max(most.cells);
const cell = z
  .int()
  .min(0)
  .max(most.cells - 1);
/** What is on each cell, by cell; 0 where it is empty. */
const position = z.array(z.int().min(0).max(most.cells)).min(1).max(most.cells).readonly();
/** -1: anything. */
const goal = z.array(z.int().min(-1).max(most.cells)).min(1).max(most.cells).readonly();
const path = z.array(cell).min(1).max(most.cells).readonly();

/** What a cell has to hold, and what it holds then. Numbers below 0 are any pieces, which go to the cell with the same one. */
const change = z.tuple([cell, content, content]);
const rules = z.strictObject({
  /** The changes of each way to move, the first of the cell that the piece leaves, the last of that to which it goes. */
  ways: z.array(z.array(change).min(2).max(most.cells).readonly()).max(most.ways).readonly(),
  /** Whether ways of one piece in a row are one move. */
  isChained: z.boolean(),
});

const counts = z.array(count).max(most.length).readonly();
/** A group of symmetries of the ways and the goals, as images of the cells. Images of a position count as one. */
const symmetries = z.array(path).min(1).max(48).readonly().optional();
/** How many positions need 0, 1, 2 … moves from the start, and to the nearest goal. Without a solution, the last ring is empty. */
const rings = z.strictObject({ kind: z.literal('rings'), fromStart: counts, fromGoal: counts.optional(), symmetries });
const parity = z.strictObject({ kind: z.literal('parity') });
const weights = z.strictObject({
  kind: z.literal('weights'),
  functions: z
    .array(
      z.strictObject({
        weights: z.array(z.int().min(-1e6).max(1e6)).max(most.cells).readonly(),
        modulo: z.literal(2).optional(),
      }),
    )
    .min(1)
    .max(most.goals)
    .readonly(),
});
const parts = z.strictObject({
  kind: z.literal('parts'),
  bound: z.strictObject({
    /** Moves from the goal to the position for which the tables count, `home`. */
    home: z
      .array(z.tuple([cell, cell]))
      .max(most.depth)
      .readonly(),
    /** The cells of a group of tiles at home, and how many placements of these tiles need 0, 1, 2 … moves of theirs. */
    tables: z
      .array(z.strictObject({ cells: z.array(cell).min(1).max(8).readonly(), values: counts }))
      .max(16)
      .readonly(),
    /** Sums of tables, each turned by a symmetry of the board. */
    sums: z
      .array(
        z
          .array(z.strictObject({ table: z.int().min(0).max(15), map: path }))
          .max(most.cells)
          .readonly(),
      )
      .min(1)
      .max(8)
      .readonly(),
  }),
  /** Where the empty cell goes, and how many positions the search generates behind that. */
  parts: z
    .array(z.tuple([z.array(cell).max(most.depth).readonly(), count]).readonly())
    .min(1)
    .max(most.parts)
    .readonly(),
});

export const certificateSchema = z.strictObject({
  format: z.literal('antipode-proof'),
  version: z.literal(2),
  /** For people only. */
  puzzle: z.string().max(200),
  rules,
  start: position,
  goals: z.array(goal).min(1).max(most.goals).readonly(),
  /** A solution of this length is given, and none has fewer moves, or fewer than `atLeast`. Or there is none at all. */
  claim: z.union([
    z.strictObject({ length: count.max(most.moves), atLeast: count.max(most.moves).optional() }),
    z.strictObject({ unsolvable: z.literal(true) }),
  ]),
  /** Each move: the cells of its piece, from the first to the last. Empty if there is none. */
  solution: z.array(z.array(cell).min(2).max(most.cells).readonly()).max(most.moves).readonly(),
  proof: z.discriminatedUnion('kind', [rings, parity, weights, parts]),
});

export type Certificate = z.output<typeof certificateSchema>;
export type Rules = Certificate['rules'];
export type Way = Rules['ways'][number];
export type Proof = Certificate['proof'];
export type ProofOf<Kind extends Proof['kind']> = Extract<Proof, { kind: Kind }>;
export type PartsProof = ProofOf<'parts'>;

/** A path of a JSON value, as in `proof.parts[12]`. */
const placeOf = (keys: readonly PropertyKey[]): string =>
  keys
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./u, '');

/** A certificate from its text; or what is wrong with the text, and where: that it is none at all. */
export const parseCertificate = (
  text: string,
):
  | { readonly ok: true; readonly certificate: Certificate }
  | { readonly ok: false; readonly place: string; readonly message: string } => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { ok: false, place: '', message: (error as Error).message };
  }
  const parsed = certificateSchema.safeParse(json);
  if (parsed.success) return { ok: true, certificate: parsed.data };
  const { path, message } = parsed.error.issues[0]!;
  return { ok: false, place: placeOf(path), message };
};
