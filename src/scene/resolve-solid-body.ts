import { solidBoundingShape } from '../bounds/bounding-shape.ts';
import { symmetricEigen3 } from '../math/eigen3.ts';
import { createMat3, type ReadonlyMat3 } from '../math/mat3.ts';
import { type ReadonlyPose, toWorld } from '../math/pose.ts';
import { createVec3, lengthVec3, type ReadonlyVec3 } from '../math/vec3.ts';
import { massProperties } from '../shapes/mass-properties.ts';
import { shapeRadius } from '../shapes/radius.ts';
import { resolvePose, spatial } from './resolve-pose.ts';
import { aboutOrigin, buildSolidShape, type SceneShape } from './resolve-solid-shape.ts';
import { type Fail, type JsonPath, orFail } from './scene-error.ts';
import type { SolidBody } from './solid-scene.ts';
import type { SolidDocument } from './solid-schema.ts';

type BodyDocument = SolidDocument['bodies'][number];

/** A centre of mass closer to the origin than this, relative to the size of the shape, is at the origin to machine precision. */
const CENTRED = 1e-14;
/** Products of inertia below this fraction of the moments are rounding error: the axes of the shape are principal axes. */
const DIAGONAL = 1e-14;

export interface ResolvedSolidBody {
  readonly body: SolidBody;
  /** The body's origin in the axes of the file [m], to be subtracted from points of the file. */
  readonly origin: ReadonlyVec3;
}

/** Properties of a body apart from its shape and pose, as in a scene file. */
export type BodyProperties = Pick<
  BodyDocument,
  'name' | 'motion' | 'velocity' | 'angularVelocity' | 'density' | 'mass' | 'inertia' | 'trigger' | 'color'
>;

/** Builds the shape, computes mass and inertia, and moves the origin of a free body to its centre of mass. */
export function resolveSolidBody(given: BodyDocument, path: JsonPath, fail: Fail): ResolvedSolidBody {
  checkMotion(given, given.shape.kind, path, fail);
  const drawn = buildSolidShape(given.shape, [...path, 'shape'], fail);
  const { mass, moments, principalAxes, centroid } = massOf(given, drawn, path, fail);
  const shape = orFail(() => aboutOrigin(drawn, centroid), [...path, 'shape'], fail);
  const placed = resolvePose(given, path, fail);
  const resolved = assemble(given, shape, placed, { mass, moments, principalAxes, centroid });
  const { collideAs } = given;
  if (collideAs === 'shape') return resolved;
  const at = [...path, 'collideAs'];
  if (shape.kind === 'halfspace') return fail(at, 'must be "shape" for a halfspace, which has no bounding volume');
  const volume = orFail(() => solidBoundingShape(shape, collideAs), at, fail);
  return { ...resolved, body: { ...resolved.body, shape: volume, drawnShape: shape, collideAs } };
}

/** The same for a shape and a pose that exist already: bodies of a world in code. */
export function createSolidBody(
  given: BodyProperties,
  drawn: SceneShape,
  placed: ReadonlyPose,
  fail: Fail,
): ResolvedSolidBody {
  checkMotion(given, drawn.kind, [], fail);
  const mass = massOf(given, drawn, [], fail);
  const shape = orFail(() => aboutOrigin(drawn, mass.centroid), ['shape'], fail);
  return assemble(given, shape, placed, mass);
}

function assemble(
  given: BodyProperties,
  shape: SceneShape,
  placed: ReadonlyPose,
  { mass, moments, principalAxes, centroid }: PrincipalMass,
): ResolvedSolidBody {
  const { name, motion, trigger, color } = given;
  const pose = { position: toWorld(createVec3(), placed, centroid), rotation: placed.rotation };
  const [velocity, angularVelocity] = [spatial(given.velocity), spatial(given.angularVelocity)];
  const own = given.inertia ? ({ hasOwnInertia: true } as const) : {};
  const state = { motion, pose, velocity, angularVelocity };
  const body = { name, shape, ...state, mass, moments, principalAxes, ...own, trigger, color };
  return { body, origin: centroid };
}

/** Checks that motion and mass are consistent, and each given once. */
function checkMotion(given: BodyProperties, shapeKind: string, path: JsonPath, fail: Fail): void {
  const { motion, velocity, angularVelocity, density, mass, inertia } = given;
  const reject = (wrong: boolean, key: keyof BodyProperties, expected: string) => {
    if (wrong) fail([...path, key], expected);
  };
  const rotates = angularVelocity.some((component) => component !== 0);
  const halfspace = shapeKind === 'halfspace';
  reject(halfspace && motion === 'free', 'motion', 'must be "fixed" or "prescribed" for a halfspace');
  reject(halfspace && rotates, 'angularVelocity', 'must be zero for a halfspace');
  if (motion === 'free') {
    reject(density !== undefined && mass !== undefined, 'density', 'must be left out where mass is given');
    reject(density === undefined && mass === undefined, 'mass', 'is missing, a free body needs mass or density');
    reject(inertia !== undefined && mass === undefined, 'inertia', 'must be left out where density is given');
    return;
  }
  for (const key of ['density', 'mass', 'inertia'] as const) {
    reject(given[key] !== undefined, key, `must be left out, no force moves a ${motion} body`);
  }
  const still = 'must be zero for a fixed body, or its motion "prescribed"';
  reject(motion === 'fixed' && velocity.some((component) => component !== 0), 'velocity', still);
  reject(motion === 'fixed' && rotates, 'angularVelocity', still);
}

interface PrincipalMass {
  readonly mass: number;
  readonly moments: ReadonlyVec3;
  readonly principalAxes: ReadonlyMat3;
  readonly centroid: ReadonlyVec3;
}

function massOf(given: BodyProperties, shape: SceneShape, path: JsonPath, fail: Fail): PrincipalMass {
  const { motion, mass, density, inertia } = given;
  if (motion !== 'free' || shape.kind === 'halfspace') return IMMOVABLE;
  if (mass !== undefined && inertia !== undefined) {
    const [a, b, c] = inertia;
    if (a > b + c || b > c + a || c > a + b) {
      fail([...path, 'inertia'], 'must be moments of a real body, none larger than the sum of the others');
    }
    return { mass, moments: createVec3(a, b, c), principalAxes: createMat3(), centroid: createVec3() };
  }
  const unit = orFail(() => massProperties(shape, density ?? 1), [...path, 'shape'], fail);
  const k = mass === undefined ? 1 : mass / unit.mass;
  const { moments, axes } = principal(unit.inertia);
  const [a, b, c] = [k * moments.x, k * moments.y, k * moments.z];
  const whole = k * unit.mass;
  if (![whole, a, b, c].every((value) => value > 0 && value < 1e300)) {
    fail([...path, 'shape'], 'is too thin, too small or too large for its mass and inertia to be computed');
  }
  const centred = lengthVec3(unit.centroid) <= CENTRED * shapeRadius(shape);
  return {
    mass: whole,
    moments: createVec3(a, b, c),
    principalAxes: axes,
    centroid: centred ? createVec3() : unit.centroid,
  };
}

const NEVER = Number.POSITIVE_INFINITY;
const IMMOVABLE: PrincipalMass = {
  mass: NEVER,
  moments: createVec3(NEVER, NEVER, NEVER),
  principalAxes: createMat3(),
  centroid: createVec3(),
};

/** Principal moments and axes; axes that are already principal keep their order. */
function principal(inertia: ReadonlyMat3): { moments: ReadonlyVec3; axes: ReadonlyMat3 } {
  const { xx, yy, zz, xy, yz, zx } = inertia;
  const off = Math.max(Math.abs(xy), Math.abs(yz), Math.abs(zx));
  if (off <= DIAGONAL * Math.max(xx, yy, zz)) return { moments: createVec3(xx, yy, zz), axes: createMat3() };
  const axes = createMat3();
  return { moments: symmetricEigen3(createVec3(), axes, inertia), axes };
}
