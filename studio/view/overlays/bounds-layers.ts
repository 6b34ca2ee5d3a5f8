import * as THREE from 'three';
import { ConvexGeometry } from 'three/addons/geometries/ConvexGeometry.js';
import {
  convexHull2,
  createAabb,
  createKdop,
  createObb,
  fitKdop,
  fitObb3,
  KDOP_DIRECTIONS,
  type Kdop,
  type ReadonlyAabb,
  shapeAabb,
  shapeRadius,
  transformObb,
} from '../../../src/entries/bounds.ts';
import { pose as createPose, type Pose, type Shape, toWorld, vec3 } from '../../../src/index.ts';
import { themeColor } from '../../page/theme.ts';
import { drawShape } from '../geometry/draw-shape.ts';
import { DETAILED } from '../overlays.ts';
import { detailed, finiteBodyIn, type Shown } from '../shown.ts';
import { createLineLayer, type OverlayLayer } from './line-layer.ts';

const ROUND = 64;

type Pairs = number[];

/** Bounding volumes of one kind around every body of finite size. */
function boundsLayer(most: number, pairsOf: (shape: Shape, pose: Pose) => Pairs): OverlayLayer {
  const forBodies = (shown: Shown) =>
    detailed(shown, most).flatMap((body) => {
      const placed = finiteBodyIn(shown, body);
      return placed ? pairsOf(placed.shape, placed.pose) : [];
    });
  return createLineLayer(() => themeColor('--bound'), 0.9, forBodies);
}

/** The lines of each bounding volume of a body of finite size, as pairs of points. */
export const BOUND_LINES = {
  boxes: (shape: Shape, pose: Pose) => boxEdges(shapeAabb(createAabb(), shape, pose), createPose()),
  'oriented-boxes': orientedBox,
  spheres: (shape: Shape, { position: p }: Pose) => ballCircles([p.x, p.y, p.z], shapeRadius(shape), isFlat(shape)),
  dops: (shape: Shape, pose: Pose) => dopEdges(worldPoints(shape, pose), isFlat(shape)),
  hulls: (shape: Shape, pose: Pose) => hullEdges(worldPoints(shape, pose), isFlat(shape)),
} as const;

export const createBoxLayer = () => boundsLayer(DETAILED.boxes, BOUND_LINES.boxes);

export const createOrientedBoxLayer = () => boundsLayer(DETAILED['oriented-boxes'], BOUND_LINES['oriented-boxes']);

export const createSphereLayer = () => boundsLayer(DETAILED.spheres, BOUND_LINES.spheres);

export const createDopLayer = () => boundsLayer(DETAILED.dops, BOUND_LINES.dops);

export const createHullLayer = () => boundsLayer(DETAILED.hulls, BOUND_LINES.hulls);

/** In body axes; for a deforming surface, the smallest box with a side on a face of its hull. */
function orientedBox(shape: Shape, pose: Pose): Pairs {
  if (shape.kind !== 'trimesh') return boxEdges(shapeAabb(createAabb(), shape, createPose()), pose);
  const box = transformObb(createObb(), fitObb3(createObb(), shape.positions), pose);
  const { x, y, z } = box.halfExtents;
  const half = { min: vec3(-x, -y, -z), max: vec3(x, y, z) };
  return boxEdges(half, { position: box.center, rotation: box.rotation });
}

/** Planar bodies, in z = const. */
function isFlat(shape: Shape): boolean {
  return (
    ['point', 'segment', 'disc', 'polygon'].includes(shape.kind) || (shape.kind === 'tiled' && shape.dimension === 2)
  );
}

/** The twelve edges of a box in the axes of a pose; a flat box has four, drawn several times. */
function boxEdges({ min, max }: ReadonlyAabb, pose: Pose): Pairs {
  const corner = (k: number) => {
    const { x, y, z } = toWorld(
      vec3(),
      pose,
      vec3(k & 1 ? max.x : min.x, k & 2 ? max.y : min.y, k & 4 ? max.z : min.z),
    );
    return [x, y, z];
  };
  const edges = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) =>
    [1, 2, 4].filter((bit) => (k & bit) === 0).map((bit) => [k, k | bit]),
  );
  return edges.flatMap(([a, b]) => [...corner(a), ...corner(b)]);
}

function ballCircles(center: readonly number[], radius: number, flat: boolean): Pairs {
  const planes = flat
    ? [[0, 1]]
    : [
        [0, 1],
        [1, 2],
        [2, 0],
      ];
  const pairs: Pairs = [];
  for (const [u, v] of planes) {
    for (let i = 0; i < ROUND; i++) {
      for (const angle of [i, i + 1].map((k) => (2 * Math.PI * k) / ROUND)) {
        const at = [...center];
        at[u] += radius * Math.cos(angle);
        at[v] += radius * Math.sin(angle);
        pairs.push(...at);
      }
    }
  }
  return pairs;
}

const ownPoints = new WeakMap<Shape, Float32Array>();

/** Points of the drawn surface, in world axes: volumes of round bodies are as accurate as the drawing. */
function worldPoints(shape: Shape, pose: Pose): number[] {
  let points = ownPoints.get(shape);
  if (points === undefined) {
    const { surface, edges, points: dots } = drawShape(shape, 1, true);
    points = Float32Array.from((surface ?? edges ?? dots)?.getAttribute('position').array ?? []);
    ownPoints.set(shape, points);
  }
  const world: number[] = [];
  const at = vec3();
  for (let i = 0; i < points.length; i += 3) {
    toWorld(at, pose, vec3(points[i], points[i + 1], points[i + 2]));
    world.push(at.x, at.y, at.z);
  }
  return world;
}

function hullEdges(points: readonly number[], flat: boolean): Pairs {
  if (!flat) {
    const corners = Array.from(
      { length: points.length / 3 },
      (_, i) => new THREE.Vector3(points[3 * i], points[3 * i + 1], points[3 * i + 2]),
    );
    return Array.from(new THREE.EdgesGeometry(new ConvexGeometry(corners), 12).getAttribute('position').array);
  }
  const planar = points.filter((_, k) => k % 3 < 2);
  if (planar.length < 6) return [...points];
  const { vertices } = convexHull2(Float64Array.from(planar));
  return ringPairs(Array.from(vertices), points[2]);
}

/** The outline through packed vertices xy xy ..., closed. */
function ringPairs(corners: readonly number[], z: number): Pairs {
  return Array.from({ length: corners.length / 2 }, (_, i) => {
    const j = (i + 1) % (corners.length / 2);
    return [corners[2 * i], corners[2 * i + 1], z, corners[2 * j], corners[2 * j + 1], z];
  }).flat();
}

function dopEdges(points: readonly number[], flat: boolean): Pairs {
  const planar = flat ? points.filter((_, k) => k % 3 < 2) : points;
  const kdop = fitKdop(createKdop(flat ? 8 : 14), Float64Array.from(planar));
  return flat ? planarDop(kdop, points[2]) : spatialDop(kdop);
}

interface Plane {
  readonly d: readonly number[];
  readonly offset: number;
}

/** { p : d·p ≤ offset } for every side of every slab. */
function planesOf({ planes, min, max }: Kdop): Plane[] {
  const directions = KDOP_DIRECTIONS[planes];
  return Array.from(min, (_, k) => {
    const d = Array.from(directions.subarray(3 * k, 3 * k + 3));
    return [
      { d, offset: max[k] },
      { d: d.map((value) => -value), offset: -min[k] },
    ];
  }).flat();
}

const SLACK = 1e-7;

function planarDop(kdop: Kdop, z: number): Pairs {
  const planes = planesOf(kdop).sort((p, q) => Math.atan2(p.d[1], p.d[0]) - Math.atan2(q.d[1], q.d[0]));
  const scale = SLACK * Math.max(...planes.map(({ offset }) => Math.abs(offset)));
  // vertices: intersections of neighbouring sides inside all others
  const corners = planes.flatMap((p, i) =>
    planes.slice(i + 1).flatMap((q) => {
      const det = p.d[0] * q.d[1] - p.d[1] * q.d[0];
      if (det === 0) return [];
      const at = [(p.offset * q.d[1] - q.offset * p.d[1]) / det, (p.d[0] * q.offset - q.d[0] * p.offset) / det];
      return planes.every(({ d, offset }) => d[0] * at[0] + d[1] * at[1] <= offset + scale) ? [at] : [];
    }),
  );
  const { vertices } = convexHull2(Float64Array.from(corners.flat()));
  return ringPairs(Array.from(vertices), z);
}

/** Vertices are intersections of three planes inside all others; the volume is their hull. */
function spatialDop(kdop: Kdop): Pairs {
  const planes = planesOf(kdop).map(({ d, offset }) => ({ d: new THREE.Vector3(...d), offset }));
  const scale = SLACK * Math.max(...planes.map(({ offset }) => Math.abs(offset)));
  const corners: THREE.Vector3[] = [];
  const [cross, at, other] = [new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3()];
  for (let i = 0; i < planes.length; i++) {
    for (let j = i + 1; j < planes.length; j++) {
      for (let k = j + 1; k < planes.length; k++) {
        const [p, q, r] = [planes[i], planes[j], planes[k]];
        const det = p.d.dot(cross.crossVectors(q.d, r.d));
        if (Math.abs(det) < 1e-9) continue;
        at.copy(cross).multiplyScalar(p.offset);
        at.addScaledVector(other.crossVectors(r.d, p.d), q.offset);
        at.addScaledVector(other.crossVectors(p.d, q.d), r.offset).divideScalar(det);
        if (planes.every(({ d, offset }) => d.dot(at) <= offset + scale)) corners.push(at.clone());
      }
    }
  }
  if (corners.length < 4) return [];
  return Array.from(new THREE.EdgesGeometry(new ConvexGeometry(corners), 5).getAttribute('position').array);
}
