import { readScene } from '../scene/read.ts';
import { SceneError } from '../scene/scene-error.ts';
import type { SmoothScene } from '../scene/smooth-scene.ts';
import type { SolidScene } from '../scene/solid-scene.ts';
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
const SOLID_KINDS: readonly unknown[] = ['hull', 'compound', 'trimesh'];
/** Names of shapes that differ between smooth bodies and solids. */
const SHARED_KINDS: readonly unknown[] = ['sphere', 'capsule', 'box', 'cylinder', 'cone'];

/** A shape with the keys of scenes: planar shapes, exact ellipsoids, and those of the given `world`. */
export function shapeAt(body: Fields, path: string, world: ShapeWorld = 'smooth'): Shape {
  const shape = fieldsAt(body, 'shape', path);
  const location = `${path}.shape`;
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

/** Reads it as part of a scene: the same keys, the same checks. */
function sceneShape(shape: Fields, location: string, world: ShapeWorld): Shape {
  const document = {
    world,
    title: 'shape',
    description: 'A body at rest.',
    bodies: [{ name: 'A', shape, motion: 'fixed' }],
    time: { end: 1 },
  };
  try {
    const { bodies } = readScene(JSON.stringify(document), 'shape') as SmoothScene | SolidScene;
    return bodies[0].shape;
  } catch (error) {
    if (!(error instanceof SceneError)) throw error;
    const missing = error.expected.startsWith('is missing');
    const path = error.path.replace('bodies[0].shape', location);
    const expected = error.expected.replace('"bodies[0]', `"${location.replace(/\.shape$/, '')}`);
    throw new QueryError(
      path,
      missing ? undefined : (error.value ?? shape),
      missing ? 'a value' : inQueries(expected),
      error.expected.startsWith('is not a known key') ? `${path}: ${expected}` : undefined,
    );
  }
}

/** The expectation of the scene reader, reworded for queries, which support two more kinds. */
function inQueries(expected: string): string {
  if (expected.startsWith('must be one of "point"')) return expected.replace('must be', 'segment, halfspace or');
  if (expected.startsWith('is not a known key')) return expected.replace('is not', '').trim();
  return expected.startsWith('must be ') ? expected.slice('must be '.length) : `something else, it ${expected}`;
}
