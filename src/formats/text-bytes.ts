/** Part of every place this library runs (Node, workers, browsers), though not of the language itself. */
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

/** The text, to the character (a byte-order mark is kept); throws a TypeError for bytes that are no UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

/** One character a byte, so that places in the text are places in the bytes; right for ASCII, and never fails on other text. */
export function decodeBytes(bytes: Uint8Array): string {
  return new TextDecoder('latin1', { fatal: false, ignoreBOM: true }).decode(bytes);
}

/** Texts are encoded together up to about this length, since a file may be longer than a string can be. [characters] */
const PIECE = 65_536;

/** Texts and bytes one after the other. */
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

/** Where an ASCII text begins in the bytes, or -1. */
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
