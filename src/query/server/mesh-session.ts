import type { MeshCheckFactory, PackedMeshCheck } from '../../ccd/mesh-check.ts';
import { CONTACT_KINDS } from '../../ccd/packed-contacts.ts';
import { createConstantVelocityMotion, createEndpointMotion, type PointMotion } from '../../ccd/point-motion.ts';
import { createSurfaceMesh } from '../../shapes/mesh.ts';
import { booleanOr, numberOr, positiveAt, QueryError } from '../fields.ts';
import { hasArray, indicesAt, type Message, rowsAt } from './message.ts';

/** Check of a mesh whose elements are sent once; the positions are sent with every step. */
export interface MeshSession {
  readonly nodeCount: number;
  check(motion: PointMotion): PackedMeshCheck | Promise<PackedMeshCheck>;
}

/** Makes the check of a mesh: `createMeshCheck`, or one on several threads. */
export type ServerMeshCheck = (...input: Parameters<MeshCheckFactory>) => MeshSession['check'];

/** Opens a session with the arrays `positions`, `triangles`, `quads`, `slaves`, `masters` and `bodies`. */
export function openMesh(message: Message, createCheck: ServerMeshCheck): MeshSession {
  const { values: positions, count } = rowsAt(message, 'positions', [3]);
  const optional = (name: string, width: number, limit: number) =>
    hasArray(message, name) ? indicesAt(message, name, width, limit) : undefined;
  const [triangles, quads] = [optional('triangles', 3, count), optional('quads', 4, count)];
  const mesh = createSurfaceMesh({ positions, triangles, quads });
  const check = createCheck(mesh, {
    edges: booleanOr(message.fields, 'edges', true),
    slaves: optional('slaves', 1, count),
    masters: optional('masters', 1, count),
    bodies: optional('bodies', 1, 2 ** 31),
  });
  return { nodeCount: count, check };
}

/** First contacts of a step, whose nodes move from `positions` to `ends`, or with `velocities` for a `duration`. */
export async function stepMesh(message: Message, session: MeshSession): Promise<Message> {
  const { contacts, nodeFacePairs, edgePairs } = await session.check(motionAt(message, session.nodeCount));
  const { count } = contacts;
  const one = (values: Float64Array | Int32Array) => ({ dimensions: [count], values });
  const rows = (values: Float64Array | Int32Array, width: number) => ({ dimensions: [count, width], values });
  return {
    fields: { count, nodeFacePairs, edgePairs, kinds: CONTACT_KINDS },
    arrays: {
      kind: one(Int32Array.from(contacts.kinds)),
      time: one(contacts.times),
      nodes: rows(contacts.nodes, 5),
      face: one(contacts.faces),
      weights: rows(contacts.weights, 4),
      point: rows(contacts.points, 3),
      normal: rows(contacts.normals, 3),
      gapRate: one(contacts.gapRates),
    },
  };
}

function motionAt(message: Message, nodeCount: number): PointMotion {
  const nodes = (name: string) => {
    const { values, count } = rowsAt(message, name, [3]);
    if (count !== nodeCount) throw new QueryError(name, `${count} rows`, `${nodeCount} rows, one for each node`);
    return values;
  };
  const hasEnds = hasArray(message, 'ends');
  if (hasEnds === hasArray(message, 'velocities')) {
    throw new QueryError('ends', hasEnds ? 'ends and velocities' : undefined, 'either ends or velocities');
  }
  const start = nodes('positions');
  if (!hasEnds) return createConstantVelocityMotion(start, nodes('velocities'), positiveAt(message.fields, 'duration'));
  return createEndpointMotion(start, nodes('ends'), numberOr(message.fields, 'duration', 1));
}
