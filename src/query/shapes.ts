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

/** Whose words shapes of space are written in: those of smooth bodies, or those of worlds of solids. */
export const SHAPE_WORLDS = ['smooth', 'solids'] as const;
export type ShapeWorld = (typeof SHAPE_WORLDS)[number];

/** Words that only worlds of solids know: they mean the same in every question. */
const SOLID_WORDS: readonly unknown[] = ['hull', 'compound', 'trimesh', 'halfspace'];
/** Words that smooth bodies and solids share, and mean different things by. */
const SHARED_WORDS: readonly unknown[] = ['sphere', 'capsule', 'box', 'cylinder', 'cone'];

/** A shape as scenes write it: those of the plane, exact ellipsoids, and those of scenes in space of one `world` or the other. */
export function shapeAt(body: Fields, path: string, world: ShapeWorld = 'smooth'): Shape {
  const shape = fieldsAt(body, 'shape', path);
  const place = `${path}.shape`;
  if (SOLID_WORDS.includes(shape.kind) || (world === 'solids' && SHARED_WORDS.includes(shape.kind))) {
    return sceneShape(shape, place, 'solids');
  }
  switch (shape.kind) {
    case 'point':
      return createPoint();
    case 'segment':
      return createSegment(numbersAt(shape, 'start', [2, 3], place), numbersAt(shape, 'end', [2, 3], place));
    case 'disc':
      return createDisc(positiveAt(shape, 'radius', place));
    case 'polygon':
      return polygonAt(shape, 'vertices', place);
    case 'halfspace':
      return createHalfspace(numbersAt(shape, 'normal', [2, 3], place));
    case 'ellipsoid':
      return createEllipsoid(numbersAt(shape, 'semiAxes', [3], place));
    default:
      return sceneShape(shape, place, 'smooth');
  }
}

/** Through the door of scenes: one vocabulary, one set of checks. */
function sceneShape(shape: Fields, place: string, world: ShapeWorld): Shape {
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
    const path = error.path.replace('bodies[0].shape', place);
    throw new QueryError(
      path,
      missing ? undefined : (error.value ?? shape),
      missing ? 'a value' : inQueries(error.expected),
      error.expected.startsWith('is not a known key') ? `${path}: ${error.expected}` : undefined,
    );
  }
}

/** What scenes expect, in the words of questions; they know two kinds more. */
function inQueries(expected: string): string {
  if (expected.startsWith('must be one of "point"')) return expected.replace('must be', 'segment, halfplane or');
  if (expected.startsWith('is not a known key')) return expected.replace('is not', '').trim();
  return expected.startsWith('must be ') ? expected.slice('must be '.length) : `something else, it ${expected}`;
}
