import { NonFiniteError } from '../math/finite.ts';

/** JSON has no infinities: a number that every parser of doubles rounds to Infinity. */
const INFINITE = '1e999';

/**
 * JSON that restores every double bit for bit. `JSON.stringify` writes -0 as 0 and the infinities as null; here they
 * are -0 and ±1e999, which are valid JSON and which every parser of doubles converts to the right value. JSON has no
 * NaN: it is rejected, so that it never passes silently.
 */
export function exactJson(value: unknown, indent = ''): string {
  return writeValue(value, indent, indent === '' ? '' : '\n');
}

/** `lineEnd` is the line break and the indentation of the line of `value`; empty for one line. */
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

/** JSON for people and other programs: as `JSON.stringify`, with ±1e999 for the infinities. NaN is rejected here too. */
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
