import { planarBoundingShape } from '../bounds/bounding-shape.ts';
import { createPose, toWorld } from '../math/pose.ts';
import { cos, sin } from '../math/trig.ts';
import { createVec3, lengthVec3, type ReadonlyVec3, subVec3, type Vec3 } from '../math/vec3.ts';
import { createDisc } from '../shapes/disc.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { type PlanarMassProperties, planarMass } from '../shapes/planar-mass.ts';
import { createPoint } from '../shapes/point.ts';
import { createPolygon, type Polygon, polygonFromPacked } from '../shapes/polygon.ts';
import { createSegment, type Segment } from '../shapes/segment.ts';
import type { PlanarShape } from '../shapes/shape.ts';
import type { PlanarDocument } from './planar-schema.ts';
import type { SceneBody } from './scene.ts';
import { type Fail, type JsonPath, orFail } from './scene-error.ts';

type BodyDocument = PlanarDocument['bodies'][number];
type ShapeDocument = BodyDocument['shape'];

/** A centre of mass closer to the origin than this, relative to the size of the shape, is at the origin to machine precision. */
const CENTRED = 1e-14;

export interface ResolvedBody {
  readonly body: SceneBody;
  /** The body's origin in the axes of the file [m], to be subtracted from points of the file. */
  readonly origin: ReadonlyVec3;
}

/** Builds the shape, computes mass and inertia, and moves the origin of a free body to its centre of mass. */
export function resolveBody(given: BodyDocument, path: JsonPath, fail: Fail): ResolvedBody {
  checkMotion(given, path, fail);
  const drawn = orFail(() => buildPlanarShape(given.shape), [...path, 'shape'], fail);
  const { mass, inertia, centroid } = massOf(given, drawn, path, fail);
  const shape = orFail(() => shiftShape(drawn, centroid), [...path, 'shape'], fail);
  const position = toWorld(createVec3(), createPose(given.position, given.angle), centroid);
  const { name, angle, angularVelocity, motion, color } = given;
  const velocity = planar(given.velocity);
  const { collideAs } = given;
  const volume =
    collideAs === 'shape'
      ? undefined
      : orFail(() => planarBoundingShape(shape, collideAs), [...path, 'collideAs'], fail);
  return {
    body: {
      name,
      shape: volume ?? shape,
      ...(volume && { drawnShape: shape }),
      position,
      angle,
      velocity,
      angularVelocity,
      mass,
      inertia,
      motion,
      color,
    },
    origin: centroid,
  };
}

export function planar([x, y]: readonly [number, number]): Vec3 {
  return createVec3(x, y);
}

/** Checks that motion and mass are consistent, and each given once. */
function checkMotion(given: BodyDocument, path: JsonPath, fail: Fail): void {
  const { motion, shape, velocity, angularVelocity, density, mass, inertia } = given;
  const reject = (wrong: boolean, key: keyof BodyDocument, expected: string) => {
    if (wrong) fail([...path, key], expected);
  };
  const halfspace = shape.kind === 'halfspace';
  reject(halfspace && motion === 'free', 'motion', 'must be "fixed" or "prescribed" for a halfspace');
  reject(halfspace && angularVelocity !== 0, 'angularVelocity', 'must be zero for a halfspace');
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
  reject(motion === 'fixed' && angularVelocity !== 0, 'angularVelocity', still);
}

/** The shape that a document describes. Throws a RangeError for values that make no shape. */
export function buildPlanarShape(given: ShapeDocument): PlanarShape {
  switch (given.kind) {
    case 'polygon':
      return createPolygon(given.vertices);
    case 'regular-polygon': {
      const corners = Array.from({ length: given.sides }, (_, k) => (2 * Math.PI * k) / given.sides);
      return createPolygon(corners.map((rotation) => [given.radius * cos(rotation), given.radius * sin(rotation)]));
    }
    case 'rectangle': {
      const [x, y] = given.halfExtents;
      return createPolygon([[-x, -y], [x, -y], [x, y], [-x, y]]); // biome-ignore format: four corners
    }
    case 'disc':
      return createDisc(given.radius);
    case 'halfspace':
      return createHalfspace(given.normal);
    case 'segment':
      return createSegment(given.start, given.end);
    case 'point':
      return createPoint();
  }
}

function massOf(given: BodyDocument, shape: PlanarShape, path: JsonPath, fail: Fail): PlanarMassProperties {
  const { motion, mass, inertia, density } = given;
  if (motion !== 'free')
    return { mass: Number.POSITIVE_INFINITY, inertia: Number.POSITIVE_INFINITY, centroid: createVec3() };
  if (mass !== undefined && inertia !== undefined) return { mass, inertia, centroid: createVec3() };
  const found =
    density === undefined
      ? spreadMass(shape, mass ?? 0)
      : orFail(() => planarMass(shape, density), [...path, 'density'], fail);
  if (!(found.mass > 0 && found.inertia > 0)) {
    fail([...path, 'shape'], 'is too thin or too small for its mass and inertia to be computed');
  }
  return { ...found, centroid: isCentred(found.centroid, shape) ? createVec3() : found.centroid };
}

/** Inertia of a uniformly distributed mass. A point has infinite inertia: contacts cannot rotate it. */
function spreadMass(shape: PlanarShape, mass: number): PlanarMassProperties {
  if (shape.kind === 'point') return { mass, centroid: createVec3(), inertia: Number.POSITIVE_INFINITY };
  if (shape.kind === 'segment') return rodMass(shape, mass);
  const unit = planarMass(shape, 1);
  return { mass, centroid: unit.centroid, inertia: mass * (unit.inertia / unit.mass) };
}

function rodMass({ start, end }: Segment, mass: number): PlanarMassProperties {
  const length = lengthVec3(subVec3(createVec3(), end, start));
  const centroid = createVec3((start.x + end.x) / 2, (start.y + end.y) / 2);
  return { mass, centroid, inertia: (mass * length * length) / 12 };
}

function isCentred(centroid: ReadonlyVec3, shape: PlanarShape): boolean {
  if (shape.kind !== 'polygon') return lengthVec3(centroid) === 0;
  const size = shape.vertices.reduce((largest, coordinate) => Math.max(largest, Math.abs(coordinate)), 0);
  return lengthVec3(centroid) <= CENTRED * size;
}

function shiftShape(shape: PlanarShape, origin: ReadonlyVec3): PlanarShape {
  if (origin.x === 0 && origin.y === 0) return shape;
  if (shape.kind === 'polygon') return shiftPolygon(shape, origin);
  if (shape.kind === 'segment') {
    const { start, end } = shape;
    return createSegment([start.x - origin.x, start.y - origin.y], [end.x - origin.x, end.y - origin.y]);
  }
  return shape;
}

function shiftPolygon({ vertices }: Polygon, origin: ReadonlyVec3): Polygon {
  return polygonFromPacked(vertices.map((coordinate, i) => coordinate - (i % 2 === 0 ? origin.x : origin.y)));
}
