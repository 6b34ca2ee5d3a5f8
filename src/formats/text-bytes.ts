/** Available in every environment of this library (Node, workers, browsers), though not part of the language itself. */
declare class TextEncoder {
  encode(text: string): Uint8Array;
}
declare class TextDecoder {
  constructor(encoding: 'utf-8' | 'latin1', options: { fatal: boolean; ignoreBOM: boolean });
  decode(bytes: Uint8Array): string;
}

export function encodeUtf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The text, character for character, with a byte-order mark; throws a TypeError for bytes that are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

/** One character per byte, so that text offsets equal byte offsets; correct for ASCII, and never fails on other text. */
export function decodeBytes(bytes: Uint8Array): string {
  return new TextDecoder('latin1', { fatal: false, ignoreBOM: true }).decode(bytes);
}

/** Texts are joined up to about this length before encoding, since a file may exceed the maximum length of a string. [characters] */
const PIECE = 65_536;

/** Concatenates texts and bytes. */
export function joinBytes(pieces: Iterable<string | Uint8Array>): Uint8Array {
  const parts: Uint8Array[] = [];
  let pending = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') pending += piece;
    if (typeof piece !== 'string' || pending.length > PIECE) {
      parts.push(encodeUtf8(pending));
      pending = '';
    }
    if (typeof piece !== 'string') parts.push(piece);
  }
  parts.push(encodeUtf8(pending));
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Offset of an ASCII text in the bytes, or -1. */
export function indexOfText(bytes: Uint8Array, text: string, from = 0): number {
  const first = text.charCodeAt(0);
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (hasTextAt(bytes, text, at)) return at;
  }
  return -1;
}

export function hasTextAt(bytes: Uint8Array, text: string, at: number): boolean {
  for (let k = 0; k < text.length; k++) if (bytes[at + k] !== text.charCodeAt(k)) return false;
  return true;
}
