import { multiplyMat3, rotationAboutAxis } from '../../src/math/mat3.ts';
import { createMotion, type Motion } from '../../src/math/motion.ts';
import { createPose, type Pose } from '../../src/math/pose.ts';
import type { Random } from '../../src/math/random.ts';
import {
  createVec3,
  crossVec3,
  lengthVec3,
  normalizeVec3,
  scaleVec3,
  subVec3,
  type Vec3,
} from '../../src/math/vec3.ts';
import type { ShapeKind } from '../../src/shapes/shape.ts';
import { type AdversarialBody, type AdversarialPair, drawAdversarialPair, drawNoise } from './draw-pair.ts';

// Motions of one second that lead two bodies through an adversarial configuration: along the faces, straight at each other, away, with any
// rotation, at rest; as drawn and with noise in the last digits.

export interface MovingBody extends AdversarialBody {
  readonly motion: Motion;
}

export interface MovingPair {
  readonly a: MovingBody;
  readonly b: MovingBody;
  /** When the bodies are in the configuration that was drawn [s]. */
  readonly meeting: number;
  /** Do both bodies move along straight lines, without rotation and acceleration? */
  readonly translates: boolean;
  readonly separation: number;
  readonly description: string;
}

/** [s] */
export const DURATION = 1;

const KINDS = ['closing', 'sliding', 'grazing', 'leaving', 'resting', 'any'] as const;
type MotionKind = (typeof KINDS)[number];

/** Along a line of the configuration: from A to B, or an axis of one of them. */
function drawAxis(random: Random, a: Pose, b: Pose, planar: boolean): Vec3 {
  const apart = subVec3(createVec3(), b.position, a.position);
  if (random.below(2) === 0 && lengthVec3(apart) > 0) return normalizeVec3(apart, apart);
  const { rotation: r } = random.below(2) === 0 ? a : b;
  const columns = [createVec3(r.xx, r.yx, r.zx), createVec3(r.xy, r.yy, r.zy), createVec3(r.xz, r.yz, r.zz)];
  return columns[random.below(planar ? 2 : 3)];
}

function anyDirection(random: Random, planar: boolean): Vec3 {
  const v = createVec3(random.normal(), random.normal(), planar ? 0 : random.normal());
  return normalizeVec3(v, v);
}

function acrossOf(random: Random, n: Vec3, planar: boolean): Vec3 {
  if (planar) return createVec3(-n.y, n.x, 0);
  const t = crossVec3(createVec3(), n, anyDirection(random, false));
  return lengthVec3(t) > 0 ? normalizeVec3(t, t) : createVec3();
}

/** Direction and size of B's velocity relative to A's, in sizes per second. */
function drawVelocity(random: Random, kind: MotionKind, n: Vec3, planar: boolean): Vec3 {
  const speed = [1, 1, 1, 10 ** random.between(-12, -3), 10 ** random.between(1, 5)][random.below(5)];
  const sign = random.below(2) === 0 ? 1 : -1;
  switch (kind) {
    case 'closing':
      return scaleVec3(createVec3(), n, -speed);
    case 'leaving':
      return scaleVec3(createVec3(), n, speed);
    case 'sliding':
    case 'grazing':
      return scaleVec3(createVec3(), acrossOf(random, n, planar), sign * speed);
    case 'resting':
      return createVec3();
    case 'any':
      return scaleVec3(createVec3(), anyDirection(random, planar), speed);
  }
}

/** None, slow, some radians, or many revolutions; about an axis of the body, of the pair, or anything. */
function drawAngularVelocity(random: Random, n: Vec3, pose: Pose, planar: boolean): Vec3 {
  const sign = random.below(2) === 0 ? 1 : -1;
  const speed =
    sign * [0, 1, 3, 10 ** random.between(-12, -3), random.between(0, 10), 2 * Math.PI, 60][random.below(7)];
  if (planar) return createVec3(0, 0, speed);
  const { rotation: r } = pose;
  const axes = [n, createVec3(r.xx, r.yx, r.zx), createVec3(r.xz, r.yz, r.zz), anyDirection(random, false)];
  return scaleVec3(createVec3(), axes[random.below(axes.length)], speed);
}

/** The motion that has a pose at `meeting` [s]. */
function through(pose: Pose, meeting: number, velocity: Vec3, angularVelocity: Vec3, acceleration: Vec3): Motion {
  const back = (x: number, v: number, a: number) => x - meeting * (v + 0.5 * meeting * a);
  const { position: p } = pose;
  const start = createPose([
    back(p.x, velocity.x, acceleration.x),
    back(p.y, velocity.y, acceleration.y),
    back(p.z, velocity.z, acceleration.z),
  ]);
  const speed = lengthVec3(angularVelocity);
  if (speed > 0) {
    const axis = scaleVec3(createVec3(), angularVelocity, 1 / speed);
    multiplyMat3(start.rotation, rotationAboutAxis(start.rotation, axis, -speed * meeting), pose.rotation);
  } else {
    Object.assign(start.rotation, pose.rotation);
  }
  return createMotion(start, velocity, angularVelocity, acceleration);
}

/** One case: the same for the same random stream. `sizeOf` is the sum of the radii of the bodies [m]. */
export function drawMovingPair(
  random: Random,
  kinds: readonly [ShapeKind, ShapeKind],
  planar: boolean,
  sizeOf: (pair: AdversarialPair) => number,
): MovingPair {
  const pair = drawAdversarialPair(random, kinds, planar);
  const size = sizeOf(pair);
  const kind = KINDS[random.below(KINDS.length)];
  const n = drawAxis(random, pair.a.pose, pair.b.pose, planar);
  const meeting = DURATION * [0, 0, 0.5, 0.25, random.next(), 1][random.below(6)];
  const wobble = drawNoise(random);
  const v = drawVelocity(random, kind, n, planar);
  const shake = () => wobble * random.normal();
  const relative = createVec3(size * (v.x + shake()), size * (v.y + shake()), planar ? 0 : size * (v.z + shake()));
  const common = random.below(3) === 0 ? scaleVec3(createVec3(), anyDirection(random, planar), size) : createVec3();
  const velocityB = createVec3(common.x + relative.x, common.y + relative.y, common.z + relative.z);
  const translates = random.below(3) === 0;
  const pulled = !translates && random.below(4) === 0;
  const acceleration = pulled ? scaleVec3(createVec3(), anyDirection(random, planar), size) : createVec3();
  const angularVelocityOf = (body: AdversarialBody) =>
    translates || body.shape.kind === 'halfspace' ? createVec3() : drawAngularVelocity(random, n, body.pose, planar);
  const moving = (body: AdversarialBody, velocity: Vec3, angularVelocity: Vec3, pull: Vec3): MovingBody => ({
    ...body,
    motion: through(body.pose, meeting, velocity, angularVelocity, pull),
  });
  const [angularVelocityA, angularVelocityB] = [angularVelocityOf(pair.a), angularVelocityOf(pair.b)];
  return {
    a: moving(pair.a, common, angularVelocityA, createVec3()),
    b: moving(pair.b, velocityB, angularVelocityB, acceleration),
    meeting,
    translates,
    separation: random.below(4) === 0 ? size * [0.25, 1e-3, 1e-9, 0.1][random.below(4)] : 0,
    description: `${pair.description}; ${kind} at ${(lengthVec3(relative) / size).toPrecision(2)}/s, contact at ${meeting}, angular speeds ${lengthVec3(angularVelocityA).toPrecision(2)} and ${lengthVec3(angularVelocityB).toPrecision(2)}${pulled ? ', pulled' : ''}`,
  };
}
