import { fstatSync, readSync, writeSync } from 'node:fs';
import type { Readable } from 'node:stream';

/** Bytes per read: the largest size of a pipe that clients set. */
const READ_BYTES = 2 ** 20;

/**
 * The bytes of standard input. From a pipe they are read by blocking calls, which take a third of the time of the event loop's: for a program that
 * has nothing else to do. Other inputs, and pipes that do not block, are read as streams.
 */
export async function* readStandardInput(stream: Readable = process.stdin): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(READ_BYTES);
  while (fstatSync(0).isFIFO()) {
    const length = readNow(buffer);
    if (length === undefined) break;
    if (length === 0) return;
    yield buffer.slice(0, length);
  }
  yield* stream;
}

/** Number of bytes, 0 at the end; undefined if the input does not block. */
function readNow(buffer: Uint8Array): number | undefined {
  try {
    return readSync(0, buffer);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined;
    throw error;
  }
}

/** Writes to standard output at once; waits if it is full. */
export function writeStandardOutput(content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  for (let at = 0; at < bytes.length; ) at += writeSome(bytes, at);
}

/** Memory to wait with: no other thread notifies it. */
const WAITING = new Int32Array(new SharedArrayBuffer(4));

function writeSome(bytes: Uint8Array, at: number): number {
  try {
    return writeSync(1, bytes, at);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // the reader has closed the pipe, as `head` does: not a failure
    if (code === 'EPIPE') process.exit(0);
    if (code !== 'EAGAIN') throw error;
    Atomics.wait(WAITING, 0, 0, 1);
    return 0;
  }
}
