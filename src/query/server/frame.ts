/**
 * The binary form of a message: a header of 16 bytes, the JSON object, then the raw arrays; all little-endian.
 *
 *   0  'APL1'        4  length of the JSON text [bytes], a multiple of 8: padded with spaces
 *   8  length of the arrays [bytes], a multiple of 8      12  number of the message, which its answer repeats
 *
 * The object has in `arrays` the name, type (`f64` or `i32`) and dimensions of each array, in their order; each begins at a multiple of 8 bytes.
 */
import { decodeUtf8, encodeUtf8 } from '../../formats/text-bytes.ts';
import { plainJson } from '../../record/exact-json.ts';
import { isFields, QueryError } from '../fields.ts';
import type { Fields } from '../query-operation.ts';
import { type Answer, type Message, type NumberArray, rowWidth } from './message.ts';

export const FRAME_HEADER_BYTES = 16;
const MAGIC = 0x314c5041; // 'APL1'
const SPACE = 32;

/** Length of the frame with this header [bytes]; undefined where the bytes are no header. */
export function frameLength(header: Uint8Array): number | undefined {
  const view = new DataView(header.buffer, header.byteOffset, FRAME_HEADER_BYTES);
  const [textLength, arrayLength] = [view.getUint32(4, true), view.getUint32(8, true)];
  const valid = view.getUint32(0, true) === MAGIC;
  return valid && textLength % 8 === 0 && arrayLength % 8 === 0
    ? FRAME_HEADER_BYTES + textLength + arrayLength
    : undefined;
}

const BYTES = { f64: 8, i32: 4 } as const;

function viewOf(type: keyof typeof BYTES, { buffer }: Uint8Array, at: number, count: number): NumberArray['values'] {
  return type === 'f64' ? new Float64Array(buffer, at, count) : new Int32Array(buffer, at, count);
}

/** An array of a frame, as it is described in its object. */
interface DescribedArray {
  readonly name: string;
  readonly type: keyof typeof BYTES;
  readonly dimensions: readonly number[];
  readonly count: number;
}

/** The object of a frame without its arrays, and the arrays in their order. */
interface FrameText {
  readonly fields: Record<string, unknown>;
  readonly described: readonly DescribedArray[];
}

/** The message of a frame; the arrays are views of its bytes, which begin at a multiple of 8. */
export function decodeFrame(frame: Uint8Array): Message {
  return createFrameDecoder()(frame);
}

/**
 * Decodes one frame after the other as `decodeFrame` does. Messages in a loop often differ in their arrays alone: frames with the same text have
 * the same object as `fields`.
 */
export function createFrameDecoder(): (frame: Uint8Array) => Message {
  let lastText = new Uint8Array();
  let last: FrameText | undefined;
  return (frame) => {
    const end = FRAME_HEADER_BYTES + new DataView(frame.buffer, frame.byteOffset).getUint32(4, true);
    if (last !== undefined && hasText(frame, end, lastText)) return readArrays(frame, end, last);
    const text = frame.slice(FRAME_HEADER_BYTES, end);
    const parsed = parseText(text);
    const message = readArrays(frame, end, parsed);
    lastText = text;
    last = parsed;
    return message;
  };
}

function hasText(frame: Uint8Array, end: number, text: Uint8Array): boolean {
  if (end !== FRAME_HEADER_BYTES + text.length) return false;
  for (let k = 0; k < text.length; k++) if (frame[FRAME_HEADER_BYTES + k] !== text[k]) return false;
  return true;
}

function parseText(text: Uint8Array): FrameText {
  const { arrays = [], ...fields } = parseObject(text);
  if (!Array.isArray(arrays)) throw new QueryError('arrays', arrays, 'a list');
  return { fields, described: arrays.map((given, i) => describedArray(given, `arrays[${i}]`)) };
}

function readArrays(frame: Uint8Array, textEnd: number, { fields, described }: FrameText): Message {
  let at = textEnd;
  const arrays: Record<string, NumberArray> = {};
  for (let i = 0; i < described.length; i++) {
    const { name, type, dimensions, count } = described[i];
    const bytes = count * BYTES[type];
    if (at + bytes > frame.length) {
      throw new QueryError(`arrays[${i}]`, { name, type, dimensions }, `at most ${frame.length - at} bytes`);
    }
    arrays[name] = { dimensions, values: viewOf(type, frame, frame.byteOffset + at, count) };
    at += 8 * Math.ceil(bytes / 8);
  }
  if (at !== frame.length) throw new QueryError('arrays', described, `${frame.length} bytes of frame, described ${at}`);
  return { fields, arrays };
}

export function parseObject(bytes: Uint8Array): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(decodeUtf8(bytes));
  } catch (error) {
    throw new QueryError(
      'line',
      undefined,
      'a JSON object',
      `line: expected a JSON object: ${(error as Error).message}`,
    );
  }
  if (!isFields(value)) throw new QueryError('line', value, 'a JSON object');
  return value;
}

function describedArray(given: unknown, path: string): DescribedArray {
  if (!isFields(given)) throw new QueryError(path, given, '{ name, type, dimensions }');
  const { name, type, dimensions } = given;
  if (typeof name !== 'string') throw new QueryError(`${path}.name`, name, 'a text');
  if (type !== 'f64' && type !== 'i32') throw new QueryError(`${path}.type`, type, '"f64" or "i32"');
  const isLength = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
  if (!Array.isArray(dimensions) || dimensions.length < 1 || dimensions.length > 2 || !dimensions.every(isLength)) {
    throw new QueryError(`${path}.dimensions`, dimensions, 'one or two lengths');
  }
  const count = (dimensions as number[]).reduce((product, length) => product * length, 1);
  return { name, type, dimensions: dimensions as number[], count };
}

/** Number of the message in a frame. */
export function frameNumber(frame: Uint8Array): number {
  return new DataView(frame.buffer, frame.byteOffset).getUint32(12, true);
}

/** An answer as a frame; the table of a batch is its array `rows`. */
export function encodeFrame(answer: Answer, number: number): Uint8Array {
  const parts = createFrameEncoder()(answer, number);
  const frame = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    frame.set(part, at);
    at += part.length;
  }
  return frame;
}

/**
 * Encodes one answer after the other as the parts of its frame, one after the other: they are views of the answer, and a memory that the next call
 * overwrites.
 */
export function createFrameEncoder(): (answer: Answer, number: number) => Uint8Array[] {
  let last: { readonly count: number; readonly columns: unknown; readonly head: Uint8Array } | undefined;
  return (answer, number) => {
    const { fields, arrays, table } = answer;
    // answers to batches of equal length without errors have the same text
    const isPlain = table !== undefined && fields.errorCount === undefined && Object.keys(arrays).length === 0;
    if (isPlain && last?.count === table.count && last.columns === table.columns) {
      setNumber(last.head, number);
      return [last.head, bytesOf(table.values)];
    }
    const sent = Object.entries(arrays);
    if (table !== undefined) {
      sent.push(['rows', { dimensions: [table.count, rowWidth(table.columns)], values: table.values }]);
    }
    const head = encodeHead(fields, sent);
    setNumber(head, number);
    if (isPlain) last = { count: table.count, columns: table.columns, head };
    return [head, ...sent.flatMap(([, { values }]) => paddedBytes(values))];
  };
}

function setNumber(head: Uint8Array, number: number): void {
  new DataView(head.buffer, head.byteOffset).setUint32(12, number, true);
}

/** The header and the text of a frame with these arrays. */
function encodeHead(fields: Fields, sent: readonly (readonly [string, NumberArray])[]): Uint8Array {
  const described = sent.map(([name, { dimensions, values }]) => ({
    name,
    type: values instanceof Float64Array ? 'f64' : 'i32',
    dimensions,
  }));
  const text = encodeUtf8(plainJson({ ...fields, arrays: described }));
  const textLength = 8 * Math.ceil(text.length / 8);
  const head = new Uint8Array(FRAME_HEADER_BYTES + textLength);
  const view = new DataView(head.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, textLength, true);
  view.setUint32(
    8,
    sent.reduce((sum, [, { values }]) => sum + 8 * Math.ceil(values.byteLength / 8), 0),
    true,
  );
  head.set(text, FRAME_HEADER_BYTES);
  head.fill(SPACE, FRAME_HEADER_BYTES + text.length);
  return head;
}

const bytesOf = (values: NumberArray['values']) => new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

function paddedBytes(values: NumberArray['values']): Uint8Array[] {
  const bytes = bytesOf(values);
  return bytes.length % 8 === 0 ? [bytes] : [bytes, new Uint8Array(8 - (bytes.length % 8))];
}
