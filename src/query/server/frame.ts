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

/** The message of a frame; the arrays are views of its bytes, which begin at a multiple of 8. */
export function decodeFrame(frame: Uint8Array): Message {
  const textLength = new DataView(frame.buffer, frame.byteOffset).getUint32(4, true);
  let at = FRAME_HEADER_BYTES + textLength;
  const { arrays: described = [], ...fields } = parseObject(frame.subarray(FRAME_HEADER_BYTES, at));
  if (!Array.isArray(described)) throw new QueryError('arrays', described, 'a list');
  const arrays: Record<string, NumberArray> = {};
  described.forEach((given, i) => {
    const path = `arrays[${i}]`;
    const { name, type, dimensions } = describedArray(given, path);
    const count = dimensions.reduce((product, length) => product * length, 1);
    const bytes = count * BYTES[type];
    if (at + bytes > frame.length) throw new QueryError(path, given, `at most ${frame.length - at} bytes`);
    arrays[name] = { dimensions, values: viewOf(type, frame, frame.byteOffset + at, count) };
    at += 8 * Math.ceil(bytes / 8);
  });
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

function describedArray(given: unknown, path: string) {
  if (!isFields(given)) throw new QueryError(path, given, '{ name, type, dimensions }');
  const { name, type, dimensions } = given;
  if (typeof name !== 'string') throw new QueryError(`${path}.name`, name, 'a text');
  if (type !== 'f64' && type !== 'i32') throw new QueryError(`${path}.type`, type, '"f64" or "i32"');
  const isLength = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
  if (!Array.isArray(dimensions) || dimensions.length < 1 || dimensions.length > 2 || !dimensions.every(isLength)) {
    throw new QueryError(`${path}.dimensions`, dimensions, 'one or two lengths');
  }
  return { name, type, dimensions: dimensions as number[] } as const;
}

/** Number of the message in a frame. */
export function frameNumber(frame: Uint8Array): number {
  return new DataView(frame.buffer, frame.byteOffset).getUint32(12, true);
}

/** An answer as a frame; the table of a batch is its array `rows`. */
export function encodeFrame({ fields, arrays, table }: Answer, number: number): Uint8Array {
  const sent = Object.entries(arrays);
  if (table !== undefined) {
    sent.push(['rows', { dimensions: [table.count, rowWidth(table.columns)], values: table.values }]);
  }
  const described = sent.map(([name, { dimensions, values }]) => ({
    name,
    type: values instanceof Float64Array ? 'f64' : 'i32',
    dimensions,
  }));
  const text = encodeUtf8(plainJson({ ...fields, arrays: described }));
  const textLength = 8 * Math.ceil(text.length / 8);
  const lengths = sent.map(([, { values }]) => 8 * Math.ceil(values.byteLength / 8));
  const arrayLength = lengths.reduce((sum, length) => sum + length, 0);
  const textEnd = FRAME_HEADER_BYTES + textLength;
  const frame = new Uint8Array(textEnd + arrayLength);
  const view = new DataView(frame.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, textLength, true);
  view.setUint32(8, arrayLength, true);
  view.setUint32(12, number, true);
  frame.set(text, FRAME_HEADER_BYTES);
  frame.fill(SPACE, FRAME_HEADER_BYTES + text.length, textEnd);
  let at = textEnd;
  sent.forEach(([, { values }], i) => {
    frame.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), at);
    at += lengths[i];
  });
  return frame;
}
