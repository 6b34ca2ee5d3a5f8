import { FRAME_HEADER_BYTES, frameLength } from '../query/server/frame.ts';

/** A message as it arrives: a line of text, or a frame. `problem` says why a frame or a line cannot be read. */
export type Incoming =
  | { readonly kind: 'line' | 'frame'; readonly bytes: Uint8Array }
  | { readonly kind: 'problem'; readonly problem: string; readonly isLast: boolean };

const NEWLINE = 10;
const FRAME_START = 'A'.charCodeAt(0);

/**
 * Splits a stream of bytes into lines of JSON and binary frames, in any order: a frame begins with A, an object with {. Yields what each
 * chunk completes. A frame that begins with a wrong header ends the stream, since its length is not known.
 */
export async function* splitMessages(input: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Incoming[]> {
  let held: Uint8Array[] = [];
  let length = 0;
  /** Bytes until the frame is complete: its header first. */
  let needed = 0;
  let tooLong = false;
  const hold = (part: Uint8Array) => {
    if (!tooLong && part.length > 0) held.push(part);
    length += part.length;
    if (length > maxBytes) {
      tooLong = true;
      held = [];
    }
  };
  const take = (): Uint8Array => {
    // a copy of its own: arrays in it begin at a multiple of 8 bytes
    const bytes = joinParts(held, length);
    held = [];
    length = 0;
    return bytes;
  };
  for await (const chunk of input) {
    const complete: Incoming[] = [];
    for (let at = 0; at < chunk.length; ) {
      if (length === 0 && needed === 0) {
        // line breaks and spaces between messages
        if (chunk[at] <= 32) {
          at++;
          continue;
        }
        if (chunk[at] === FRAME_START) needed = FRAME_HEADER_BYTES;
      }
      if (needed === 0) {
        const end = chunk.indexOf(NEWLINE, at);
        hold(chunk.subarray(at, end < 0 ? chunk.length : end));
        at = end < 0 ? chunk.length : end + 1;
        if (end < 0) continue;
        if (tooLong) {
          complete.push({ kind: 'problem', problem: `the line is longer than ${maxBytes} bytes`, isLast: false });
          length = 0;
          tooLong = false;
        } else complete.push({ kind: 'line', bytes: take() });
        continue;
      }
      const part = chunk.subarray(at, at + needed - length);
      hold(part);
      at += part.length;
      if (length < needed) continue;
      const isHeader = needed === FRAME_HEADER_BYTES;
      const bytes = isHeader ? joinParts(held, length) : undefined;
      const whole = bytes === undefined ? needed : frameLength(bytes);
      if (whole === undefined || whole > maxBytes) {
        const problem =
          whole === undefined ? 'the header of the frame is invalid' : `the frame is longer than ${maxBytes} bytes`;
        yield [...complete, { kind: 'problem', problem, isLast: true }];
        return;
      }
      needed = whole;
      if (length === whole) {
        complete.push({ kind: 'frame', bytes: take() });
        needed = 0;
      }
    }
    if (complete.length > 0) yield complete;
  }
  if (needed > 0) yield [{ kind: 'problem', problem: 'the stream ended within a frame', isLast: true }];
  else if (length > 0 && !tooLong) yield [{ kind: 'line', bytes: take() }];
}

function joinParts(parts: readonly Uint8Array[], length: number): Uint8Array {
  const joined = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
