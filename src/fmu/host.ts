import { readFileSync, readSync, writeSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from '../formats/crc32.ts';
import { type FmuSettings, openModel } from './create-model.ts';
import { KIND, OPERATION, PROTOCOL_VERSION, ROLE, STATUS } from './messages.ts';
import type { FmuModel } from './model.ts';

/**
 * The host process of one instance of an FMU: reads requests from its standard input and writes answers to its standard output, until the input
 * ends. Reads block: the event loop would add its latency to every step.
 */

/** Settings of the FMU, with the identifier that modelDescription.xml has too. */
export interface HostSettings extends FmuSettings {
  readonly token: string;
}

/** A state that the library has asked for. */
interface HeldState {
  /** Settable values at that time. */
  readonly values: Float64Array;
  readonly startTime: number;
  readonly state: unknown;
}

/** The instance and its states. */
interface Host {
  readonly model: FmuModel;
  readonly token: string;
  /** Settable values as the library sent them last. */
  readonly values: Float64Array;
  readonly outputs: Float64Array;
  readonly states: Map<number, HeldState>;
  startTime: number;
  lastState: number;
}

const HEADER = 8;

/** Runs the host of the FMU whose resources are in a folder. */
export function runHost(folder: URL): void {
  let host: Host;
  try {
    host = openHost(folder);
    send(STATUS.done, describe(host));
  } catch (error) {
    send(STATUS.failed, Buffer.from(messageOf(error)));
    return;
  }
  for (let request = receive(); request; request = receive()) {
    try {
      send(STATUS.done, answer(host, request.operation, request.content));
    } catch (error) {
      send(STATUS.failed, Buffer.from(messageOf(error)));
    }
  }
}

function openHost(folder: URL): Host {
  const settings = JSON.parse(readFileSync(new URL('model.json', folder), 'utf8')) as HostSettings;
  const { model } = openModel(readFileSync(new URL('document.json', folder), 'utf8'), settings);
  const values = Float64Array.from(model.settable, ({ start }) => start ?? 0);
  const outputs = new Float64Array(model.outputs.length);
  model.start(values);
  model.writeOutputs(outputs);
  return { model, token: settings.token, values, outputs, states: new Map(), startTime: 0, lastState: 0 };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The first answer: the time, then the settable values, then the outputs. */
function describe({ model, token, values, outputs }: Host): Buffer {
  const variables = [...model.settable, ...model.outputs];
  const count = 1 + variables.length;
  const text = Buffer.from(token);
  const head = new Uint32Array([PROTOCOL_VERSION, count, values.length, text.length]);
  const kinds = Uint8Array.from([0, ...variables.map(({ type, role }) => KIND[type] + ROLE[role])]);
  return Buffer.concat([bytesOf(head), bytesOf(new Float64Array([0, ...values, ...outputs])), kinds, text]);
}

function bytesOf({ buffer, byteOffset, byteLength }: Float64Array | Uint32Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}

function answer(host: Host, operation: number, content: Buffer): Buffer {
  const { model, states, values, outputs } = host;
  switch (operation) {
    case OPERATION.start:
      host.startTime = content.readDoubleLE(0);
      takeValues(values, content, 8);
      model.start(values);
      break;
    case OPERATION.step:
      takeValues(values, content, 16);
      model.advance(values, content.readDoubleLE(0) + content.readDoubleLE(8) - host.startTime);
      break;
    case OPERATION.save:
      takeValues(values, content, 0);
      return hold(host, { values: values.slice(), startTime: host.startTime, state: model.save() });
    case OPERATION.load: {
      const held = heldState(host, content);
      values.set(held.values);
      host.startTime = held.startTime;
      model.restore(held.state, values);
      model.writeOutputs(outputs);
      return Buffer.concat([bytesOf(values), bytesOf(outputs)]);
    }
    case OPERATION.free:
      states.delete(content.readUInt32LE(0));
      return Buffer.alloc(0);
    case OPERATION.encode:
      return encode(host, heldState(host, content));
    case OPERATION.decode:
      return hold(host, decode(host, content));
    default:
      throw new RangeError(`the host has no operation ${operation}`);
  }
  model.writeOutputs(outputs);
  return bytesOf(outputs);
}

function takeValues(values: Float64Array, content: Buffer, offset: number): void {
  if (content.length !== offset + 8 * values.length) {
    throw new RangeError(`the host expected ${values.length} values, got a message of ${content.length} bytes`);
  }
  for (let i = 0; i < values.length; i++) values[i] = content.readDoubleLE(offset + 8 * i);
}

function hold(host: Host, state: HeldState): Buffer {
  host.lastState++;
  host.states.set(host.lastState, state);
  const id = Buffer.alloc(4);
  id.writeUInt32LE(host.lastState);
  return id;
}

function heldState({ states }: Host, content: Buffer): HeldState {
  const state = states.get(content.readUInt32LE(0));
  if (state) return state;
  throw new RangeError('the host does not have this state');
}

/** Serialised state: a checksum of the rest, which begins with the identifier of the model. */
function encode({ token }: Host, state: HeldState): Buffer {
  const bytes = serialize({ token, ...state });
  const head = Buffer.alloc(4);
  head.writeUInt32LE(crc32(bytes));
  return Buffer.concat([head, bytes]);
}

function decode({ token }: Host, content: Buffer): HeldState {
  if (content.length < 4 || content.readUInt32LE(0) !== crc32(content.subarray(4))) {
    throw new RangeError('the serialised state is damaged');
  }
  // a copy: numbers that are read in place would change with the next request
  const { token: given, ...state } = deserialize(Buffer.from(content.subarray(4))) as HeldState & { token: string };
  if (given !== token) throw new RangeError('the serialised state is of another model');
  return state;
}

let input = Buffer.alloc(65536);
let filled = 0;
/** Bytes of the last request, which the next one replaces. */
let used = 0;

/** The next request, or undefined at the end of the input. Its content is valid until the next call. */
function receive(): { operation: number; content: Buffer } | undefined {
  input.copyWithin(0, used, filled);
  filled -= used;
  used = 0;
  if (!fill(HEADER)) return undefined;
  const length = HEADER + input.readUInt32LE(0);
  if (!fill(length)) return undefined;
  used = length;
  return { operation: input.readUInt32LE(4), content: input.subarray(HEADER, length) };
}

/** Reads until there are `length` bytes; false at the end of the input. */
function fill(length: number): boolean {
  if (length > input.length) {
    const larger = Buffer.alloc(2 * length);
    input.copy(larger, 0, 0, filled);
    input = larger;
  }
  while (filled < length) {
    const count = readInput(filled);
    if (count === 0) return false;
    filled += count;
  }
  return true;
}

function readInput(offset: number): number {
  for (;;) {
    try {
      return readSync(0, input, offset, input.length - offset, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EINTR' || code === 'EAGAIN') continue;
      // on Windows the end of a pipe is an error; a connection that is reset has ended too
      if (code === 'EOF' || code === 'ECONNRESET' || code === 'EPIPE') return 0;
      throw error;
    }
  }
}

let output = Buffer.alloc(65536);

function send(status: number, content: Buffer): void {
  const length = HEADER + content.length;
  if (length > output.length) output = Buffer.alloc(2 * length);
  output.writeUInt32LE(content.length, 0);
  output.writeUInt32LE(status, 4);
  content.copy(output, HEADER);
  for (let sent = 0; sent < length; ) sent += writeOutput(sent, length);
}

/** Without a reader there is nothing left to do: the next read is the end of the input. */
function writeOutput(from: number, to: number): number {
  try {
    return writeSync(1, output, from, to - from);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EINTR' || code === 'EAGAIN') return 0;
    if (code === 'EPIPE' || code === 'ECONNRESET' || code === 'EOF') return to - from;
    throw error;
  }
}
