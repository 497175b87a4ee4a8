/** What is wrong with an input: a code and values, which `locales` turns into a sentence. */

/** The variables of a code's sentence. */
export type Values = Readonly<Record<string, string | number>>;

export const problemCodes = [
  'empty',
  'too-long',
  'unknown-piece',
  'cell-count',
  'repeated-tile',
  'repeated-blank',
  'half-card',
  'card-off-row',
  'repeated-card',
  'unknown-hole',
  'repeated-hole',
  'no-hole-named',
  'no-pegs',
  'other-rows',
  'several-positions',
  'row-length',
  'row-count',
  'mixed-rows',
  'piece-apart',
  'no-car',
  'wall-or-piece',
  'empty-or-piece',
  'exit-mark',
  'no-exit-car',
  'other-gate',
  'unclear-goal',
  'unknown-car',
  'upright-car',
  'no-pieces',
  'piece-list',
  'no-room',
  'no-goal-piece',
  'goal-piece',
  'goal-missing',
  'no-place',
  'board-size',
  'drawing-rows',
  'drawing-mark',
  'mixed-marks',
  'drawing-gap',
  'drawing-edge',
  'drawing-triangle',
  'drawing-step',
  'too-many-holes',
  'board-too-large',
  'hole-apart',
  'no-jumps',
  'other-shape',
  'tile-rows',
  'which-size',
  'tile-mark',
  'blank-marks',
  'blank-or-outside',
  'tile-or-outside',
  'number-or-letter',
  'no-blank',
  'no-tiles',
  'too-many-cells',
  'cell-apart',
  'other-tiles',
  'goal-free',
] as const;
export type ProblemCode = (typeof problemCodes)[number];

/** The first problem in an input. */
export interface Problem<Code extends string = ProblemCode> {
  readonly code: Code;
  readonly values: Values;
  /** A half-open range of UTF-16 code units of the input; absent if all of it is wrong. */
  readonly span?: readonly [from: number, to: number];
}

export type Result<T, Code extends string = ProblemCode> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem<Code> };

export type BadInput = Extract<Result<never>, { ok: false }>;

export const ok = <T>(value: T) => ({ ok: true, value }) as const;
export const wrong = <Code extends string>(code: Code, values: Values = {}, span?: Problem['span']) =>
  ({ ok: false, problem: { code, values, ...(span && { span }) } }) as const;

/**
 * The value of a result that must have one.
 * @param what the source of the input, for the error
 * @throws RangeError for a problem
 */
export const unwrap = <T, Code extends string>(result: Result<T, Code>, what: string): T => {
  if (!result.ok) throw new RangeError(`${what}: ${result.problem.code}`);
  return result.value;
};
