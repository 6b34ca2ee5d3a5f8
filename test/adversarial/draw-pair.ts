import { createMat3, type Mat3 } from '../../src/math/mat3.ts';
import { composePose, createPose, type Pose } from '../../src/math/pose.ts';
import type { Random } from '../../src/math/random.ts';
import { createVec3, crossVec3, lengthVec3, normalizeVec3, type Vec3 } from '../../src/math/vec3.ts';
import { createHalfspace } from '../../src/shapes/halfspace.ts';
import type { ShapeKind } from '../../src/shapes/shape.ts';
import type { Placed } from '../contract/draw-pair.ts';
import { drawShape } from './draw-shape.ts';
import { fromVec3, toNumber, vector } from './extended.ts';
import { supportAlong, toWorldAxes } from './support.ts';

// Pairs of bodies in configurations that real data has and random poses never have: faces in one plane, edges on one line, coincident vertices,
// common axes, touching to the last digit; exactly, with noise in the last digits, and after a rigid motion.

/** A body and the body with a closed form that judges it: itself, unless it is tiled. */
export interface AdversarialBody extends Placed {
  readonly twin: Placed;
}

export interface AdversarialPair {
  readonly a: AdversarialBody;
  readonly b: AdversarialBody;
  /** Noise of coordinates, in sizes of the bodies. */
  readonly noise: number;
  /** What the gap along the chosen direction was meant to be [m]. */
  readonly intended: number;
  readonly description: string;
}

/** 0, or a power of ten from 1e-17 to 1e-8. */
export function drawNoise(random: Random): number {
  return random.below(3) === 0 ? 0 : 10 ** -(8 + random.below(10));
}

const HALF = Math.SQRT1_2;
/** Quaternions of no rotation, quarter, half, eighth and third parts of a revolution. */
const ROTATIONS: readonly (readonly number[])[] = [
  [1, 0, 0, 0],
  [1, 0, 0, 0],
  [HALF, HALF, 0, 0],
  [HALF, 0, HALF, 0],
  [HALF, 0, 0, HALF],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
  [0, 0, 0, 1],
  [0.5, 0.5, 0.5, 0.5],
  [Math.cos(Math.PI / 8), 0, 0, Math.sin(Math.PI / 8)],
  [Math.cos(Math.PI / 8), Math.sin(Math.PI / 8), 0, 0],
];
const PLANAR_ANGLES = [0, 0, Math.PI / 2, Math.PI, -Math.PI / 2, Math.PI / 4, Math.PI / 3];

/** An aligned rotation up to noise, or any. */
export function drawRotation(random: Random, planar: boolean, noise: number): Mat3 {
  if (planar) {
    const angle = random.below(4) === 0 ? random.between(-4, 4) : PLANAR_ANGLES[random.below(PLANAR_ANGLES.length)];
    return snapped(createPose([0, 0], angle + noise * random.normal()).rotation, noise);
  }
  const any = [random.normal(), random.normal(), random.normal(), random.normal()];
  if (random.below(5) === 0) return createPose([0, 0, 0], any).rotation;
  const q = ROTATIONS[random.below(ROTATIONS.length)].map((value, i) => value + noise * any[i]);
  return snapped(createPose([0, 0, 0], q).rotation, noise);
}

/** Without noise, entries that are 0 or ±1 to machine precision are set to these values. */
function snapped(rotation: Mat3, noise: number): Mat3 {
  if (noise > 0) return rotation;
  const entries = Object.entries(rotation).map(([name, value]) => {
    const whole = Math.round(value);
    return [name, Math.abs(value - whole) < 1e-15 ? whole : value];
  });
  return { ...createMat3(), ...Object.fromEntries(entries) };
}

/** Along axes of a body, face and body diagonals, or anything. */
function drawDirection(random: Random, rotation: Mat3, planar: boolean): Vec3 {
  const part = () => (random.below(2) === 0 ? 0 : random.below(2) === 0 ? 1 : -1);
  const chosen = [part(), part(), planar ? 0 : part()];
  const axis = [0, 0, 0];
  axis[random.below(planar ? 2 : 3)] = random.below(2) === 0 ? 1 : -1;
  const any = [random.normal(), random.normal(), planar ? 0 : random.normal()];
  const sum = chosen.every((value) => value === 0) ? axis : chosen;
  const [x, y, z] = [axis, axis, sum, any][random.below(4)];
  const world = toWorldAxes(rotation, vector(x, y, z));
  return normalizeVec3(createVec3(), createVec3(toNumber(world.x), toNumber(world.y), toNumber(world.z)));
}

/** Touching, touching to an ulp, nearly touching, apart or overlapping, in sizes. */
function drawGap(random: Random): number {
  const sign = random.below(2) === 0 ? 1 : -1;
  switch (random.below(8)) {
    case 0:
    case 1:
      return 0;
    case 2:
      return sign * 2 ** -52;
    case 3:
    case 4:
      return sign * 10 ** random.between(-16, -4);
    case 5:
      return -(10 ** random.between(-3, -0.5));
    default:
      return 10 ** random.between(-3, 0.3);
  }
}

const reachAlong = (body: Placed, n: Vec3) =>
  toNumber(supportAlong(body, fromVec3(n), fromVec3(body.pose.position)) ?? [0, 0]);
const opposite = ({ x, y, z }: Vec3) => createVec3(-x, -y, -z);

/** Offset along a tangent: centred, flush with an edge, edge to edge, or anything. */
function drawOffset(random: Random, a: Placed, b: Placed, t: Vec3): number {
  const [positiveA, positiveB] = [reachAlong(a, t), reachAlong(b, t)];
  const negativeB = reachAlong(b, opposite(t));
  switch (random.below(6)) {
    case 0:
      return positiveA - positiveB;
    case 1:
      return positiveA + negativeB;
    case 2:
      return random.between(-1, 1) * (positiveA + positiveB);
    default:
      return 0;
  }
}

function tangents(n: Vec3, planar: boolean): [Vec3, Vec3] {
  if (planar) return [createVec3(-n.y, n.x, 0), createVec3()];
  const [x, y, z] = [Math.abs(n.x), Math.abs(n.y), Math.abs(n.z)];
  const min = createVec3(+(x <= y && x <= z), +(y < x && y <= z), +(z < x && z < y));
  const first = normalizeVec3(createVec3(), crossVec3(createVec3(), n, min));
  return [first, crossVec3(createVec3(), n, first)];
}

const positionAt = ({ position: p }: Pose, n: Vec3, k: number): Vec3 =>
  createVec3(p.x + k * n.x, p.y + k * n.y, p.z + k * n.z);

/** Sizes [m] of the two bodies: mostly one metre, and alike. */
function drawSizes(random: Random): [number, number] {
  const k = [1, 1, 1, 1e-3, 1e5][random.below(5)];
  return [k, random.below(5) === 0 ? k * 10 ** (random.below(9) - 4) : k];
}

/** One case: the same for the same random stream. */
export function drawAdversarialPair(
  random: Random,
  [kindA, kindB]: readonly [ShapeKind, ShapeKind],
  planar: boolean,
): AdversarialPair {
  const noise = drawNoise(random);
  const [sizeA, sizeB] = drawSizes(random);
  const drawnA = drawShape(random, kindA, sizeA, planar, noise);
  const facing = kindA === 'halfspace' && drawnA.shape.kind === 'halfspace' ? drawnA.shape : undefined;
  const drawnB = drawShape(random, kindB, sizeB, planar, noise);
  const rotationA = drawRotation(random, planar, noise);
  const poseA: Pose = { position: createVec3(), rotation: rotationA };
  const a: Placed = { shape: drawnA.twin, pose: poseA };
  // two half-spaces have a distance only where they face each other
  const opposed =
    facing && createHalfspace(planar ? [-facing.normal.x, -facing.normal.y] : negatedNormal(facing.normal));
  const twinB = opposed ?? drawnB.twin;
  const b: Placed = {
    shape: twinB,
    pose: { position: createVec3(), rotation: facing ? rotationA : drawRotation(random, planar, noise) },
  };
  const size = Math.min(sizeA, sizeB);
  const concentric = random.below(12) === 0;
  const n = directionFor(random, a, b, planar);
  const [t1, t2] = tangents(n, planar);
  const intended = drawGap(random) * (random.below(2) === 0 ? size : Math.max(sizeA, sizeB));
  const along = concentric ? 0 : reachAlong(a, n) + reachAlong(b, opposite(n)) + intended;
  const [first, second] = concentric
    ? [0, 0]
    : [drawOffset(random, a, b, t1), planar ? 0 : drawOffset(random, a, b, t2)];
  const shift = () => noise * size * random.normal();
  const position = createVec3(
    along * n.x + first * t1.x + second * t2.x + shift(),
    along * n.y + first * t1.y + second * t2.y + shift(),
    planar ? 0 : along * n.z + first * t1.z + second * t2.z + shift(),
  );
  const motion = drawMotion(random, planar, Math.max(sizeA, sizeB));
  const moved = (pose: Pose) => (motion ? composePose(createPose(), motion.pose, pose) : pose);
  const [placeA, placeB] = [moved(poseA), moved({ position, rotation: b.pose.rotation })];
  const what = concentric ? 'concentric' : `gap ${intended.toExponential(1)}`;
  return {
    a: { shape: drawnA.shape, pose: placeA, twin: { shape: drawnA.twin, pose: placeA } },
    b: { shape: opposed ?? drawnB.shape, pose: placeB, twin: { shape: twinB, pose: placeB } },
    noise,
    intended,
    description: `${what}, noise ${noise}, ${motion?.name ?? 'as drawn'}`,
  };
}

const negatedNormal = ({ x, y, z }: { readonly x: number; readonly y: number; readonly z: number }) => [-x, -y, -z];

/** From A to B; a half-space faces along its own normal. */
function directionFor(random: Random, a: Placed, b: Placed, planar: boolean): Vec3 {
  const wall = [a, b].find(({ shape }) => shape.kind === 'halfspace');
  if (wall?.shape.kind !== 'halfspace') {
    return drawDirection(random, (random.below(2) === 0 ? a : b).pose.rotation, planar);
  }
  const up = toWorldAxes(wall.pose.rotation, fromVec3(wall.shape.normal));
  const normal = createVec3(toNumber(up.x), toNumber(up.y), toNumber(up.z));
  return wall === a ? normal : opposite(normal);
}

interface RigidMotion {
  readonly name: string;
  readonly pose: Pose;
}

/** None, a rigid motion near the origin, or one that ends far away from it. */
export function drawMotion(random: Random, planar: boolean, size: number): RigidMotion | undefined {
  const kind = random.below(5);
  if (kind < 2) return undefined;
  const reach = size * (kind < 4 ? 3 : 10 ** random.between(2, 6));
  const coordinate = () => reach * random.between(-1, 1);
  const position = planar ? [coordinate(), coordinate()] : [coordinate(), coordinate(), coordinate()];
  const q = [random.normal(), random.normal(), random.normal(), random.normal()];
  const pose = createPose(position, planar ? random.between(-4, 4) : q);
  return { name: kind < 4 ? 'moved' : `moved by ${lengthVec3(pose.position).toExponential(1)} m`, pose };
}

/** The same body `distance` [m] farther along a direction. */
export function shifted(body: AdversarialBody, n: Vec3, distance: number): AdversarialBody {
  const pose = { position: positionAt(body.pose, n, distance), rotation: body.pose.rotation };
  return { shape: body.shape, pose, twin: { shape: body.twin.shape, pose } };
}
