/**
 * A number that is not finite where a result must be: an error of the program, not of its input. Code that writes, prints or
 * draws numbers throws it instead of writing a substitute.
 */
export class NonFiniteError extends Error {
  override readonly name = 'NonFiniteError';
  constructor(what: string, value: number) {
    super(`${what} is ${value}: the computation produced a non-finite number, so no result is reported`);
  }
}

/** The number itself; throws a NonFiniteError that names it unless it is finite. */
export function expectFinite(value: number, what: string): number {
  if (Number.isFinite(value)) return value;
  throw new NonFiniteError(what, value);
}

/** Are all numbers in a tree of lists and objects finite? Allocates nothing: it is called for every frame of a run. */
export function isFiniteTree(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (!isFiniteTree(value[i])) return false;
    return true;
  }
  for (const key in value) if (!isFiniteTree(value[key as keyof typeof value])) return false;
  return true;
}

/** Throws a NonFiniteError about the first number in a tree that is not finite; `what` begins the path to it. */
export function expectFiniteTree(value: unknown, what: string): void {
  if (typeof value === 'number') expectFinite(value, what);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) expectFiniteTree(item, `${what}.${key}`);
}

/** The same for a packed array. */
export function expectFiniteList(values: ArrayLike<number>, what: string): void {
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) throw new NonFiniteError(`${what}[${i}]`, values[i]);
  }
}
