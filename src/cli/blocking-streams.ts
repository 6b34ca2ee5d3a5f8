import { fstatSync, readSync, writeSync, writevSync } from 'node:fs';
import type { Incoming, MessageSplitter } from './message-stream.ts';

/** Bytes per read, where it is not known how many follow. A frame is read in place after its header. */
const READ_BYTES = 2 ** 16;

/** Whether standard input is a pipe, which can be read by blocking calls. */
export function isPipe(): boolean {
  return fstatSync(0).isFIFO();
}

/**
 * Answers the messages of standard input, which is a pipe, by blocking calls: they take a fraction of the time of the event loop's, for a program
 * that has nothing else to do. Returns true at the end of the input, false if the pipe does not block; what was read is in the splitter then.
 */
export async function answerBlocking(
  splitter: MessageSplitter,
  answer: (incoming: Incoming) => unknown,
): Promise<boolean> {
  const buffer = new Uint8Array(READ_BYTES);
  for (;;) {
    const space = splitter.space();
    const length = readNow(space ?? buffer);
    if (length === undefined) return false;
    if (length === 0) return true;
    if (space !== undefined) {
      const frame = splitter.advance(length);
      const answered = frame && answer(frame);
      if (answered instanceof Promise) await answered;
      continue;
    }
    for (const incoming of splitter.push(buffer.subarray(0, length))) {
      const answered = answer(incoming);
      if (answered instanceof Promise) await answered;
      if (incoming.kind === 'problem' && incoming.isLast) return true;
    }
  }
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
export function writeStandardOutput(parts: readonly Uint8Array[]): void {
  const total = parts.reduce((sum, { length }) => sum + length, 0);
  let written = parts.length === 1 ? writeSome(() => writeSync(1, parts[0])) : writeSome(() => writevSync(1, parts));
  while (written < total) {
    const rest = after(parts, written);
    written += writeSome(() => writevSync(1, rest));
  }
}

/** The parts without their first bytes. */
function after(parts: readonly Uint8Array[], skipped: number): Uint8Array[] {
  let start = 0;
  return parts.flatMap((part) => {
    const from = Math.max(0, skipped - start);
    start += part.length;
    return from < part.length ? [part.subarray(from)] : [];
  });
}

/** Memory to wait with: no other thread notifies it. */
const WAITING = new Int32Array(new SharedArrayBuffer(4));

function writeSome(write: () => number): number {
  try {
    return write();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // the reader has closed the pipe, as `head` does: not a failure
    if (code === 'EPIPE') process.exit(0);
    if (code !== 'EAGAIN') throw error;
    Atomics.wait(WAITING, 0, 0, 1);
    return 0;
  }
}
