import { FRAME_HEADER_BYTES, frameLength } from '../query/server/frame.ts';

/** A message as it arrives: a line of text, or a frame. `problem` says why a frame or a line cannot be read. */
export type Incoming =
  | { readonly kind: 'line' | 'frame'; readonly bytes: Uint8Array }
  | { readonly kind: 'problem'; readonly problem: string; readonly isLast: boolean };

/**
 * Splits bytes into lines of JSON and binary frames, in any order: a frame begins with A, an object with {. A frame that begins with a wrong
 * header ends the stream, since its length is not known.
 */
export interface MessageSplitter {
  /** The messages that the bytes complete. They are copied. */
  push(chunk: Uint8Array): Incoming[];
  /** The rest of the frame that has begun, so that it can be read in place; undefined where its length is not known. */
  space(): Uint8Array | undefined;
  /** The frame, if the first `length` bytes of the space, which were read in place, complete it. */
  advance(length: number): Incoming | undefined;
  /** What is left when the bytes have ended. */
  end(): Incoming | undefined;
}

const NEWLINE = 10;
const FRAME_START = 'A'.charCodeAt(0);

/** `allocate` makes the memory of a frame, which begins at a multiple of 8 bytes. */
export function createMessageSplitter(
  maxBytes: number,
  allocate: (length: number) => Uint8Array = (length) => new Uint8Array(length),
): MessageSplitter {
  const header = new Uint8Array(FRAME_HEADER_BYTES);
  /** Bytes of the header so far; -1 outside of a frame. */
  let headerLength = -1;
  let frame: Uint8Array | undefined;
  let filled = 0;
  /** Parts of a line, and its length so far. */
  let line: Uint8Array[] = [];
  let lineLength = 0;

  const takeFrame = (): Incoming => {
    const bytes = frame as Uint8Array;
    frame = undefined;
    headerLength = -1;
    return { kind: 'frame', bytes };
  };
  /** The position after what it has read. */
  const pushHeader = (chunk: Uint8Array, at: number, complete: Incoming[]): number => {
    const part = chunk.subarray(at, at + FRAME_HEADER_BYTES - headerLength);
    header.set(part, headerLength);
    headerLength += part.length;
    if (headerLength < FRAME_HEADER_BYTES) return chunk.length;
    const length = frameLength(header);
    if (length === undefined || length > maxBytes) {
      const problem =
        length === undefined ? 'the header of the frame is invalid' : `the frame is longer than ${maxBytes} bytes`;
      complete.push({ kind: 'problem', problem, isLast: true });
      return chunk.length;
    }
    frame = allocate(length);
    frame.set(header);
    filled = FRAME_HEADER_BYTES;
    if (filled === length) complete.push(takeFrame());
    return at + part.length;
  };
  const pushFrame = (chunk: Uint8Array, at: number, complete: Incoming[]): number => {
    const into = frame as Uint8Array;
    const part = chunk.subarray(at, at + into.length - filled);
    into.set(part, filled);
    filled += part.length;
    if (filled === into.length) complete.push(takeFrame());
    return at + part.length;
  };
  const pushLine = (chunk: Uint8Array, at: number, complete: Incoming[]): number => {
    const end = chunk.indexOf(NEWLINE, at);
    const part = chunk.subarray(at, end < 0 ? chunk.length : end);
    lineLength += part.length;
    if (lineLength > maxBytes) line = [];
    else line.push(end < 0 ? part.slice() : part);
    if (end < 0) return chunk.length;
    complete.push(takeLine());
    return end + 1;
  };
  const takeLine = (): Incoming => {
    const [parts, length] = [line, lineLength];
    line = [];
    lineLength = 0;
    if (length > maxBytes)
      return { kind: 'problem', problem: `the line is longer than ${maxBytes} bytes`, isLast: false };
    return { kind: 'line', bytes: joinParts(parts, length) };
  };
  return {
    push(chunk) {
      const complete: Incoming[] = [];
      for (let at = 0; at < chunk.length; ) {
        if (frame !== undefined) at = pushFrame(chunk, at, complete);
        else if (headerLength >= 0) at = pushHeader(chunk, at, complete);
        else if (lineLength > 0) at = pushLine(chunk, at, complete);
        // line breaks and spaces between messages
        else if (chunk[at] <= 32) at++;
        else if (chunk[at] === FRAME_START) headerLength = 0;
        else at = pushLine(chunk, at, complete);
      }
      return complete;
    },
    space: () => frame?.subarray(filled),
    advance(length) {
      filled += length;
      return filled === frame?.length ? takeFrame() : undefined;
    },
    end() {
      if (headerLength >= 0) return { kind: 'problem', problem: 'the stream ended within a frame', isLast: true };
      return lineLength > 0 && lineLength <= maxBytes ? takeLine() : undefined;
    },
  };
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
