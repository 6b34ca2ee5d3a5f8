import { MeshFileError } from './mesh-file-error.ts';
import { decodeBytes, hasTextAt } from './text-bytes.ts';

/** The maximum string length of all common engines, rounded down. */
const MAX_TEXT_BYTES = 5e8;

/** A text file, or a part of one, as a text of one character per byte, without a byte-order mark at its start. */
export function meshText(source: string, bytes: Uint8Array): string {
  if (bytes.length > MAX_TEXT_BYTES) {
    const expected = `a text must be shorter than ${MAX_TEXT_BYTES} bytes (use a binary format)`;
    throw new MeshFileError(source, undefined, expected, bytes.length);
  }
  return decodeBytes(hasTextAt(bytes, '\xef\xbb\xbf', 0) ? bytes.subarray(3) : bytes);
}
