import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import type { Command } from 'commander';
import { QueryError } from '../query/fields.ts';
import { FILES_FOLDER } from '../query/file-shapes.ts';
import {
  createFrameDecoder,
  createFrameEncoder,
  decodeFrame,
  encodeFrame,
  frameNumber,
  parseObject,
} from '../query/server/frame.ts';
import { type Answer, answerText, type Message } from '../query/server/message.ts';
import { createQuerySession, isBatch, type QuerySession, type SessionOptions } from '../query/server/session.ts';
import { type SessionFiles, withFiles } from '../query/server/session-files.ts';
import { createMeshCheckPool, createQueryPool, type MeshCheckPool } from '../workers/index.ts';
import { answerBlocking, isPipe, writeStandardOutput } from './blocking-streams.ts';
import { InputError, systemReason } from './failure.ts';
import { realPathInside } from './mesh-files.ts';
import { createMessageSplitter, type Incoming } from './message-stream.ts';
import { note } from './output.ts';
import { createQueryFiles } from './query-files.ts';
import { readPackage } from './read-package.ts';
import { embedSceneFiles } from './scene-source.ts';
import { parseThreads } from './threads-option.ts';

/** Maximum length of a message [bytes]. */
const MAX_MESSAGE_BYTES = 2 ** 31;
/** Longer frames and tables are in memory that is used again [bytes]; a frame of this length is not complete within one read. */
const REUSED_BYTES = 2 ** 16;
/** Why a message must not name a file. */
const NO_FILES = 'a server with --socket needs --files <folder>';

interface ServeOptions {
  readonly files?: string;
  readonly socket?: string;
  readonly threads: number;
}

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .summary('Query Server: shapes defined once, poses and answers in arrays, for programs in any language')
    .description(
      'Answers messages on standard input, in order: JSON Lines, or binary frames with raw numbers. Shapes, meshes and worlds are defined ' +
        'once and named. Ends with its input.',
    )
    .option('--socket <path>', 'listen on a local socket instead; each connection has definitions of its own')
    .option(
      '--files <folder>',
      'folder of the mesh and CAD files that messages may name; files outside of it are rejected (default: the current folder; with --socket: none)',
    )
    .option(
      '--threads <count>',
      'threads of mesh checks, and of batches of at least 1000 items in frames; results are bitwise identical',
      parseThreads,
      1,
    )
    .addHelpText(
      'after',
      `
Examples:
  echo '{"op":"define","name":"box","shape":{"kind":"box","halfExtents":[1,1,1]}}
  {"op":"closest-batch","A":"box","B":"box","posesB":[[3,0,0,1,0,0,0],[0,4,0,1,0,0,0]]}' | appulse serve
  appulse serve --socket /tmp/appulse.sock

Each message may have an "id", which its answer repeats. The package "appulse" in python/ is a client.`,
    )
    .action(serve);
}

async function serve({ socket, threads, files: given }: ServeOptions): Promise<void> {
  const meshes = threads > 1 ? createMeshCheckPool({ threads }) : undefined;
  const batches = threads > 1 ? createQueryPool(threads) : undefined;
  const version = readPackage().version;
  const options: SessionOptions = { version, ...(meshes && { createMeshCheck: onThreads(meshes) }) };
  const folder = given ?? (socket === undefined ? '.' : undefined);
  const files = folder === undefined ? undefined : createSessionFiles(folder);
  const open = () => {
    const session = createQuerySession(options);
    return withFiles(batches?.distribute(session) ?? session, files, NO_FILES);
  };
  try {
    if (socket !== undefined) await listen(socket, open);
    else if (batches === undefined && isPipe()) await answerPipe(options, files);
    else await answerAll(process.stdin, writerTo(process.stdout), open());
  } finally {
    await Promise.all([meshes?.close(), batches?.close()]);
  }
}

/** Files in a folder, which must exist. */
function createSessionFiles(folder: string): SessionFiles {
  if (!existsSync(folder)) throw new InputError(`the folder of files '${folder}' does not exist`);
  const embedScene: SessionFiles['embedScene'] = async (text, inside) => {
    try {
      const at = inside === '' ? folder : realPathInside(inside, folder, FILES_FOLDER);
      return await embedSceneFiles(text, 'scene', async () => at);
    } catch (error) {
      throw error instanceof InputError ? new QueryError('scene', inside, 'usable files', error.message) : error;
    }
  };
  return { ...createQueryFiles(folder), embedScene };
}

function onThreads(pool: MeshCheckPool): SessionOptions['createMeshCheck'] {
  return (mesh, options) => (motion) => pool.checkMeshPacked(mesh, motion, options);
}

/** Until the process is stopped. */
async function listen(path: string, open: () => QuerySession): Promise<void> {
  const server = createServer((connection) => {
    connection.on('error', () => connection.destroy());
    const session = open();
    answerAll(connection, writerTo(connection), session).then(
      () => connection.end(),
      () => connection.destroy(),
    );
    const release = () => connection.destroy();
    server.once('stopped', release);
    connection.on('close', () => {
      server.off('stopped', release);
      session.close?.();
    });
  });
  const ended = Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)));
  server.listen(path);
  await once(server, 'listening').catch((error) => {
    // the system reports a missing folder as a lack of permission
    const folder = dirname(path);
    if (!existsSync(folder)) throw new InputError(`cannot listen on '${path}': the folder '${folder}' does not exist`);
    throw new InputError(`cannot listen on '${path}': ${systemReason(error)}`);
  });
  note(`listening on ${path}; Ctrl-C to stop`);
  await ended;
  server.close();
  server.emit('stopped');
}

/** Returns a promise where it has to wait. */
type Write = (content: Uint8Array) => unknown;

/** Writes to a stream; waits while it is full. */
function writerTo(output: Writable): Write {
  return (content) => {
    if (!output.write(content)) return once(output, 'drain');
  };
}

/** Answers the messages of a stream in order, each in the form of its question. `splitter` has what was read before. */
async function answerAll(
  input: AsyncIterable<Uint8Array>,
  write: Write,
  session: QuerySession,
  splitter = createMessageSplitter(MAX_MESSAGE_BYTES),
): Promise<void> {
  let number = 0;
  const reply = async (incoming: Incoming) => write(joinBytes(await answerOne(incoming, ++number, session, FRAMES)));
  for await (const chunk of input) {
    for (const incoming of splitter.push(chunk)) {
      await reply(incoming);
      if (incoming.kind === 'problem' && incoming.isLast) return;
    }
  }
  const rest = splitter.end();
  if (rest) await reply(rest);
}

/** The same for standard input that is a pipe: by blocking calls, in memory that is used again for each large batch. */
async function answerPipe(options: SessionOptions, files: SessionFiles | undefined): Promise<void> {
  const [frames, tables] = [createReusedMemory(), createReusedMemory()];
  const allocate: SessionOptions['allocate'] = (length) =>
    new Float64Array(tables(8 * length).fill(0).buffer, 0, length);
  const session = withFiles(createQuerySession({ ...options, allocate }), files, NO_FILES);
  let isBlocking = true;
  // of a stream, more than one frame may be held at a time
  const splitter = createMessageSplitter(MAX_MESSAGE_BYTES, (length) =>
    isBlocking ? frames(length) : new Uint8Array(length),
  );
  const decode = createFrameDecoder();
  const codec = { decode: (bytes: Uint8Array) => ownArrays(decode(bytes)), encode: createFrameEncoder() };
  let number = 0;
  const reply = (incoming: Incoming) => {
    const parts = answerOne(incoming, ++number, session, codec);
    return parts instanceof Promise ? parts.then(writeStandardOutput) : writeStandardOutput(parts);
  };
  isBlocking = await answerBlocking(splitter, reply);
  if (!isBlocking) return answerAll(process.stdin, writeAll, session, splitter);
  const rest = splitter.end();
  if (rest) await reply(rest);
}

const writeAll: Write = (content) => writeStandardOutput([content]);

/** Memory of at least a length; large ones are the same memory again, since one message is answered after the other. */
function createReusedMemory(): (length: number) => Uint8Array<ArrayBuffer> {
  let memory = new Uint8Array(0);
  return (length) => {
    if (length <= REUSED_BYTES) return new Uint8Array(length);
    if (memory.length < length) memory = new Uint8Array(length);
    return memory.subarray(0, length);
  };
}

/** The arrays of a batch are read while it is answered; those of other messages may be retained, and are copied from memory that is used again. */
function ownArrays(message: Message): Message {
  if (isBatch(message.fields.op)) return message;
  const copies = Object.entries(message.arrays).map(([name, { dimensions, values }]) => [
    name,
    { dimensions, values: values.slice() },
  ]);
  return { fields: message.fields, arrays: Object.fromEntries(copies) };
}

interface FrameCodec {
  readonly decode: (frame: Uint8Array) => Message;
  /** Parts of a frame. */
  readonly encode: (answer: Answer, number: number) => Uint8Array[];
}

const FRAMES: FrameCodec = { decode: decodeFrame, encode: (answer, number) => [encodeFrame(answer, number)] };

type Parts = Uint8Array[];

/** The bytes of an answer. */
function answerOne(
  incoming: Incoming,
  number: number,
  session: QuerySession,
  { decode, encode }: FrameCodec,
): Parts | Promise<Parts> {
  if (incoming.kind === 'problem') {
    return [textLine(JSON.stringify({ id: number, error: { line: number, message: incoming.problem } }))];
  }
  const { kind, bytes } = incoming;
  if (kind === 'frame') {
    const own = frameNumber(bytes);
    const answer = session.answer(() => decode(bytes), number);
    return answer instanceof Promise ? answer.then((found) => encode(found, own)) : encode(answer, own);
  }
  return answerLine(bytes, number, session);
}

async function answerLine(bytes: Uint8Array, number: number, session: QuerySession): Promise<Parts> {
  let id: unknown = number;
  const answer = await session.answer(() => {
    const { id: own = number, ...fields } = parseObject(bytes);
    id = own;
    return { fields, arrays: {} };
  }, number);
  return [textLine(answerText({ ...answer, fields: { id, ...answer.fields } }))];
}

function textLine(text: string): Uint8Array {
  return Buffer.from(`${text}\n`);
}

function joinBytes(parts: Parts): Uint8Array {
  return parts.length === 1 ? parts[0] : Buffer.concat(parts);
}
