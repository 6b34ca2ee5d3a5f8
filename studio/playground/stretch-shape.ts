import type { ShapeDocument, Triple } from './play-state.ts';

/** Points and half-spaces have no size. */
export function hasSize({ kind }: ShapeDocument): boolean {
  return kind !== 'point' && kind !== 'halfspace';
}

/** A rounded body keeps this fraction of its smallest half extent outside the rounding. */
const LARGEST_ROUNDING = 0.98;

type Numbers = readonly number[];

/**
 * The shape scaled by a factor along each of its axes. Round shapes stay round: a radius follows the factor that differs most
 * from 1, that of a body of revolution those of x and y; compounds and spheres scale along all axes alike.
 */
export function stretchShape(shape: ShapeDocument, factors: Triple): ShapeDocument {
  const [sx, sy, sz] = factors;
  const all = strongest(factors);
  const round = strongest([sx, sy]);
  const read = (key: string) => shape[key] as number;
  const points = (key: string) => pointsOf(shape[key], factors);
  switch (shape.kind) {
    case 'sphere':
      return { ...shape, radius: read('radius') * all };
    case 'disc':
      return { ...shape, radius: read('radius') * round };
    case 'capsule':
    case 'cylinder':
      return { ...shape, radius: read('radius') * round, halfHeight: read('halfHeight') * sz };
    case 'cone':
      return {
        ...shape,
        ...scaledKeys(shape, ['radius', 'bottomRadius', 'topRadius'], round),
        halfHeight: read('halfHeight') * sz,
      };
    case 'box':
    case 'rounded-box':
    case 'rounded-rectangle':
      return stretchRounded(shape, factors);
    case 'ellipsoid':
    case 'superellipsoid':
    case 'ellipse':
      return { ...shape, semiAxes: points('semiAxes') };
    case 'hull':
    case 'trimesh':
    case 'polygon':
      return { ...shape, vertices: points('vertices') };
    case 'segment':
      return { ...shape, start: points('start'), end: points('end') };
    case 'hexahedron':
      return { ...shape, corners: points('corners') };
    case 'lens':
      return stretchLens(shape, factors);
    case 'revolution':
      return {
        ...shape,
        profile: mapped(shape['profile'], (piece) => ({ ...piece, points: pointsOf(piece['points'], [round, sz, 1]) })),
      };
    case 'extrusion':
      return {
        ...shape,
        outline: stretchShape(shape['outline'] as ShapeDocument, factors),
        halfHeight: read('halfHeight') * sz,
      };
    case 'smooth':
      return { ...shape, surface: stretchShape(shape['surface'] as ShapeDocument, factors) };
    case 'nurbs':
      return { ...shape, surfaces: withPoints(shape['surfaces'], factors) };
    case 'brep':
      return { ...shape, faces: withPoints(shape['faces'], factors) };
    case 'planar':
    case 'spatial':
    case 'patch':
      return stretchTiles(shape, factors);
    case 'compound':
      return stretchCompound(shape, all);
    default:
      return shape;
  }
}

function strongest(factors: Numbers): number {
  return factors.reduce((most, factor) => (Math.abs(Math.log(factor)) > Math.abs(Math.log(most)) ? factor : most), 1);
}

function scaledKeys(shape: ShapeDocument, keys: readonly string[], factor: number): Record<string, number> {
  const present = keys.filter((key) => typeof shape[key] === 'number');
  return Object.fromEntries(present.map((key) => [key, (shape[key] as number) * factor]));
}

/** A point, or lists of points. */
function pointsOf(given: unknown, factors: Triple): unknown {
  const list = given as readonly unknown[];
  return typeof list[0] === 'number'
    ? (list as Numbers).map((value, k) => value * factors[k])
    : list.map((item) => pointsOf(item, factors));
}

type Item = Readonly<Record<string, unknown>>;

function mapped(list: unknown, change: (item: Item) => Item): Item[] {
  return (list as readonly Item[]).map(change);
}

function withPoints(list: unknown, factors: Triple): Item[] {
  return mapped(list, (item) => ({ ...item, points: pointsOf(item['points'], factors) }));
}

function stretchRounded(shape: ShapeDocument, factors: Triple): ShapeDocument {
  const halfExtents = pointsOf(shape['halfExtents'], factors) as number[];
  if (typeof shape['radius'] !== 'number') return { ...shape, halfExtents };
  const used = factors.slice(0, halfExtents.length);
  const radius = used.every((factor) => factor === used[0]) ? shape['radius'] * used[0] : shape['radius'];
  return { ...shape, halfExtents, radius: Math.min(radius, LARGEST_ROUNDING * Math.min(...halfExtents)) };
}

function stretchLens(shape: ShapeDocument, factors: Triple): ShapeDocument {
  if (factors.every((factor) => factor === factors[0])) {
    return { ...shape, ...scaledKeys(shape, ['radius', 'offset'], factors[0]) };
  }
  return { ...shape, scale: pointsOf(shape['scale'] ?? [1, 1, 1], factors) };
}

function stretchTiles(shape: ShapeDocument, factors: Triple): ShapeDocument {
  const lists = ['faces', 'edges', 'curves'].filter((key) => shape[key] !== undefined);
  return {
    ...shape,
    ...Object.fromEntries(lists.map((key) => [key, withPoints(shape[key], factors)])),
    ...(shape['vertices'] !== undefined && {
      vertices: mapped(shape['vertices'], (vertex) => ({ ...vertex, point: pointsOf(vertex['point'], factors) })),
    }),
  };
}

function stretchCompound(shape: ShapeDocument, factor: number): ShapeDocument {
  const factors: Triple = [factor, factor, factor];
  const pieces = mapped(shape['pieces'], (piece) => ({
    ...piece,
    shape: stretchShape(piece['shape'] as ShapeDocument, factors),
    ...(piece['position'] !== undefined && { position: pointsOf(piece['position'], factors) }),
  }));
  return { ...shape, pieces };
}
