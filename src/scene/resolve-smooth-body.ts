import { createMat3, invertSymmetric, type Mat3 } from '../math/mat3.ts';
import { toWorld } from '../math/pose.ts';
import type { PrescribedPath } from '../math/prescribed-path.ts';
import { createVec3, lengthVec3, type ReadonlyVec3, scaleVec3 } from '../math/vec3.ts';
import { tiledMassProperties } from '../shapes/tiled/tiled-mass.ts';
import { transformTiledBody } from '../shapes/tiled/transform-tiled-body.ts';
import { resolvePath } from './resolve-path.ts';
import { resolvePose, spatial } from './resolve-pose.ts';
import { buildSmoothShape } from './resolve-smooth-shape.ts';
import { type Fail, type JsonPath, orFail } from './scene-error.ts';
import type { FreeMotion, SmoothBody, SmoothMotion, SmoothShape } from './smooth-scene.ts';
import type { SmoothDocument } from './smooth-schema.ts';

type BodyDocument = SmoothDocument['bodies'][number];

/** A centre of mass closer to the origin than this, relative to the size of the shape, is at the origin to machine precision. */
const CENTRED = 1e-14;

export interface ResolvedSmoothBody {
  readonly body: SmoothBody;
  /** The body's origin in the axes of the file [m], to be subtracted from points of the file. */
  readonly origin: ReadonlyVec3;
}

/** Builds the shape, computes mass and inertia, and moves the origin of a free body to its centre of mass. */
export function resolveSmoothBody(given: BodyDocument, path: JsonPath, fail: Fail): ResolvedSmoothBody {
  checkMotion(given, path, fail);
  const { name, color } = given;
  const shape = orFail(() => buildSmoothShape(given.shape), [...path, 'shape'], fail);
  if (given.motion === 'free') {
    const { motion, origin } = resolveFree(given, shape, path, fail);
    const centred = orFail(() => aboutOrigin(shape, origin), [...path, 'shape'], fail);
    return { body: { name, shape: centred, motion, color }, origin };
  }
  const motion = resolveDriven(given, path, fail);
  if (isPlanar(shape)) checkInPlane(motion, path, fail);
  return { body: { name, shape, motion, color }, origin: createVec3() };
}

/** The shape in axes with their origin at `origin`. */
function aboutOrigin(shape: SmoothShape, origin: ReadonlyVec3): SmoothShape {
  if (shape.kind === 'point' || lengthVec3(origin) === 0) return shape;
  return transformTiledBody(shape, createMat3(), scaleVec3(createVec3(), origin, -1));
}

/** Checks that motion and mass are consistent, and each given once. */
function checkMotion(given: BodyDocument, path: JsonPath, fail: Fail): void {
  const { motion, shape, density, mass } = given;
  const reject = (keys: readonly (keyof BodyDocument)[], why: string) => {
    for (const key of keys) if (given[key] !== undefined) fail([...path, key], `must be left out, ${why}`);
  };
  if (motion === 'prescribed') {
    if (given.path === undefined) fail([...path, 'path'], 'is missing, a prescribed body follows one');
    reject(['position', 'rotation', 'velocity', 'angularVelocity'], 'the path of a prescribed body defines it');
    reject(['density', 'mass'], 'no force moves a prescribed body');
    return;
  }
  reject(['path'], `only a prescribed body follows a path, this one is ${motion}`);
  if (motion === 'fixed') {
    reject(['velocity', 'angularVelocity'], 'a fixed body does not move');
    reject(['density', 'mass'], 'no force moves a fixed body');
    return;
  }
  if (shape.kind === 'patch') fail([...path, 'motion'], 'must be "fixed" or "prescribed" for an open patch');
  if (mass !== undefined) reject(['density'], 'mass is given');
  else if (density === undefined) fail([...path, 'mass'], 'is missing, a free body needs mass or density');
  if (shape.kind === 'point') {
    reject(['density'], 'a point has no volume; give its mass');
    reject(['angularVelocity'], 'a point has no angular velocity');
  }
}

function resolveDriven(given: BodyDocument, path: JsonPath, fail: Fail): SmoothMotion {
  if (given.path) return { kind: 'prescribed', path: resolvePath(given.path, [...path, 'path'], fail) };
  return { kind: 'fixed', pose: poseOf(given, path, fail) };
}

function poseOf({ position = [0, 0, 0], rotation }: BodyDocument, path: JsonPath, fail: Fail) {
  return resolvePose({ position, rotation }, path, fail);
}

function resolveFree(
  given: BodyDocument,
  shape: SmoothShape,
  path: JsonPath,
  fail: Fail,
): { motion: FreeMotion; origin: ReadonlyVec3 } {
  const drawn = poseOf(given, path, fail);
  const { mass, inverseInertia, centroid } = massOf(given, shape, path, fail);
  const pose = { position: toWorld(createVec3(), drawn, centroid), rotation: drawn.rotation };
  const velocity = spatial(given.velocity ?? [0, 0, 0]);
  const angularVelocity = spatial(given.angularVelocity ?? [0, 0, 0]);
  const motion = { kind: 'free', pose, velocity, angularVelocity, mass, inverseInertia } as const;
  if (isPlanar(shape)) checkInPlane(motion, path, fail);
  return { motion, origin: centroid };
}

interface Mass {
  readonly mass: number;
  readonly inverseInertia: Mat3;
  readonly centroid: ReadonlyVec3;
}

function massOf(given: BodyDocument, shape: SmoothShape, path: JsonPath, fail: Fail): Mass {
  if (shape.kind === 'point') {
    return { mass: given.mass ?? 0, inverseInertia: createMat3(0, 0, 0), centroid: createVec3() };
  }
  const found = orFail(() => tiledMassProperties(shape, given.density ?? 1), [...path, 'shape'], fail);
  const k = given.mass === undefined ? 1 : given.mass / found.mass;
  const inverseInertia = createMat3(0, 0, 1 / (k * found.inertia.zz));
  if (shape.dimension === 3) {
    invertSymmetric(inverseInertia, found.inertia);
    for (const key of Object.keys(inverseInertia) as (keyof Mat3)[]) inverseInertia[key] /= k;
  }
  const mass = k * found.mass;
  if (!(mass > 0 && mass < 1e300 && Object.values(inverseInertia).every(Number.isFinite) && inverseInertia.zz > 0)) {
    fail([...path, 'shape'], 'is too thin, too small or too large for its mass and inertia to be computed');
  }
  const centred = lengthVec3(found.centroid) <= CENTRED * shape.radius;
  return { mass, inverseInertia, centroid: centred ? createVec3() : found.centroid };
}

export function isPlanar(shape: SmoothShape): boolean {
  return shape.kind === 'tiled' && shape.dimension === 2;
}

/** Message for motions that take a planar body, or its partner, out of the plane. */
export const OUT_OF_PLANE = 'must stay in the plane z = 0, as planar bodies do';

/** A planar body, or a point paired with one, moves in the plane z = 0 and rotates about z only. */
export function checkInPlane(motion: SmoothMotion, path: JsonPath, fail: Fail): void {
  if (motion.kind === 'prescribed') {
    checkPathInPlane(motion.path, [...path, 'path'], fail);
    return;
  }
  const { position, rotation } = motion.pose;
  if (position.z !== 0) fail([...path, 'position'], OUT_OF_PLANE);
  if (rotation.xz !== 0 || rotation.yz !== 0 || rotation.zz !== 1) fail([...path, 'rotation'], OUT_OF_PLANE);
  if (motion.kind === 'fixed') return;
  if (motion.velocity.z !== 0) fail([...path, 'velocity'], OUT_OF_PLANE);
  if (motion.angularVelocity.x !== 0 || motion.angularVelocity.y !== 0)
    fail([...path, 'angularVelocity'], OUT_OF_PLANE);
}

export function checkPathInPlane({ position, orientation }: PrescribedPath, path: JsonPath, fail: Fail): void {
  if (!staysInPlane(position)) fail([...path, 'position'], OUT_OF_PLANE);
  const axes = [orientation?.axis, orientation?.tilt?.axis].filter((axis) => axis !== undefined);
  if (axes.some(({ x, y }) => x !== 0 || y !== 0)) fail([...path, 'orientation'], OUT_OF_PLANE);
}

function staysInPlane(position: PrescribedPath['position']): boolean {
  switch (position?.kind) {
    case undefined:
      return true;
    case 'static':
      return position.point.z === 0;
    case 'spiral':
      return position.center.z + position.height === 0 && position.heightRate === 0;
    case 'harmonic':
      return position.center.z === 0 && position.amplitude.z === 0 && position.velocity.z === 0;
  }
}
