/**
 * The query server behind `appulse serve`: shapes, meshes and worlds are defined once and named; poses and positions come in arrays, answers
 * go back in arrays. Operations that it does not know are those of `appulse query`.
 */
import { createMeshCheck } from '../../ccd/mesh-check.ts';
import type { Shape } from '../../shapes/shape.ts';
import { queryOperations } from '../catalogue.ts';
import { choiceAt, numberAt, QueryError, textAt } from '../fields.ts';
import type { Fields } from '../query-operation.ts';
import { describeError, runQuery } from '../run-query.ts';
import { SHAPE_WORLDS, shapeAt } from '../shapes.ts';
import { watchReads } from '../watch-reads.ts';
import type { AllocateNumbers } from './batch-rows.ts';
import { CLOSEST_COLUMNS, CLOSEST_STATUSES, closestBatch } from './closest-batch.ts';
import { IMPACT_COLUMNS, IMPACT_STATUSES, impactBatch } from './impact-batch.ts';
import { type MeshSession, openMesh, type ServerMeshCheck, stepMesh } from './mesh-session.ts';
import type { Answer, Columns, Message } from './message.ts';
import { POINT_COLUMNS, pointDistanceBatch, RAY_COLUMNS, RAY_STATUSES, raycastBatch } from './ray-batch.ts';
import { applyToWorld, openWorld, stepWorld, type WorldSession, worldLedger, worldState } from './world-session.ts';

/** Version of the protocol; it changes when a client of an older version could misread an answer. */
const PROTOCOL = 1;

export interface QuerySession {
  /**
   * The answer to a message, which `read` decodes, at once where nothing is waited for; an error is an answer with `error`. `number` is that of its line
   * or message. The arrays of a batch are not retained.
   */
  answer(read: () => Message, number: number): Answer | Promise<Answer>;
  /** Called when nothing more is asked. */
  close?(): void;
}

export interface SessionOptions {
  /** Of the package, for `hello`. */
  readonly version: string;
  /** Makes the check of a mesh session. Default: on this thread. */
  readonly createMeshCheck?: ServerMeshCheck;
  /** Makes the memory of the table of a batch, all zeros. Default: new memory. */
  readonly allocate?: AllocateNumbers;
}

/** What is defined in a session. */
interface Definitions {
  readonly options: SessionOptions;
  readonly shapes: Map<string, Shape>;
  readonly meshes: Map<string, MeshSession>;
  readonly worlds: Map<string, WorldSession>;
}

type Operation = (message: Message, session: Definitions) => Answer | Promise<Answer>;

const plain = (fields: Fields): Answer => ({ fields, arrays: {} });

/** The entry that field `key` names. */
function entryOf<T>(entries: ReadonlyMap<string, T>, { fields }: Message, key: string): T {
  const name = textAt(fields, key);
  const found = entries.get(name);
  if (found === undefined) {
    const known = [...entries.keys()].map((one) => JSON.stringify(one)).join(', ');
    throw new QueryError(key, name, known === '' ? 'a defined name (there is none yet)' : `one of ${known}`);
  }
  return found;
}

function remove(entries: Map<string, unknown>, message: Message, key: string): Message {
  entryOf(entries, message, key);
  entries.delete(textAt(message.fields, key));
  return plain({});
}

/** Columns of the tables of batches, in order, with their widths, and the meaning of the status. */
const BATCHES: Readonly<Record<string, { readonly columns: Columns; readonly statuses: readonly string[] }>> = {
  'closest-batch': { columns: CLOSEST_COLUMNS, statuses: CLOSEST_STATUSES },
  'impact-batch': { columns: IMPACT_COLUMNS, statuses: IMPACT_STATUSES },
  'raycast-batch': { columns: RAY_COLUMNS, statuses: RAY_STATUSES },
  'point-distance-batch': { columns: POINT_COLUMNS, statuses: CLOSEST_STATUSES },
};

/** Whether an operation answers items that do not depend on each other. */
export function isBatch(op: unknown): boolean {
  return typeof op === 'string' && Object.hasOwn(BATCHES, op);
}

/** Whether an operation is one of the server, not of `appulse query`. */
export function isServerOperation(op: unknown): op is string {
  return typeof op === 'string' && Object.hasOwn(OPERATIONS, op);
}

function hello({ fields }: Message, { options }: Definitions): Message {
  const protocol = fields.protocol === undefined ? PROTOCOL : numberAt(fields, 'protocol');
  if (protocol !== PROTOCOL) throw new QueryError('protocol', protocol, `${PROTOCOL}, the protocol of this version`);
  return plain({
    name: 'appulse',
    version: options.version,
    protocol: PROTOCOL,
    operations: [...Object.keys(OPERATIONS), ...queryOperations.map(({ name }) => name)],
    batches: BATCHES,
  });
}

function define({ fields }: Message, { shapes }: Definitions): Message {
  const world = fields.world === undefined ? 'solids' : choiceAt(fields, 'world', SHAPE_WORLDS);
  const name = textAt(fields, 'name');
  const shape = shapeAt(fields, '', world);
  shapes.set(name, shape);
  return plain({ name, kind: shape.kind });
}

const worldOf = (message: Message, { worlds }: Definitions) => entryOf(worlds, message, 'world');

function restoreWorld(message: Message, session: Definitions): Message {
  const { world, snapshots } = worldOf(message, session);
  const id = numberAt(message.fields, 'snapshot');
  const snapshot = snapshots.get(id);
  if (snapshot === undefined) throw new QueryError('snapshot', id, 'the number of a snapshot of this world');
  world.restore(snapshot);
  return worldState(world);
}

const OPERATIONS: Readonly<Record<string, Operation>> = {
  hello,
  define,
  undefine: (message, { shapes }) => remove(shapes, message, 'name'),
  'closest-batch': (message, { shapes, options }) =>
    closestBatch(message, entryOf(shapes, message, 'A'), entryOf(shapes, message, 'B'), options.allocate),
  'impact-batch': (message, { shapes, options }) =>
    impactBatch(message, entryOf(shapes, message, 'A'), entryOf(shapes, message, 'B'), options.allocate),
  'raycast-batch': (message, { shapes, options }) =>
    raycastBatch(message, entryOf(shapes, message, 'body'), options.allocate),
  'point-distance-batch': (message, { shapes, options }) =>
    pointDistanceBatch(message, entryOf(shapes, message, 'body'), options.allocate),
  'mesh-open': (message, { meshes, options }) => {
    const session = openMesh(message, options.createMeshCheck ?? createMeshCheck);
    meshes.set(textAt(message.fields, 'name'), session);
    return plain({ nodeCount: session.nodeCount });
  },
  'mesh-step': (message, { meshes }) => stepMesh(message, entryOf(meshes, message, 'mesh')),
  'mesh-close': (message, { meshes }) => remove(meshes, message, 'mesh'),
  'world-open': (message, { worlds }) => {
    const session = openWorld(message);
    worlds.set(textAt(message.fields, 'name'), session);
    return worldState(session.world);
  },
  'world-step': (message, session) => stepWorld(message, worldOf(message, session)),
  'world-state': (message, session) => worldState(worldOf(message, session).world),
  'world-apply': (message, session) => {
    applyToWorld(message, worldOf(message, session));
    return plain({});
  },
  'world-ledger': (message, session) => plain(worldLedger(worldOf(message, session).world)),
  'world-snapshot': (message, session) => {
    const { world, snapshots } = worldOf(message, session);
    snapshots.set(snapshots.size, world.snapshot());
    return plain({ snapshot: snapshots.size - 1 });
  },
  'world-restore': restoreWorld,
  'world-close': (message, { worlds }) => remove(worlds, message, 'world'),
};

/** A session with nothing defined. */
export function createQuerySession(options: SessionOptions): QuerySession {
  const session: Definitions = { options, shapes: new Map(), meshes: new Map(), worlds: new Map() };
  /** Fields whose keys are all known: those of repeated messages are the same object. */
  const checked = new WeakSet<Fields>();
  return {
    answer(read, number) {
      const report = (error: unknown) => plain({ error: describeError(error, number) });
      try {
        const answer = answerOperation(read(), session, checked);
        return answer instanceof Promise ? answer.catch(report) : answer;
      } catch (error) {
        return report(error);
      }
    },
  };
}

function answerOperation(message: Message, session: Definitions, checked: WeakSet<Fields>): Answer | Promise<Answer> {
  const { fields, arrays } = message;
  const { op } = fields;
  if (!isServerOperation(op)) return plain(runQuery(fields));
  if (checked.has(fields)) return OPERATIONS[op](message, session);
  // as in `runQuery`: a key that the operation does not read is an error
  const watched = watchReads(fields);
  const reject = (error: unknown): never => {
    throw (error instanceof QueryError && watched.misspeltKey(error)) || error;
  };
  const check = (answer: Answer): Answer => {
    const unknown = watched.unknownKey();
    if (unknown !== undefined) throw unknown;
    checked.add(fields);
    return answer;
  };
  let answer: Answer | Promise<Answer>;
  try {
    answer = OPERATIONS[watched.fields.op as string]({ fields: watched.fields, arrays }, session);
  } catch (error) {
    return reject(error);
  }
  return answer instanceof Promise ? answer.then(check, reject) : check(answer);
}
