import { createVec3, crossVec3, dotVec3, normalizeVec3, type ReadonlyVec3, type Vec3 } from '../../math/vec3.ts';
import { type BodySurface, surfacePositions } from '../../record/body-surfaces.ts';
import type { Recording } from '../../record/recorder.ts';
import type { Scene } from '../../scene/scene.ts';
import type { Raster, RasterPoint } from './raster.ts';

/** A parallel projection that shows all motion; it follows bodies that travel far. */
export interface FrameCamera {
  /** Unit vectors: right, up, toward the viewer. */
  readonly axes: readonly [ReadonlyVec3, ReadonlyVec3, ReadonlyVec3];
  /** Samples per metre. */
  readonly scale: number;
  /** Depth of the bodies [m]. */
  readonly depth: number;
  /** Projects a point in a frame. */
  project(frame: number, x: number, y: number, z: number): RasterPoint;
}

/** Margin around all motion, as a fraction of the picture. */
const MARGIN = 0.07;
/** Bodies that travel farther than this, relative to the space that they occupy at a time, are followed. */
const FAR = 3;
/** Frames that are examined. */
const MAX_FRAMES = 200;

type Bounds = { readonly low: number[]; readonly high: number[] };

export function createFrameCamera(
  scene: Scene,
  recording: Recording,
  surfaces: readonly BodySurface[],
  { columns, rows }: Raster,
): FrameCamera {
  const axes = viewAxes(scene, surfaces);
  const shown = shownBodies(scene, surfaces);
  const count = recording.ledger.rowCount;
  const step = Math.max(1, Math.ceil(count / MAX_FRAMES));
  const bounds = new Map<number, Bounds>();
  const boundsAt = (frame: number) => boundsOf(recording, surfaces, shown, axes, frame);
  for (let frame = 0; frame < count; frame += step) bounds.set(frame, boundsAt(frame));
  const total = union([...bounds.values()]);
  const largest = [0, 1, 2].map((k) => Math.max(...[...bounds.values()].map(({ low, high }) => high[k] - low[k])));
  const size = total.high.map((high, k) => high - total.low[k]);
  const follows = Math.max(size[0], size[1]) > FAR * Math.max(largest[0], largest[1], 1e-9);
  const [width, height, depth] = follows ? largest : size;
  const room = 1 - 2 * MARGIN;
  const scale = room * Math.min(columns / Math.max(width, 1e-9), rows / Math.max(height, 1e-9));
  let last: { frame: number; center: number[] } | undefined;
  const centerAt = (frame: number) => {
    if (last?.frame === frame) return last.center;
    const { low, high } = follows ? boundsAt(frame) : total;
    last = { frame, center: low.map((value, k) => 0.5 * (value + high[k])) };
    return last.center;
  };
  return {
    axes,
    scale,
    depth: Math.max(depth, width, height),
    project(frame, x, y, z) {
      const [cx, cy, cz] = centerAt(frame);
      const [right, up, back] = axes.map((axis) => axis.x * x + axis.y * y + axis.z * z);
      return [columns / 2 + scale * (right - cx), rows / 2 - scale * (up - cy), back - cz];
    },
  };
}

/** Bodies with an extent; half-spaces only if there is nothing else. */
function shownBodies(scene: Scene, surfaces: readonly BodySurface[]): number[] {
  const all = Array.from(surfaces.keys());
  const bounded = all.filter((body) => !isHalfspace(scene, body));
  return bounded.length > 0 ? bounded : all;
}

export function isHalfspace(scene: Scene, body: number): boolean {
  const given = scene.bodies[body];
  return 'shape' in given && given.shape.kind === 'halfspace';
}

/** Planar worlds from above; others from the front, slightly from the right and above. */
function viewAxes(scene: Scene, surfaces: readonly BodySurface[]): [Vec3, Vec3, Vec3] {
  const isFlat = surfaces.every(({ positions }) => positions.every((value, k) => k % 3 !== 2 || value === 0));
  if (scene.world === 'planar' || (scene.world === 'smooth' && isFlat)) {
    return [createVec3(1, 0, 0), createVec3(0, 1, 0), createVec3(0, 0, 1)];
  }
  const upward = upOf(scene);
  const front = Math.abs(upward.y) > 0.5 ? createVec3(0, 0, 1) : createVec3(0, -1, 0);
  const side = crossVec3(createVec3(), upward, front);
  const back = createVec3(
    front.x + 0.45 * side.x + 0.42 * upward.x,
    front.y + 0.45 * side.y + 0.42 * upward.y,
    front.z + 0.45 * side.z + 0.42 * upward.z,
  );
  normalizeVec3(back, back);
  const right = crossVec3(createVec3(), upward, back);
  normalizeVec3(right, right);
  return [right, crossVec3(createVec3(), back, right), back];
}

/** The axis against gravity, else z. */
function upOf(scene: Scene): Vec3 {
  const gravity = 'forces' in scene ? scene.forces.gravity : createVec3();
  const names = ['x', 'y', 'z'] as const;
  const main = names.reduce((best, name) => (Math.abs(gravity[name]) > Math.abs(gravity[best]) ? name : best), 'z');
  const up = createVec3();
  up[main] = gravity[main] > 0 ? -1 : 1;
  return up;
}

function boundsOf(
  recording: Recording,
  surfaces: readonly BodySurface[],
  shown: readonly number[],
  axes: readonly ReadonlyVec3[],
  frame: number,
): Bounds {
  const low = [0, 0, 0].fill(Number.POSITIVE_INFINITY);
  const high = [0, 0, 0].fill(Number.NEGATIVE_INFINITY);
  const point = createVec3();
  for (const body of shown) {
    const positions = surfacePositions(recording, surfaces, body, frame);
    for (let i = 0; i < positions.length; i += 3) {
      [point.x, point.y, point.z] = [positions[i], positions[i + 1], positions[i + 2]];
      for (let k = 0; k < 3; k++) {
        const along = dotVec3(axes[k], point);
        low[k] = Math.min(low[k], along);
        high[k] = Math.max(high[k], along);
      }
    }
  }
  return { low, high };
}

function union(bounds: readonly Bounds[]): Bounds {
  return {
    low: [0, 1, 2].map((k) => Math.min(...bounds.map(({ low }) => low[k]))),
    high: [0, 1, 2].map((k) => Math.max(...bounds.map(({ high }) => high[k]))),
  };
}
