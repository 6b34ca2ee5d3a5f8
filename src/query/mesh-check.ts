/** All contacts of a small mesh within one step, with the options of the whole-mesh checks. */
import { createAcceleratedMotion } from '../ccd/accelerated-motion.ts';
import { checkMesh } from '../ccd/mesh-check.ts';
import type { MeshMotion } from '../ccd/mesh-motion.ts';
import { checkMeshSeparation } from '../ccd/mesh-separation.ts';
import { QUAD_SURFACES } from '../ccd/pair-visitors.ts';
import { createConstantVelocityMotion, createEndpointMotion, type PointMotion } from '../ccd/point-motion.ts';
import { connectedBodyNumbers } from '../response/mesh-contact/mesh-bodies.ts';
import { findPenetrations, removePenetrations } from '../response/mesh-contact/mesh-penetration.ts';
import { createSurfaceMesh, type SurfaceMesh } from '../shapes/mesh.ts';
import {
  booleanOr,
  choiceAt,
  expectAbsent,
  listAt,
  numberOr,
  numberWithin,
  pointsAt,
  positiveAt,
  QueryError,
  toNumber,
} from './fields.ts';
import type { Fields, QueryOperation } from './query-operation.ts';
import { pointRows } from './velocity-contact.ts';

export const meshCheckOperation: QueryOperation = {
  name: 'mesh-check',
  description:
    'all contacts of a mesh within dt: nodes `x` with velocities `v` (and accelerations `a`) or end positions `end`, `triangles` and `quads` of node numbers. Optional: `surface`, `edges`, `slaves`, `masters`, `bodies`, distances `separation`, `thickness` and `rings`, and `penetration` (`find` or `remove`)',
  example: {
    dt: 1,
    x: [
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 1],
      [0, 1, 0],
      [0.25, 0.75, 1.1875],
    ],
    v: [
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, -2],
    ],
    quads: [[0, 1, 2, 3]],
    surface: 'bilinear',
  },
  answer(fields) {
    const mesh = meshAt(fields);
    const penetration = penetrationAnswer(fields, mesh);
    const motion = motionAt(fields, mesh);
    if (!motion) return penetration;
    const rules = rulesAt(fields, mesh);
    const edges = booleanOr(fields, 'edges', true);
    const surface = fields.surface === undefined ? 'triangles' : choiceAt(fields, 'surface', QUAD_SURFACES);
    const found =
      fields.separation === undefined && fields.thickness === undefined
        ? contactAnswer(fields, mesh, motion, { ...rules, edges, surface })
        : checkMeshSeparation(mesh, straightMotion(fields, motion), { ...rules, ...distancesAt(fields, mesh), edges });
    return { ...penetration, ...found };
  },
};

function contactAnswer(
  fields: Fields,
  mesh: SurfaceMesh,
  motion: MeshMotion,
  options: Parameters<typeof checkMesh>[2],
): Fields {
  expectAbsent(fields, 'rings', '`separation` or `thickness` too');
  if (motion.given === 'accelerations' && mesh.quads.length > 0 && options?.surface !== 'bilinear') {
    throw new QueryError('surface', fields.surface, "'bilinear' for quadrilaterals with accelerations");
  }
  return { ...checkMesh(mesh, motion, options) };
}

function meshAt(fields: Fields): SurfaceMesh {
  const positions = pointsAt(fields, 'x', 3).flat();
  const elements = (key: 'triangles' | 'quads', corners: number) =>
    fields[key] === undefined ? [] : listAt(fields, key).flatMap((_, i) => nodesIn(fields, key, i, corners, positions));
  return createSurfaceMesh({ positions, triangles: elements('triangles', 3), quads: elements('quads', 4) });
}

function nodesIn(fields: Fields, key: string, i: number, corners: number, positions: readonly number[]): number[] {
  const row = listAt(fields, key)[i];
  if (!Array.isArray(row) || row.length !== corners)
    throw new QueryError(`${key}[${i}]`, row, `${corners} node numbers`);
  return row.map((node, k) => toIndex(node, `${key}[${i}][${k}]`, positions.length / 3));
}

function toIndex(value: unknown, location: string, count: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < count) return value;
  throw new QueryError(location, value, `a node number from 0 to ${count - 1}`);
}

/** Nothing where only penetrations are asked for. */
function motionAt(fields: Fields, { positions }: SurfaceMesh): MeshMotion | undefined {
  const count = positions.length / 3;
  if (fields.end !== undefined) {
    expectAbsent(fields, 'v', 'velocities `v` or end positions `end`, not both');
    expectAbsent(fields, 'a', 'velocities `v` with accelerations, not end positions');
    return createEndpointMotion(
      positions,
      Float64Array.from(pointRows(fields, 'end', count)),
      positiveAt(fields, 'dt'),
    );
  }
  if (fields.v === undefined && fields.penetration !== undefined) {
    expectAbsent(fields, 'a', 'velocities `v` too');
    expectAbsent(fields, 'dt', 'velocities `v` or end positions `end` too');
    return undefined;
  }
  const velocities = Float64Array.from(pointRows(fields, 'v', count));
  const dt = positiveAt(fields, 'dt');
  if (fields.a === undefined) return createConstantVelocityMotion(positions, velocities, dt);
  return createAcceleratedMotion(positions, velocities, Float64Array.from(pointRows(fields, 'a', count)), dt);
}

/** Distances are checked for straight paths and four triangles. */
function straightMotion(fields: Fields, motion: MeshMotion): PointMotion {
  if (motion.given === 'accelerations') {
    throw new QueryError('a', fields.a, 'no accelerations together with `separation` or `thickness`');
  }
  if (fields.surface === 'bilinear') {
    throw new QueryError('surface', fields.surface, "'triangles' together with `separation` or `thickness`");
  }
  return motion;
}

function rulesAt(fields: Fields, mesh: SurfaceMesh) {
  const count = mesh.positions.length / 3;
  const nodes = (key: 'slaves' | 'masters') =>
    Int32Array.from(listAt(fields, key), (node, i) => toIndex(node, `${key}[${i}]`, count));
  return {
    ...(fields.slaves !== undefined && { slaves: nodes('slaves') }),
    ...(fields.masters !== undefined && { masters: nodes('masters') }),
    ...(fields.bodies !== undefined && { bodies: bodiesAt(fields, mesh) }),
  };
}

/** `connected`, or a body number for each node. */
function bodiesAt(fields: Fields, mesh: SurfaceMesh): Int32Array {
  if (fields.bodies === 'connected') return connectedBodyNumbers(mesh);
  const count = mesh.positions.length / 3;
  const expected = `"connected", or ${count} body numbers`;
  if (!Array.isArray(fields.bodies) || fields.bodies.length !== count) {
    throw new QueryError('bodies', fields.bodies, expected);
  }
  return Int32Array.from(fields.bodies, (body, i) => {
    if (Number.isInteger(body) && Math.abs(body) < 2 ** 31) return body;
    throw new QueryError(`bodies[${i}]`, body, 'an integer');
  });
}

function distancesAt(fields: Fields, mesh: SurfaceMesh) {
  const count = mesh.positions.length / 3;
  const rings = numberOr(fields, 'rings', 0);
  if (!(Number.isInteger(rings) && rings >= 0 && rings <= 16)) {
    throw new QueryError('rings', fields.rings, 'an integer from 0 to 16');
  }
  const thickness =
    fields.thickness === undefined
      ? 0
      : Array.isArray(fields.thickness)
        ? thicknessOfNodes(fields, count)
        : numberWithin(fields, 'thickness', 0, Number.POSITIVE_INFINITY);
  const separation =
    fields.separation === undefined ? 0 : numberWithin(fields, 'separation', 0, Number.POSITIVE_INFINITY);
  return { rings, thickness, separation };
}

function thicknessOfNodes(fields: Fields, count: number): number[] {
  const list = listAt(fields, 'thickness');
  if (list.length !== count) throw new QueryError('thickness', list, `one number, or ${count}`);
  return list.map((item, i) => {
    const thickness = toNumber(item, `thickness[${i}]`);
    if (thickness >= 0) return thickness;
    throw new QueryError(`thickness[${i}]`, item, 'at least 0');
  });
}

function penetrationAnswer(fields: Fields, mesh: SurfaceMesh): Fields {
  if (fields.penetration === undefined) return {};
  const wanted = choiceAt(fields, 'penetration', ['find', 'remove']);
  const penetration = findPenetrations(mesh);
  if (wanted === 'find') return { penetration };
  const { positions, ...removal } = removePenetrations(mesh);
  const rows = Array.from({ length: positions.length / 3 }, (_, i) => Array.from(positions.subarray(3 * i, 3 * i + 3)));
  return { penetration, removal: { ...removal, x: rows } };
}
