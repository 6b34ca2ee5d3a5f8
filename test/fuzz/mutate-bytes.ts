import type { Random } from '../../src/math/random.ts';
import { pick } from './mutate-json.ts';

/** Numbers and marks that text formats trip over. */
const WORDS: readonly string[] = [
  '0', '-0', '-1', '1e308', '-1e308', '1e999', '5e-324', '1e-155', 'nan', 'NaN', 'inf', '-Infinity', '4294967295', '99999999999', '1e20', '0x10', '1.5', '"', "'",
  '{', '}', '[', ']', ',', ':', '<', '>', '</', '/>', '<!--', '&amp;', '&#0;', '//', '/*', '\\', '\n', '\r', '\t', '\u0000', '\u001b[2J', '\ufeff', 'é', '€',
]; // biome-ignore format: one list

/** One to four edits: pieces dropped, repeated, moved, overwritten by other words. */
export function mutateText(random: Random, text: string): string {
  let changed = text;
  for (let i = 1 + random.below(4); i > 0; i--) changed = editText(random, changed);
  return changed;
}

function editText(random: Random, text: string): string {
  const from = random.below(text.length + 1);
  const length = random.below(5) === 0 ? random.below(text.length + 1) : random.below(9);
  const piece = text.slice(from, from + length);
  switch (random.below(6)) {
    case 0:
      return text.slice(0, from) + text.slice(from + length);
    case 1:
      return text.slice(0, from) + piece + piece + text.slice(from + length);
    case 2:
      return text.slice(0, from) + pick(random, WORDS) + text.slice(from);
    case 3:
      return replaceWord(random, text, /-?\d[\d.e+-]*/g);
    case 4:
      return replaceWord(random, text, /\S+/g);
    default:
      return text.slice(0, from) + String.fromCharCode(random.below(300)) + text.slice(from + 1);
  }
}

/** One of the words that match is replaced by a troublesome one, or by another word of the text. */
function replaceWord(random: Random, text: string, words: RegExp): string {
  const found = [...text.matchAll(words)];
  if (found.length === 0) return text;
  const { 0: word, index } = pick(random, found);
  const other = random.below(3) === 0 ? pick(random, found)[0] : pick(random, WORDS);
  return text.slice(0, index) + other + text.slice(index + word.length);
}

const BYTES: readonly number[] = [0, 1, 0x7f, 0x80, 0xff, 0x0a, 0x20, 0x22, 0x30, 0xf0, 0x7e];

/** One to four edits of binary data: bits, bytes, integers and doubles, pieces dropped, repeated and cut off. */
export function mutateBytes(random: Random, bytes: Uint8Array): Uint8Array {
  let changed = Uint8Array.from(bytes);
  for (let i = 1 + random.below(4); i > 0; i--) changed = editBytes(random, changed);
  return changed;
}

function editBytes(random: Random, bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const at = random.below(bytes.length + 1);
  const length = random.below(4) === 0 ? random.below(bytes.length + 1) : 1 + random.below(16);
  const view = new DataView(bytes.buffer);
  switch (random.below(8)) {
    case 0:
      return joined(bytes.subarray(0, at), bytes.subarray(at + length));
    case 1:
      return joined(bytes.subarray(0, at), bytes.subarray(at, at + length), bytes.subarray(at));
    case 2:
      return Uint8Array.from(bytes.subarray(0, at));
    case 3:
      if (at + 8 <= bytes.length)
        view.setFloat64(
          at,
          pick(random, [Number.NaN, Number.POSITIVE_INFINITY, 1e308, 1e-155, -0]),
          random.next() < 0.5,
        );
      return bytes;
    case 4:
      if (at + 4 <= bytes.length)
        view.setUint32(at, pick(random, [0, 1, 0x7fffffff, 0xffffffff, random.below(1000)]), random.next() < 0.5);
      return bytes;
    case 5:
      if (at < bytes.length) bytes[at] ^= 1 << random.below(8);
      return bytes;
    default:
      if (at < bytes.length) bytes[at] = random.next() < 0.5 ? pick(random, BYTES) : random.below(256);
      return bytes;
  }
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
