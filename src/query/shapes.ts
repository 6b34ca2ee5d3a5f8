import type { NodeSchema } from '../scene/check-schema.ts';
import { buildSmoothShape } from '../scene/resolve-smooth-shape.ts';
import { buildSolidShape } from '../scene/resolve-solid-shape.ts';
import { type Fail, formatPath, type JsonPath, orFail } from '../scene/scene-error.ts';
import { smoothShape } from '../scene/smooth-shape-schema.ts';
import { solidShape } from '../scene/solid-shape-schema.ts';
import { checkAgainst } from '../scene/validate.ts';
import { createDisc } from '../shapes/disc.ts';
import { createEllipsoid } from '../shapes/ellipsoid.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { createPoint } from '../shapes/point.ts';
import { createSegment } from '../shapes/segment.ts';
import type { Shape } from '../shapes/shape.ts';
import { fieldsAt, numbersAt, positiveAt, QueryError } from './fields.ts';
import { polygonAt } from './polygons.ts';
import type { Fields } from './query-operation.ts';

/** The world whose keys describe spatial shapes: smooth bodies or solids. */
export const SHAPE_WORLDS = ['smooth', 'solids'] as const;
export type ShapeWorld = (typeof SHAPE_WORLDS)[number];

/** Shapes of the world solids only: allowed in every query. */
const SOLID_KINDS: readonly unknown[] = ['hull', 'compound', 'trimesh', 'smooth', 'brep', 'mesh', 'cad'];
/** Keys of the body around a shape. */
const BODY_KEYS: readonly unknown[] = ['position', 'angle', 'rotation', 'velocity', 'angularVelocity', 'acceleration'];
/** Names of shapes that differ between smooth bodies and solids. */
const SHARED_KINDS: readonly unknown[] = ['sphere', 'capsule', 'box', 'cylinder', 'cone'];

/** A shape with the keys of scenes: planar shapes, exact ellipsoids, and those of the given `world`. */
export function shapeAt(body: Fields, path: string, world: ShapeWorld = 'smooth'): Shape {
  const shape = fieldsAt(body, 'shape', path);
  const location = path === '' ? 'shape' : `${path}.shape`;
  if (SOLID_KINDS.includes(shape.kind) || (world === 'solids' && SHARED_KINDS.includes(shape.kind))) {
    return sceneShape(shape, location, 'solids');
  }
  switch (shape.kind) {
    case 'point':
      return createPoint();
    case 'segment':
      return createSegment(numbersAt(shape, 'start', [2, 3], location), numbersAt(shape, 'end', [2, 3], location));
    case 'disc':
      return createDisc(positiveAt(shape, 'radius', location));
    case 'polygon':
      return polygonAt(shape, 'vertices', location);
    case 'halfspace':
      return createHalfspace(numbersAt(shape, 'normal', [2, 3], location));
    case 'ellipsoid':
      return createEllipsoid(numbersAt(shape, 'semiAxes', [3], location));
    default:
      return sceneShape(shape, location, 'smooth');
  }
}

/** Checked and built as in a scene file: the same keys, the same errors. */
function sceneShape(shape: Fields, location: string, world: ShapeWorld): Shape {
  const given = JSON.parse(JSON.stringify(shape));
  const fail: Fail = (path, expected) => rejectShape(given, path, expected, location);
  if (world === 'solids') {
    checkAgainst(solidShape as NodeSchema, given, fail);
    return buildSolidShape(given, [], fail);
  }
  checkAgainst(smoothShape as NodeSchema, given, fail);
  return orFail(() => buildSmoothShape(given), [], fail);
}

/** Reports an error of the scene reader about a shape at `location` of a query. */
export function rejectShape(shape: object, steps: JsonPath, expected: string, location: string): never {
  const inside = formatPath(steps);
  const path = inside === '' || inside.startsWith('[') ? location + inside : `${location}.${inside}`;
  if (expected.startsWith('is not a known key')) {
    const owner = location.slice(0, -'.shape'.length);
    const isOfBody = owner !== '' && BODY_KEYS.includes(steps.at(-1));
    const message = isOfBody ? `is not a known key, it belongs in "${owner}"` : expected;
    throw new QueryError(path, shape, message.replace('is not', '').trim(), `${path}: ${message}`);
  }
  if (expected.startsWith('is missing')) throw new QueryError(path, undefined, 'a value');
  const value = steps.reduce<unknown>((owner, step) => (owner as Record<string, unknown>)[step], shape);
  const reworded = inQueries(expected);
  if (reworded.startsWith('must be ')) throw new QueryError(path, value, reworded.slice('must be '.length));
  throw new QueryError(path, value, reworded, `${path}: ${reworded}`);
}

/** The expectation of the scene reader, reworded for queries, which support two more kinds. */
function inQueries(expected: string): string {
  return expected.startsWith('must be one of "point"')
    ? expected.replace('must be', 'must be segment, halfspace or')
    : expected;
}
