import { decodeBytes, encodeUtf8 } from './text-bytes.ts';

const LETTERS = encodeUtf8('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const PADDING = '='.charCodeAt(0);
const BLANK = 32;

/** The value of a base64 character, 255 if it is not in the alphabet. */
const VALUES = Uint8Array.from({ length: 256 }, (_, character) => {
  const value = LETTERS.indexOf(character);
  return value < 0 ? 255 : value;
});

export function encodeBase64(bytes: Uint8Array): string {
  const letters = new Uint8Array(4 * Math.ceil(bytes.length / 3));
  for (let k = 0, at = 0; k < bytes.length; k += 3, at += 4) {
    // bytes past the end count as 0
    const bits = (bytes[k] << 16) | (bytes[k + 1] << 8) | bytes[k + 2];
    letters[at] = LETTERS[(bits >> 18) & 63];
    letters[at + 1] = LETTERS[(bits >> 12) & 63];
    letters[at + 2] = k + 1 < bytes.length ? LETTERS[(bits >> 6) & 63] : PADDING;
    letters[at + 3] = k + 2 < bytes.length ? LETTERS[bits & 63] : PADDING;
  }
  return decodeBytes(letters);
}

/**
 * The first `length` bytes of the base64 text that starts at `from`; fewer if the text ends earlier. White space is
 * skipped, and padding may occur inside: VTK encodes the length of a block and its data one after the other.
 * Undefined for a text that is not base64.
 */
export function decodeBase64(text: string, from: number, length: number): Uint8Array | undefined {
  const bytes = new Uint8Array(Math.min(length, Math.ceil(((text.length - from) / 4) * 3)) + 3);
  let count = 0;
  let bits = 0;
  let letters = 0;
  let padding = 0;
  for (let at = from; at < text.length && count < length; at++) {
    const code = text.charCodeAt(at);
    if (code <= BLANK) continue;
    if (code === PADDING) padding++;
    else if (padding > 0 || !(VALUES[code] < 64)) return undefined;
    bits = (bits << 6) | (code === PADDING ? 0 : VALUES[code]);
    if (++letters < 4) continue;
    if (padding > 2) return undefined;
    bytes[count] = bits >> 16;
    bytes[count + 1] = bits >> 8;
    bytes[count + 2] = bits;
    count += 3 - padding;
    bits = 0;
    letters = 0;
    padding = 0;
  }
  // a text that ends inside a group of four is truncated, not shorter
  if (letters > 0) return undefined;
  return bytes.subarray(0, Math.min(count, length));
}
