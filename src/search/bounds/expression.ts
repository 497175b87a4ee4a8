/**
 * A bound as somebody types it: an expression of named features. acorn parses it as JavaScript, which it is a part of, and
 * everything but numbers, known names, `+ - * /` and a few functions is refused. Nothing that was typed is ever run: the
 * expression becomes a list of steps over columns of numbers.
 */
import { type AnyNode, type CallExpression, parse } from 'acorn';
import type { PositionFeature } from '../../puzzles/features.ts';
import { nearestName } from '../../puzzles/nearest.ts';
import { ok, type Problem, type Result, wrong } from '../../puzzles/problem.ts';

export const mostCharacters = 200;
/**
 * Signs and functions; one of several arguments counts as a sign between each two. With some 40, a bound can be high at one
 * position alone, and the number of positions where it is too high tells the distance of that one: it may be a challenge.
 */
export const mostOperations = 25;
const largestNumber = 1e9;

export const boundProblems = [
  'empty',
  'incomplete',
  'unreadable',
  'unknown-name',
  'unlike-name',
  'no-function',
  'too-few',
  'too-many',
  'no-piece',
  'piece-missing',
  'large-number',
  'too-many-operations',
] as const;
export type BoundProblem = Problem<(typeof boundProblems)[number]>;
type BoundResult<T> = Result<T, BoundProblem['code']>;

const signs = {
  '+': (a: number, b: number) => a + b,
  '-': (a: number, b: number) => a - b,
  '*': (a: number, b: number) => a * b,
  '/': (a: number, b: number) => a / b,
} as const;
const ofTwo = { ...signs, max: Math.max, min: Math.min } as const;
/** A hair's breadth is the error of a division: `3 * (1 / 3)` is 1 for `floor`, too. */
const hair = 1e-9;
const floor = (value: number): number => Math.floor(value + hair);
export const ceil = (value: number): number => Math.ceil(value - hair);
const ofOne = { floor, ceil, negative: (value: number) => -value } as const;

/** What people call, with the number of arguments that each takes. */
export const functions: Readonly<Record<string, readonly [least: number, most: number]>> = {
  max: [2, Number.POSITIVE_INFINITY],
  min: [2, Number.POSITIVE_INFINITY],
  floor: [1, 1],
  ceil: [1, 1],
};

/** A step takes its operands from the end of a stack of columns, and puts its result there. `part` is its text. */
type Step =
  | { readonly number: number }
  | { readonly feature: PositionFeature; readonly piece: number | undefined }
  | { readonly two: keyof typeof ofTwo; readonly part: string }
  | { readonly one: keyof typeof ofOne; readonly part: string };

export interface Bound {
  /** The expression as we write it: no other characters than those of names, numbers and signs. */
  readonly text: string;
  readonly steps: readonly Step[];
  readonly operations: number;
}

/** How tightly a sign binds its operands. */
const binding = { '+': 1, '-': 1, '*': 2, '/': 2, negative: 3, atom: 4 } as const;

interface Part extends Bound {
  readonly binds: number;
}

const isIn = <Name extends string>(names: Readonly<Record<Name, unknown>>, name: string): name is Name =>
  Object.hasOwn(names, name);

/** Signs of other keyboards, one character each, so that places stay. */
const sameSigns: Readonly<Record<string, string>> = { '×': '*', '·': '*', '÷': '/', '−': '-', '–': '-' };
const plainSigns = (typed: string): string =>
  typed.replace(/[A-Z×·÷−–\uff01-\uff5e\u3000]/gu, (sign) => sameSigns[sign] ?? sign.normalize('NFKC').toLowerCase());

class Reader {
  private readonly text: string;
  private readonly features: ReadonlyMap<string, PositionFeature>;

  constructor(text: string, features: readonly PositionFeature[]) {
    this.text = text;
    this.features = new Map(features.map((feature) => [feature.name, feature]));
  }

  read(node: AnyNode): BoundResult<Part> {
    switch (node.type) {
      case 'Literal':
        return this.number(node, node.value);
      case 'Identifier':
        return this.feature(node, node.name);
      case 'UnaryExpression':
        if (node.operator === '-') return this.joined(node, 'negative', [node.argument]);
        break;
      case 'BinaryExpression':
        if (isIn(signs, node.operator)) return this.joined(node, node.operator, [node.left, node.right]);
        break;
      case 'CallExpression':
        if (node.callee.type === 'Identifier' && !node.optional) return this.call(node, node.callee.name);
        break;
    }
    return this.refused('unreadable', node);
  }

  private refused(code: BoundProblem['code'], { start, end }: AnyNode, values: Problem['values'] = {}) {
    const part = this.text.slice(start, end);
    return wrong(code, { column: start + 1, part, ...values }, [start, end]);
  }

  private number(node: AnyNode, value: unknown): BoundResult<Part> {
    if (typeof value !== 'number') return this.refused('unreadable', node);
    if (value > largestNumber) return this.refused('large-number', node, { most: largestNumber });
    return ok({ text: String(value), steps: [{ number: value }], operations: 0, binds: binding.atom });
  }

  private feature(node: AnyNode, name: string, piece?: number): BoundResult<Part> {
    const feature = this.features.get(name);
    if (!feature) return this.unknown(node, name);
    const { pieces } = feature;
    const values = { name, pieces: pieces?.join(', ') ?? '', piece: pieces?.[0] ?? '' };
    if (pieces && piece === undefined) return this.refused('piece-missing', node, values);
    if (piece !== undefined && !pieces?.includes(piece)) return this.refused('no-piece', node, values);
    const text = piece === undefined ? name : `${name}(${piece})`;
    return ok({ text, steps: [{ feature, piece }], operations: 0, binds: binding.atom });
  }

  private unknown(node: AnyNode, name: string): BoundResult<never> {
    if (Object.hasOwn(functions, name)) return this.refused('too-few', node, { name });
    const nearest = nearestName(name, [...this.features.keys(), ...Object.keys(functions)]);
    return nearest ? this.refused('unlike-name', node, { nearest }) : this.refused('unknown-name', node);
  }

  private call(node: CallExpression, name: string): BoundResult<Part> {
    const { callee, arguments: given } = node;
    const feature = this.features.get(name);
    if (feature && !feature.pieces) return this.refused('no-function', node, { name });
    const counts = feature ? ([1, 1] as const) : Object.hasOwn(functions, name) && functions[name];
    if (!counts) return this.unknown(callee, name);
    const [least, most] = counts;
    const extra = given[most];
    if (given.length < least) return this.refused('too-few', node, { name });
    if (extra) return this.refused('too-many', extra, { name });
    const [first] = given as [AnyNode];
    if (!feature) return this.joined(node, name as 'max' | 'min' | 'floor' | 'ceil', given);
    const isNumber = first.type === 'Literal' && typeof first.value === 'number';
    return this.feature(first, name, isNumber ? Number(first.value) : Number.NaN);
  }

  /** An operation on parts of the expression. */
  private joined(
    node: AnyNode,
    operation: keyof typeof ofTwo | keyof typeof ofOne,
    operands: readonly AnyNode[],
  ): BoundResult<Part> {
    const parts: Part[] = [];
    for (const operand of operands) {
      const part = this.read(operand);
      if (!part.ok) return part;
      parts.push(part.value);
    }
    const [first, ...others] = parts as [Part, ...Part[]];
    const operations = parts.reduce((sum, part) => sum + part.operations, 0) + Math.max(1, others.length);
    if (operations > mostOperations) return this.refused('too-many-operations', node, { most: mostOperations });
    const binds = isIn(binding, operation) ? binding[operation] : binding.atom;
    const within = ({ text, binds: own }: Part, least: number): string => (own < least ? `(${text})` : text);
    const written =
      operation === 'negative'
        ? `-${within(first, binding.atom)}`
        : isIn(signs, operation)
          ? [within(first, binds), ...others.map((other) => within(other, binds + 1))].join(` ${operation} `)
          : `${operation}(${parts.map(({ text }) => text).join(', ')})`;
    const step: Step = isIn(ofTwo, operation) ? { two: operation, part: written } : { one: operation, part: written };
    const steps = [...first.steps, ...('two' in step ? others.flatMap((part) => [...part.steps, step]) : [step])];
    return ok({ text: written, steps, operations, binds });
  }
}

/**
 * Reads a bound, or says what is wrong with it first.
 * @param features those that the puzzle has
 */
export const readBound = (typed: string, features: readonly PositionFeature[]): BoundResult<Bound> => {
  const text = plainSigns(typed);
  const refusedAt = (at: number): BoundResult<never> => {
    const part = text.slice(at, at + 1);
    return wrong(part ? 'unreadable' : 'incomplete', { column: at + 1, part }, [at, at + part.length]);
  };
  if (text.trim() === '') return wrong('empty');
  const comments: number[] = [];
  try {
    const onComment = (_isBlock: boolean, _text: string, start: number): void => void comments.push(start);
    const [only, second] = parse(text, { ecmaVersion: 2020, onComment }).body;
    // In other languages, `//` is a division.
    const [comment] = comments;
    if (comment !== undefined) return refusedAt(comment + 1);
    if (only?.type !== 'ExpressionStatement') return refusedAt(only?.start ?? 0);
    return second ? refusedAt(second.start) : new Reader(text, features).read(only.expression);
  } catch (error) {
    if (!(error instanceof SyntaxError && 'pos' in error)) throw error;
    return refusedAt(Number(error.pos));
  }
};

/** Where a bound has no value: the row, and the part of its text that has none. */
interface Undefined {
  readonly row: number;
  readonly part: string;
}

/** The positions of a bound by rows, and what is measured of each. */
export interface MeasuredRows {
  readonly rows: number;
  column(feature: PositionFeature, piece?: number): ArrayLike<number>;
}

/** The value of a bound for each row. */
export const valuesOf = ({ steps }: Bound, columns: MeasuredRows): Float64Array | Undefined => {
  const { rows } = columns;
  const stack: Float64Array[] = [];
  for (const step of steps) {
    if ('number' in step) stack.push(new Float64Array(rows).fill(step.number));
    else if ('feature' in step) stack.push(new Float64Array(columns.column(step.feature, step.piece)));
    else {
      // The first operand's column takes the result.
      const other = 'two' in step ? stack.pop()! : undefined;
      const column = stack.at(-1)!;
      const [two, one] = 'two' in step ? [ofTwo[step.two], undefined] : [undefined, ofOne[step.one]];
      for (let row = 0; row < rows; row++) {
        const value = two ? two(column[row]!, other![row]!) : one!(column[row]!);
        if (!Number.isFinite(value)) return { row, part: step.part };
        column[row] = value;
      }
    }
  }
  return stack[0]!;
};
