import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import type { Command } from 'commander';
import { QueryError } from '../query/fields.ts';
import { FILES_FOLDER } from '../query/file-shapes.ts';
import { decodeFrame, encodeFrame, frameNumber, parseObject } from '../query/server/frame.ts';
import { answerText } from '../query/server/message.ts';
import { createQuerySession, type QuerySession, type SessionOptions } from '../query/server/session.ts';
import { type SessionFiles, withFiles } from '../query/server/session-files.ts';
import { createMeshCheckPool, createQueryPool, type MeshCheckPool } from '../workers/index.ts';
import { readStandardInput, writeStandardOutput } from './blocking-streams.ts';
import { InputError, systemReason } from './failure.ts';
import { realPathInside } from './mesh-files.ts';
import { type Incoming, splitMessages } from './message-stream.ts';
import { note } from './output.ts';
import { createQueryFiles } from './query-files.ts';
import { readPackage } from './read-package.ts';
import { embedSceneFiles } from './scene-source.ts';
import { parseThreads } from './threads-option.ts';

/** Maximum length of a message [bytes]. */
const MAX_MESSAGE_BYTES = 2 ** 31;

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
    return withFiles(batches?.distribute(session) ?? session, files, 'a server with --socket needs --files <folder>');
  };
  try {
    if (socket !== undefined) await listen(socket, open);
    else if (batches !== undefined) await answerAll(process.stdin, writerTo(process.stdout), open());
    else await answerAll(readStandardInput(), writeStandardOutput, open());
  } finally {
    await Promise.all([meshes?.close(), batches?.close()]);
  }
}

/** Files in a folder, which must exist. */
function createSessionFiles(folder: string): SessionFiles {
  if (!existsSync(folder)) throw new InputError(`the folder of files '${folder}' does not exist`);
  const embedScene: SessionFiles['embedScene'] = async (scene, inside) => {
    try {
      const at = inside === '' ? folder : realPathInside(inside, folder, FILES_FOLDER);
      return JSON.parse(await embedSceneFiles(JSON.stringify(scene), 'scene', async () => at));
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
type Write = (content: string | Uint8Array) => unknown;

/** Writes to a stream; waits while it is full. */
function writerTo(output: Writable): Write {
  return (content) => {
    if (!output.write(content)) return once(output, 'drain');
  };
}

/** Answers the messages of a stream in order, each in the form of its question. */
async function answerAll(input: AsyncIterable<Uint8Array>, write: Write, session: QuerySession): Promise<void> {
  let number = 0;
  for await (const messages of splitMessages(input, MAX_MESSAGE_BYTES)) {
    for (const incoming of messages) {
      const answer = await answerOne(incoming, ++number, session);
      await write(answer);
      if (incoming.kind === 'problem' && incoming.isLast) return;
    }
  }
}

async function answerOne(incoming: Incoming, number: number, session: QuerySession): Promise<string | Uint8Array> {
  if (incoming.kind === 'problem') {
    return `${JSON.stringify({ id: number, error: { line: number, message: incoming.problem } })}\n`;
  }
  const { kind, bytes } = incoming;
  if (kind === 'frame') return encodeFrame(await session.answer(() => decodeFrame(bytes), number), frameNumber(bytes));
  let id: unknown = number;
  const answer = await session.answer(() => {
    const { id: own = number, ...fields } = parseObject(bytes);
    id = own;
    return { fields, arrays: {} };
  }, number);
  return `${answerText({ ...answer, fields: { id, ...answer.fields } })}\n`;
}
