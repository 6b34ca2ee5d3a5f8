import { expect } from 'vitest';

/** Typed arrays with the same bytes are equal; element by element, as `toEqual` compares the others, the tables of a run take seconds. */
expect.addEqualityTesters([(a, b) => (haveSameBytes(a, b) ? true : undefined)]);

function haveSameBytes(a: unknown, b: unknown): boolean {
  if (!ArrayBuffer.isView(a) || !ArrayBuffer.isView(b) || a.constructor !== b.constructor) return false;
  return a.byteLength === b.byteLength && Buffer.compare(bytesOf(a), bytesOf(b)) === 0;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => new Uint8Array(buffer, byteOffset, byteLength);
