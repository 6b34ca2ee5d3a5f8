import * as THREE from 'three';
import { mat3FromRows, toBody, transformVec3, vec3 } from '../../../src/index.ts';
import type { Recorded } from '../../session/session.ts';
import { createActor } from '../../view/create-actor.ts';
import { framingOf, groundLevel, midpointOf, upOf } from '../../view/first-camera.ts';
import { fitBoxes, HALF_FIELD } from '../../view/fit-boxes.ts';
import { groundAxes } from '../../view/lighting.ts';
import { createSeeThrough } from '../../view/see-through.ts';
import { type Facet, partsOf } from './actor-parts.ts';
import { indexedPng } from './indexed-png.ts';
import { drawMoment } from './moment-marks.ts';
import { blend, createRaster, drawLine, fillTriangle, halved, type Raster, type Vertex } from './raster.ts';
import { tellingFrame } from './telling-moment.ts';

/** Size of the picture [px]. */
const WIDTH = 320;
const HEIGHT = 200;
/** Directions to look from: forward, right and up; the first is that of the view. The one that shows most of all bodies is chosen. */
const DIRECTIONS = [
  [1, 0.5, 0.52],
  [1, -0.5, 0.52],
  [1, 0.35, 0.95],
  [0.5, 1, 0.52],
  [-0.5, 1, 0.6],
] as const;
/** Another direction must show this much more than the first one. */
const BETTER = 1.06;

/** A picture of a world in space at its most telling moment, drawn as the view draws it; transparent where nothing is. */
export function renderCard(recorded: Recorded): Buffer {
  const { recording, scene } = recorded;
  const frame = tellingFrame(recording, scene);
  const framing = framingOf(recorded);
  const actor = createActor(recorded, framing.size, midpointOf(framing, 0));
  actor.show(frame);
  const { facets } = partsOf(actor.object);
  const views = DIRECTIONS.map((direction) => aim(recorded, facets, direction));
  const scores = views.map((view) => visibility(view, facets));
  const best = scores.indexOf(Math.max(...scores));
  const view = views[scores[best] > BETTER * scores[0] ? best : 0];
  createSeeThrough().update(recorded, actor, view.camera, true);
  const raster = createRaster(2 * WIDTH, 2 * HEIGHT);
  drawAll(raster, recorded, partsOf(actor.object), view, frame);
  actor.dispose();
  return indexedPng(halved(raster), WIDTH, HEIGHT);
}

/** A camera, and the projection to a raster. */
interface Aim {
  readonly camera: THREE.PerspectiveCamera;
  project(raster: Raster): (point: THREE.Vector3) => Vertex;
}

function aim(recorded: Recorded, facets: readonly Facet[], [f, r, u]: readonly [number, number, number]): Aim {
  const up = upOf(recorded);
  const [front, side] = groundAxes(up);
  const back = front.multiplyScalar(f).addScaledVector(side, r).addScaledVector(up, u).normalize();
  const right = new THREE.Vector3().crossVectors(up, back).normalize();
  const upward = new THREE.Vector3().crossVectors(back, right);
  const axes = mat3FromRows((['x', 'y', 'z'] as const).map((k) => [right[k], upward[k], back[k]]));
  const { center, height } = fitBoxes(boxesAlong(axes, facets), WIDTH / HEIGHT, 'perspective');
  const distance = height / (2 * Math.tan(HALF_FIELD));
  const target = transformVec3(vec3(), axes, vec3(...center));
  const camera = new THREE.PerspectiveCamera(
    (2 * HALF_FIELD * 180) / Math.PI,
    WIDTH / HEIGHT,
    distance / 100,
    10 * distance,
  );
  camera.position.set(target.x, target.y, target.z).addScaledVector(back, distance);
  camera.up.copy(up);
  camera.lookAt(target.x, target.y, target.z);
  camera.updateMatrixWorld(true);
  return {
    camera,
    project: (raster) => {
      const seen = new THREE.Vector3();
      return (point) => {
        // distance along the view as the depth; the projection divides by it
        const depth = -seen.copy(point).applyMatrix4(camera.matrixWorldInverse).z;
        seen.copy(point).project(camera);
        return [(0.5 + 0.5 * seen.x) * raster.width, (0.5 - 0.5 * seen.y) * raster.height, depth];
      };
    },
  };
}

/** Boxes of the bodies along axes: minimum x y z, maximum x y z of each. */
function boxesAlong(axes: ReturnType<typeof mat3FromRows>, facets: readonly Facet[]): Float64Array {
  const boxes = new Map<number, number[]>();
  const origin = { position: vec3(), rotation: axes };
  for (const { points, body } of facets) {
    const box = boxes.get(body) ?? [
      ...Array(3).fill(Number.POSITIVE_INFINITY),
      ...Array(3).fill(Number.NEGATIVE_INFINITY),
    ];
    boxes.set(body, box);
    for (const point of points) {
      const { x, y, z } = toBody(vec3(), origin, point);
      for (const [k, value] of [x, y, z].entries()) {
        box[k] = Math.min(box[k], value);
        box[k + 3] = Math.max(box[k + 3], value);
      }
    }
  }
  return Float64Array.from([...boxes.values()].flat());
}

/** How much of all bodies is visible in a small picture: square roots, so that each counts. */
function visibility(view: Aim, facets: readonly Facet[]): number {
  const raster = createRaster(WIDTH / 4, HEIGHT / 4);
  const project = view.project(raster);
  for (const { points, body } of facets) {
    const [a, b, c] = points.map(project);
    fillTriangle(raster, a, b, c, (pixel, depth) => {
      if (depth >= raster.depths[pixel]) return;
      raster.depths[pixel] = depth;
      raster.bodies[pixel] = body;
    });
  }
  const counts = new Map<number, number>();
  for (const body of raster.bodies) if (body >= 0) counts.set(body, (counts.get(body) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum + Math.sqrt(count), 0);
}

const SHADOW = 0.22;
const INK = [27, 29, 31] as const;
const WALL = [128, 132, 136] as const;

function drawAll(
  raster: Raster,
  recorded: Recorded,
  { facets, strokes }: ReturnType<typeof partsOf>,
  view: Aim,
  frame: number,
): void {
  const project = view.project(raster);
  const up = upOf(recorded);
  const [front, right] = groundAxes(up);
  const sun = up.clone().multiplyScalar(1.5).addScaledVector(front, 0.55).addScaledVector(right, -0.8).normalize();
  drawShadows(raster, facets, project, up, sun, groundLevel(recorded));
  for (const facet of facets) shade(raster, facet, project, view.camera.position, up, sun);
  const bias = 0.0006 * view.camera.far;
  for (const { from, to, opacity, isWall } of strokes) {
    const color = isWall ? WALL : INK;
    drawLine(raster, project(from), project(to), color, (isWall ? 0.8 : 0.75) * opacity, isWall ? 2 : 1, bias);
  }
  drawMoment(raster, recorded, frame, project);
}

/** Where a triangle keeps the light of the sun from the ground. */
function drawShadows(
  raster: Raster,
  facets: readonly Facet[],
  project: (point: THREE.Vector3) => Vertex,
  up: THREE.Vector3,
  sun: THREE.Vector3,
  level: number,
): void {
  const isDark = new Uint8Array(raster.width * raster.height);
  const fall = (point: THREE.Vector3) =>
    point.clone().addScaledVector(sun, -Math.max(0, point.dot(up) - level) / sun.dot(up));
  for (const { points } of facets) {
    const [a, b, c] = points.map((point) => project(fall(point)));
    fillTriangle(raster, a, b, c, (pixel) => {
      isDark[pixel] = 1;
    });
  }
  for (let pixel = 0; pixel < isDark.length; pixel++) if (isDark[pixel]) blend(raster, pixel, [0, 0, 0], SHADOW);
}

/** The light of the view: from all sides, from the sky, from the sun and from the camera. */
function shade(
  raster: Raster,
  { points, normals, color, body, cut }: Facet,
  project: (point: THREE.Vector3) => Vertex,
  eye: THREE.Vector3,
  up: THREE.Vector3,
  sun: THREE.Vector3,
): void {
  const [a, b, c] = points.map(project);
  const lights = points.map((point, k) => {
    const toEye = eye.clone().sub(point).normalize();
    const normal = normals[k].clone().multiplyScalar(normals[k].dot(toEye) < 0 ? -1 : 1);
    const sky = 0.25 + 0.18 * normal.dot(up);
    return 0.24 + sky + 0.56 * Math.max(0, normal.dot(sun)) + 0.11 * Math.max(0, normal.dot(toEye));
  });
  const lit = new THREE.Color();
  fillTriangle(raster, a, b, c, (pixel, depth, u, v, w) => {
    if (depth >= raster.depths[pixel]) return;
    if (cut && u * cut[0] + v * cut[1] + w * cut[2] < 0) return;
    raster.depths[pixel] = depth;
    raster.bodies[pixel] = body;
    lit.copy(color).multiplyScalar(u * lights[0] + v * lights[1] + w * lights[2]);
    lit.convertLinearToSRGB();
    raster.pixels.set([255 * lit.r, 255 * lit.g, 255 * lit.b, 255], 4 * pixel);
  });
}
