import { MeshFileError } from './mesh-file-error.ts';
import { decodeBytes, hasTextAt } from './text-bytes.ts';

/** The longest string all common engines allow, in round numbers. */
const MAX_TEXT_BYTES = 5e8;

/** A text file, or a part of one, as a text of one character a byte; a byte-order mark at its beginning is left out. */
export function meshText(source: string, bytes: Uint8Array): string {
  if (bytes.length > MAX_TEXT_BYTES) {
    const expected = `a text must be shorter than ${MAX_TEXT_BYTES} bytes (use a binary format)`;
    throw new MeshFileError(source, undefined, expected, bytes.length);
  }
  return decodeBytes(hasTextAt(bytes, '\xef\xbb\xbf', 0) ? bytes.subarray(3) : bytes);
}
