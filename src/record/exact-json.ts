import { NonFiniteError } from '../math/finite.ts';

/** The infinities have no JSON of their own: a number that every reader of doubles rounds to them. */
const INFINITE = '1e999';

/**
 * JSON that gives every double back bit for bit. `JSON.stringify` writes -0 as 0 and the infinities as null; here they
 * are -0 and ±1e999, which are JSON too and which every reader of doubles turns into the right value. There is no JSON
 * for NaN: it is refused, so that it never passes in silence.
 */
export function exactJson(value: unknown, indent = ''): string {
  return writeValue(value, indent, indent === '' ? '' : '\n');
}

/** `lineEnd` is the line break and the indentation of the line `value` stands on; empty for one line. */
function writeValue(value: unknown, indent: string, lineEnd: string): string {
  if (typeof value === 'number') return writeNumber(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) {
    return `[${value.map((item) => writeValue(item, '', '')).join(indent === '' ? ',' : ', ')}]`;
  }
  const inner = lineEnd + indent;
  const colon = indent === '' ? ':' : ': ';
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${inner}${JSON.stringify(key)}${colon}${writeValue(member, indent, inner)}`);
  return members.length === 0 ? '{}' : `{${members.join(',')}${lineEnd}}`;
}

/** JSON for people and other programs: as `JSON.stringify`, with ±1e999 for the infinities. NaN is refused here too. */
export function plainJson(value: unknown): string {
  return exactJson(withPlainZeros(value));
}

function withPlainZeros(value: unknown): unknown {
  if (value === 0) return 0;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withPlainZeros);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withPlainZeros(item)]));
}

function writeNumber(value: number): string {
  if (Number.isNaN(value)) throw new NonFiniteError('a number to be written as JSON', value);
  if (Object.is(value, -0)) return '-0';
  if (Number.isFinite(value)) return String(value);
  return value > 0 ? INFINITE : `-${INFINITE}`;
}
