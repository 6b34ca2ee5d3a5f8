import { createMat3 } from '../../src/math/mat3.ts';
import { createPose, type Pose } from '../../src/math/pose.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { createVec3, type ReadonlyVec3 } from '../../src/math/vec3.ts';
import type { Brep } from '../../src/shapes/brep/brep.ts';
import { createDisc } from '../../src/shapes/disc.ts';
import { createEllipsoid } from '../../src/shapes/ellipsoid.ts';
import { createHalfspace } from '../../src/shapes/halfspace.ts';
import { createIcosphere } from '../../src/shapes/icosphere.ts';
import { createSurfaceMesh } from '../../src/shapes/mesh.ts';
import { createPoint } from '../../src/shapes/point.ts';
import { createPolygon } from '../../src/shapes/polygon.ts';
import { createSegment } from '../../src/shapes/segment.ts';
import type { Shape, ShapeKind } from '../../src/shapes/shape.ts';
import type { TiledBody } from '../../src/shapes/tiled/tiled-body.ts';
import { transformTiledBody } from '../../src/shapes/tiled/transform-tiled-body.ts';
import { createTrimesh } from '../../src/shapes/trimesh.ts';
import { makeTube } from '../brep-bodies.ts';
import { bumpyBall, drawCompound, ringMesh } from '../docked-bodies.ts';
import { drawSolid } from '../solids.ts';
import { randomTiledBody } from '../tiled-bodies.ts';

/** A body and where it is. */
export interface Placed {
  readonly shape: Shape;
  readonly pose: Pose;
}

/** How bodies are drawn: their size [m], how far their places are spread in sizes, and what else is special about them. */
export interface Configuration {
  readonly size: number;
  readonly spread: number;
  /** B is this many sizes farther away. */
  readonly apart?: number;
  /** Both are this far from the origin of the world [m]. */
  readonly shift?: number;
  /** Rotated by multiples of 90° and positioned on a grid: flat and straight parts are parallel. */
  readonly aligned?: boolean;
  /** B is moved until the bodies touch. */
  readonly touching?: boolean;
}

export const configurations: Readonly<Record<string, Configuration>> = {
  random: { size: 1, spread: 2 },
  touching: { size: 1, spread: 2, touching: true },
  deep: { size: 1, spread: 0.2 },
  flat: { size: 1, spread: 2, aligned: true },
  tiny: { size: 1e-9, spread: 1.5 },
  huge: { size: 1e9, spread: 1.5 },
  'far apart': { size: 1, spread: 1, apart: 1e6 },
  'far from the origin': { size: 1, spread: 1.5, shift: 1e6 },
};

/** The length that rounding is measured against [m]. */
export function sizeOf({ size, spread, apart = 0, shift = 0 }: Configuration): number {
  return size * (2 + 2 * spread + apart) + shift;
}

/** A shape of about the size `k` [m], one of the plane if `planar`. */
export function drawShape(random: Random, kind: ShapeKind, k: number, planar: boolean): Shape {
  const coordinate = () => k * random.between(-1, 1);
  switch (kind) {
    case 'point':
      return createPoint();
    case 'segment': {
      const end = () => (planar ? [coordinate(), coordinate()] : [coordinate(), coordinate(), coordinate()]);
      return createSegment(end(), end());
    }
    case 'disc':
      return createDisc(k * random.between(0.2, 1));
    case 'halfspace': {
      const normal = [random.normal(), random.normal(), random.normal()];
      return createHalfspace(planar ? normal.slice(1) : normal);
    }
    case 'polygon':
      return drawPolygon(random, k);
    case 'ellipsoid': {
      const shear = random.below(3) === 0 ? { ...createMat3(), xy: 0.4, yz: -0.3 } : createMat3();
      return createEllipsoid(
        [1, 2, 3].map(() => k * random.between(0.2, 1)),
        shear,
      );
    }
    case 'tiled':
      return drawTiled(random, k, planar ? 2 : 3);
    case 'compound':
      return drawCompound(random, k, 1 + random.below(4));
    case 'brep':
      return drawBrep(random, k);
    case 'trimesh':
      return drawTrimesh(random, k);
    default:
      return drawSolid(random, kind, k);
  }
}

const breps = new Map<number, Brep>();

/** A tube of the given size, one for each size. */
function drawBrep(_random: Random, k: number): Brep {
  let body = breps.get(k);
  if (body === undefined) {
    body = makeTube(k);
    breps.set(k, body);
  }
  return body;
}

/** Every third one a star with dents, the others convex. */
function drawPolygon(random: Random, k: number): Shape {
  const inner = random.below(3) === 0 ? 0.4 : 1;
  const count = 3 + random.below(10);
  const corner = (_: unknown, i: number) => {
    const angle = (2 * Math.PI * (i + 0.6 * random.next())) / count;
    const radius = k * random.between(inner, 1);
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  };
  return createPolygon(Array.from({ length: count }, corner));
}

/** Smooth bodies keep tables for their queries: a few of each size are made and drawn again. */
const POOL = 12;
const pools = new Map<string, TiledBody[]>();

function drawTiled(random: Random, k: number, dimension: 2 | 3): TiledBody {
  const key = `${dimension} ${k}`;
  const pool = pools.get(key) ?? [];
  pools.set(key, pool);
  const place = random.below(POOL);
  pool[place] ??= transformTiledBody(
    randomTiledBody(createRandom(place + 1), dimension).body,
    createMat3(k, k, k),
    createVec3(),
  );
  return pool[place];
}

/** Triangle meshes: spheres, smooth and with dents; a ring; an open sheet. */
function drawTrimesh(random: Random, k: number): Shape {
  switch (random.below(4)) {
    case 0:
      return createTrimesh(createIcosphere(k * random.between(0.4, 1), random.below(2)));
    case 1:
      return bumpyBall(random, 0.7 * k, 1);
    case 2:
      return ringMesh(0.8 * k, 0.3 * k, 8, 5);
    default: {
      const height = () => 0.3 * k * random.normal();
      const positions = [-1, 0, 1].flatMap((x) => [-1, 0, 1].flatMap((y) => [k * x, k * y, height()]));
      const quads = [0, 3, 4, 1, 1, 4, 5, 2, 3, 6, 7, 4, 4, 7, 8, 5];
      return createTrimesh(createSurfaceMesh({ positions, quads }));
    }
  }
}

function poseIn(random: Random, planar: boolean, spread: number, shift: number, apart: number, aligned: boolean): Pose {
  const coordinate = () => {
    const value = spread * random.between(-1, 1);
    return shift + (aligned ? (spread * Math.round((4 * value) / spread)) / 4 : value);
  };
  const position = planar ? [coordinate(), coordinate()] : [coordinate(), coordinate(), coordinate()];
  position[0] += apart;
  if (planar) return createPose(position, aligned ? (Math.PI / 2) * random.below(4) : random.between(-4, 4));
  const quarter = () => random.below(3) - 1;
  const rotation = aligned ? [1, quarter(), 0, 0] : [1, 2, 3, 4].map(() => random.normal());
  return createPose(position, aligned && random.below(2) === 0 ? [rotation[0], 0, 0, rotation[1]] : rotation);
}

/** Two bodies in a configuration, before they are made to touch. */
export function drawPair(
  random: Random,
  kinds: readonly [ShapeKind, ShapeKind],
  { size, spread, apart = 0, shift = 0, aligned = false }: Configuration,
  planar: boolean,
): [Placed, Placed] {
  const [a, b] = kinds.map(
    (kind, i): Placed => ({
      shape: drawShape(random, kind, size, planar),
      pose: poseIn(random, planar, size * spread, shift, i * apart * size, aligned),
    }),
  );
  return [a, kinds[0] === 'halfspace' ? facing(a, b) : b];
}

/** Half-spaces have a distance only if they face each other: the normal of B's is opposite to A's. */
function facing(a: Placed, b: Placed): Placed {
  if (a.shape.kind !== 'halfspace') return b;
  const { x, y, z } = a.shape.normal;
  const shape = createHalfspace(z === 0 ? [-x, -y] : [-x, -y, -z]);
  return { shape, pose: { position: b.pose.position, rotation: a.pose.rotation } };
}

/** The same body farther along a direction. */
export function moved({ shape, pose }: Placed, direction: ReadonlyVec3, way: number): Placed {
  const { x, y, z } = pose.position;
  const position = createVec3(x + way * direction.x, y + way * direction.y, z + way * direction.z);
  return { shape, pose: { position, rotation: pose.rotation } };
}
