import { createAcceleratedMotion } from '../../ccd/accelerated-motion.ts';
import type { MeshCheckFactory, PackedMeshCheck } from '../../ccd/mesh-check.ts';
import type { MeshMotion } from '../../ccd/mesh-motion.ts';
import { checkMeshSeparation, type MeshSeparation, type MeshSeparationOptions } from '../../ccd/mesh-separation.ts';
import { CONTACT_KINDS } from '../../ccd/packed-contacts.ts';
import { QUAD_SURFACES } from '../../ccd/pair-visitors.ts';
import { createConstantVelocityMotion, createEndpointMotion } from '../../ccd/point-motion.ts';
import { createSurfaceMesh, type SurfaceMesh } from '../../shapes/mesh.ts';
import { booleanOr, choiceAt, numberOr, numberWithin, positiveAt, QueryError } from '../fields.ts';
import type { Fields } from '../query-operation.ts';
import { hasArray, indicesAt, type Message, type NumberArray, rowsAt } from './message.ts';

/** Check of a mesh whose elements are sent once; the positions are sent with every step. */
export interface MeshSession {
  readonly nodeCount: number;
  answer(motion: MeshMotion): Message | Promise<Message>;
}

/** Makes the check of a mesh: `createMeshCheck`, or one on several threads. */
export type ServerMeshCheck = (
  ...input: Parameters<MeshCheckFactory>
) => (motion: MeshMotion) => PackedMeshCheck | Promise<PackedMeshCheck>;

/**
 * Opens a session with the arrays `positions`, `triangles`, `quads`, `slaves`, `masters` and `bodies`. With a `separation` or a `thickness` its steps
 * find the pairs that come closer than these, else first contacts.
 */
export function openMesh(message: Message, createCheck: ServerMeshCheck): MeshSession {
  const { values: positions, count } = rowsAt(message, 'positions', [3]);
  const { fields } = message;
  const optional = (name: string, width: number, limit: number) =>
    hasArray(message, name) ? indicesAt(message, name, width, limit) : undefined;
  const [triangles, quads] = [optional('triangles', 3, count), optional('quads', 4, count)];
  const mesh = createSurfaceMesh({ positions, triangles, quads });
  const options = {
    edges: booleanOr(fields, 'edges', true),
    slaves: optional('slaves', 1, count),
    masters: optional('masters', 1, count),
    bodies: optional('bodies', 1, 2 ** 31),
  };
  const surface = fields.surface === undefined ? 'triangles' : choiceAt(fields, 'surface', QUAD_SURFACES);
  const distances = distancesAt(message, count);
  if (distances === undefined) {
    const check = createCheck(mesh, { ...options, surface });
    return { nodeCount: count, answer: (motion) => contactAnswer(check(checkedMotion(motion, mesh, surface))) };
  }
  if (surface === 'bilinear') {
    throw new QueryError('surface', surface, "'triangles' together with `separation` or `thickness`");
  }
  return { nodeCount: count, answer: (motion) => separationAnswer(mesh, motion, { ...options, ...distances }) };
}

/** Undefined without a required distance. */
function distancesAt(message: Message, count: number): MeshSeparationOptions | undefined {
  const { fields } = message;
  const hasThickness = hasArray(message, 'thickness');
  if (fields.separation === undefined && !hasThickness) {
    if (fields.rings === undefined) return undefined;
    throw new QueryError('rings', fields.rings, '`separation` or `thickness` too');
  }
  const rings = numberOr(fields, 'rings', 0);
  if (!(Number.isInteger(rings) && rings >= 0 && rings <= 16)) {
    throw new QueryError('rings', fields.rings, 'an integer from 0 to 16');
  }
  const separation =
    fields.separation === undefined ? 0 : numberWithin(fields, 'separation', 0, Number.POSITIVE_INFINITY);
  return { rings, separation, thickness: hasThickness ? thicknessAt(message, count) : 0 };
}

function thicknessAt(message: Message, count: number): number | Float64Array {
  if (typeof message.fields.thickness === 'number') {
    return numberWithin(message.fields, 'thickness', 0, Number.POSITIVE_INFINITY);
  }
  const { values } = rowsAt(message, 'thickness', [1]);
  const wrong = values.findIndex((value) => !(value >= 0 && value < Number.POSITIVE_INFINITY));
  if (wrong >= 0) throw new QueryError(`thickness[${wrong}]`, values[wrong], 'at least 0');
  if (values.length !== count) throw new QueryError('thickness', `${values.length} numbers`, `one number, or ${count}`);
  return values;
}

/** First contacts of a step, or pairs that come too close. */
export async function stepMesh(message: Message, session: MeshSession): Promise<Message> {
  return session.answer(motionAt(message, session.nodeCount));
}

const column = (values: NumberArray['values']): NumberArray => ({ dimensions: [values.length], values });
const table = (values: NumberArray['values'], width: number): NumberArray => ({
  dimensions: [values.length / width, width],
  values,
});

async function contactAnswer(found: PackedMeshCheck | Promise<PackedMeshCheck>): Promise<Message> {
  const { contacts, nodeFacePairs, edgePairs } = await found;
  return {
    fields: { count: contacts.count, nodeFacePairs, edgePairs, kinds: CONTACT_KINDS },
    arrays: {
      kind: column(Int32Array.from(contacts.kinds)),
      time: column(contacts.times),
      nodes: table(contacts.nodes, 5),
      face: column(contacts.faces),
      weights: table(contacts.weights, 4),
      point: table(contacts.points, 3),
      normal: table(contacts.normals, 3),
      gapRate: column(contacts.gapRates),
    },
  };
}

function separationAnswer(mesh: SurfaceMesh, motion: MeshMotion, options: MeshSeparationOptions): Message {
  if (motion.given === 'accelerations') {
    throw new QueryError(
      'accelerations',
      'an array',
      'nothing: the mesh has a separation or a thickness, which need straight paths',
    );
  }
  const { contacts, ...counts } = checkMeshSeparation(mesh, motion, options);
  const numbers = (of: (contact: MeshSeparation) => number) => column(Float64Array.from(contacts, of));
  const integers = (of: (contact: MeshSeparation) => number) => column(Int32Array.from(contacts, of));
  const fields: Fields = { count: contacts.length, ...counts, kinds: CONTACT_KINDS };
  return {
    fields,
    arrays: {
      kind: integers(({ kind }) => CONTACT_KINDS.indexOf(kind)),
      time: numbers(({ time }) => time),
      nodes: table(Int32Array.from(contacts.flatMap(({ nodes }) => [0, 1, 2, 3, 4].map((k) => nodes[k] ?? -1))), 5),
      face: integers(({ face }) => face),
      required: numbers(({ required }) => required),
      startDistance: numbers(({ startDistance }) => startDistance),
      certain: integers(({ certain }) => Number(certain)),
    },
  };
}

function motionAt(message: Message, nodeCount: number): MeshMotion {
  const nodes = (name: string) => {
    const { values, count } = rowsAt(message, name, [3]);
    if (count !== nodeCount) throw new QueryError(name, `${count} rows`, `${nodeCount} rows, one for each node`);
    return values;
  };
  const [hasEnds, hasAccelerations] = [hasArray(message, 'ends'), hasArray(message, 'accelerations')];
  if (hasEnds === hasArray(message, 'velocities')) {
    throw new QueryError('ends', hasEnds ? 'ends and velocities' : undefined, 'either ends or velocities');
  }
  if (hasEnds && hasAccelerations) {
    throw new QueryError('accelerations', 'an array', 'velocities with accelerations, not ends');
  }
  const start = nodes('positions');
  if (hasEnds) return createEndpointMotion(start, nodes('ends'), numberOr(message.fields, 'duration', 1));
  const duration = positiveAt(message.fields, 'duration');
  if (!hasAccelerations) return createConstantVelocityMotion(start, nodes('velocities'), duration);
  return createAcceleratedMotion(start, nodes('velocities'), nodes('accelerations'), duration);
}

/** Quadrilaterals of accelerating nodes are bilinear patches: the error names the field of `mesh-open`. */
function checkedMotion(motion: MeshMotion, { quads }: SurfaceMesh, surface: string): MeshMotion {
  if (motion.given === 'accelerations' && quads.length > 0 && surface !== 'bilinear') {
    throw new QueryError('accelerations', 'an array', "a mesh opened with the surface 'bilinear', since it has quads");
  }
  return motion;
}
