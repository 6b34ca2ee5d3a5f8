import * as THREE from 'three';
import { CURVE_JET, evaluateCurve, featureName, type TiledBody } from '../../../src/entries/nurbs.ts';
import { voronoiDiagram } from '../../../src/entries/tracking.ts';
import { type Shape, toWorld, vec3 } from '../../../src/index.ts';
import { themeColor } from '../../page/theme.ts';
import { createBody, disposeAll } from '../body-parts.ts';
import { drawFeature } from '../geometry/tiled-drawing.ts';
import { DETAILED } from '../overlays.ts';
import { poseIn } from '../placed.ts';
import { bodyIn, detailed, type Shown } from '../shown.ts';
import { createLineLayer, type OverlayLayer } from './line-layer.ts';

/** Length of rays between regions, as a fraction of the extent of the scene. */
const RAY = 0.25;

/** Boundaries of the Voronoi regions of planar bodies, outside and inside, and the features with the current closest points. */
export function createRegionLayer(): OverlayLayer {
  const rays = createLineLayer(
    () => themeColor('--good'),
    0.6,
    (shown) => regionRays(shown),
  );
  const features = new THREE.Group();
  const object = new THREE.Group();
  object.add(rays.object, features);
  return {
    object,
    show(shown) {
      rays.show(shown);
      disposeAll(features);
      features.clear();
      if (shown) for (const feature of activeFeatures(shown)) features.add(featureObject(shown, feature));
    },
    dispose() {
      rays.dispose();
      disposeAll(features);
    },
  };
}

export interface ActiveFeature {
  readonly body: number;
  readonly shape: TiledBody;
  readonly feature: number;
}

/** The features of tracked pairs, by name; bounds of an open patch (`f.u0`) belong to its face. */
export function activeFeatures({ recorded: { recording, scene }, frame }: Shown): ActiveFeature[] {
  const { tracking, features, ledger } = recording;
  if (scene.world !== 'smooth' || tracking === undefined || features === undefined) return [];
  const { bodyA, bodyB, featureA, featureB } = tracking.columns;
  const count = tracking.rowCount / ledger.rowCount;
  const rows = Array.from({ length: count }, (_, pair) => frame * count + pair);
  return rows.flatMap((row) =>
    [
      [bodyA[row], featureA[row]],
      [bodyB[row], featureB[row]],
    ].flatMap(([body, name]): ActiveFeature[] => {
      const { shape } = scene.bodies[body];
      if (shape.kind !== 'tiled') return [];
      const feature = featureByName(shape, features[name]);
      return feature < 0 ? [] : [{ body, shape, feature }];
    }),
  );
}

function featureByName(shape: TiledBody, label: string): number {
  const count = shape.faces.length + shape.edges.length + shape.vertices.length;
  const names = Array.from({ length: count }, (_, feature) => featureName(shape, feature));
  const exact = names.indexOf(label);
  return exact >= 0 ? exact : names.findIndex((name) => label.startsWith(name));
}

function featureObject({ recorded, frame }: Shown, { body, shape, feature }: ActiveFeature): THREE.Object3D {
  const group = createBody(drawFeature(shape, feature), themeColor('--good'), 1);
  const { position: p, rotation: r } = poseIn(recorded.recording, frame, body);
  group.matrixAutoUpdate = false;
  group.matrix.set(r.xx, r.xy, r.xz, p.x, r.yx, r.yy, r.yz, p.y, r.zx, r.zy, r.zz, p.z, 0, 0, 0, 1);
  group.traverse((part) => {
    part.renderOrder = 4;
    part.raycast = () => {};
    if (part instanceof THREE.Mesh && part.material instanceof THREE.Material) part.material.polygonOffsetFactor = -1;
  });
  return group;
}

function regionRays(shown: Shown): number[] {
  return detailed(shown, DETAILED.regions).flatMap((body) => {
    const placed = bodyIn(shown, body);
    if (placed === undefined) return [];
    const at = (x: number, y: number) => {
      const world = toWorld(vec3(), placed.pose, vec3(x, y, 0));
      return [world.x, world.y, world.z];
    };
    const length = RAY * shown.size;
    const rays = cornerNormals(placed.shape).flatMap(({ x, y, nx, ny }) => [
      ...at(x, y),
      ...at(x + length * nx, y + length * ny),
    ]);
    return [...rays, ...medialLines(placed.shape).flatMap(([x, y]) => at(x, y))];
  });
}

const medialAxes = new WeakMap<TiledBody, readonly (readonly [number, number])[]>();

/** The medial axis of a convex planar body, where the regions meet inside, as pairs of points; none for other shapes. Computed once. */
function medialLines(shape: Shape): readonly (readonly [number, number])[] {
  if (shape.kind !== 'tiled' || shape.dimension !== 2 || !shape.convex || !shape.closed) return [];
  const known = medialAxes.get(shape);
  if (known !== undefined) return known;
  const lines = voronoiDiagram(shape, { samples: 24 }).branches.flatMap(({ points }) =>
    Array.from({ length: points.length / 2 - 1 }, (_, k) => [
      [points[2 * k], points[2 * k + 1]] as const,
      [points[2 * k + 2], points[2 * k + 3]] as const,
    ]).flat(),
  );
  medialAxes.set(shape, lines);
  return lines;
}

interface CornerNormal {
  readonly x: number;
  readonly y: number;
  readonly nx: number;
  readonly ny: number;
}

/** At every vertex of an outline the outward normals of its two sides: the region of the vertex is between them. */
function cornerNormals(shape: Shape): CornerNormal[] {
  if (shape.kind === 'polygon') {
    const { vertices: v } = shape;
    const count = v.length / 2;
    return Array.from({ length: count }, (_, i) => {
      const j = (i + 1) % count;
      return sideNormals(
        v[2 * i],
        v[2 * i + 1],
        v[2 * j],
        v[2 * j + 1],
        v[2 * i],
        v[2 * i + 1],
        v[2 * j],
        v[2 * j + 1],
      );
    }).flat();
  }
  if (shape.kind !== 'tiled' || shape.dimension !== 2) return [];
  return shape.edges.flatMap(({ curve }) => [curveNormal(curve, 0), curveNormal(curve, 1)]);
}

/** The outward normal of a curve at one of its ends: exact, from its tangent. */
function curveNormal(curve: TiledBody['edges'][number]['curve'], end: 0 | 1): CornerNormal {
  const [x, y, , tx, ty] = evaluateCurve(new Float64Array(CURVE_JET), curve, end);
  const length = Math.hypot(tx, ty);
  return { x, y, nx: ty / length, ny: -tx / length };
}

/** The outward normal of the side from (x0, y0) to (x1, y1), counter-clockwise, at two points. */
function sideNormals(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): CornerNormal[] {
  const length = Math.hypot(x1 - x0, y1 - y0);
  const [nx, ny] = [(y1 - y0) / length, (x0 - x1) / length];
  return [
    { x: ax, y: ay, nx, ny },
    { x: bx, y: by, nx, ny },
  ];
}
