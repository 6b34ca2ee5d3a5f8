import { createMotion, poseAt } from '../math/motion.ts';
import { createPose, toWorld } from '../math/pose.ts';
import { createVec3 } from '../math/vec3.ts';
import type { Recording } from '../record/recorder.ts';
import type { MeshScene } from '../scene/mesh-scene.ts';
import { createSurfaceMesh, meshEdges } from '../shapes/mesh.ts';
import { buildBodyMesh } from '../sim/meshes/body-mesh.ts';
import { round } from './picture.ts';
import { PALETTE } from './plot.ts';

/** One body of meshes as it is drawn: the edges of its surface. */
export interface PictureMesh {
  readonly name: string;
  readonly color: string;
  /** SVG path of all edges at equal intervals from the start of the recording to its end. */
  readonly paths: readonly string[];
}

/** A recording of meshes laid out on paper, seen from the front, somewhat from the right and from above. */
export interface MeshPicture {
  readonly width: number;
  readonly height: number;
  readonly meshes: readonly PictureMesh[];
  /** First and last recorded time [s]. */
  readonly start: number;
  readonly end: number;
}

/** Picture units along the longer side. */
const SIZE = 800;
/** Room around all motion, as a share of the longer side. */
const MARGIN = 0.06;
/** The shorter side is at least this share of the longer. */
const FLATTEST = 0.5;
/** Edges of all moments together: more make the picture slow. */
const MOST_EDGES = 40_000;

/** Parallel projection: turned by 30° about the vertical z, then tipped by 20° towards the eye. */
const UPRIGHT = createPose([0, 0, 0], 0);
const TURNED = poseAt(createPose(), createMotion(UPRIGHT, createVec3(), createVec3(0, 0, -1)), Math.PI / 6);
const VIEW = poseAt(createPose(), createMotion(TURNED, createVec3(), createVec3(1, 0, 0)), Math.PI / 9);

/** Lays a recording out with at most `momentCount` moments. */
export function layOutMeshes(recording: Recording, scene: MeshScene, momentCount: number): MeshPicture {
  const edges = scene.bodies.map((body) => meshEdges(createSurfaceMesh(buildBodyMesh(body))));
  const edgeCount = edges.reduce((sum, list) => sum + list.length / 2, 0);
  const { time } = recording.ledger.columns;
  const most = Math.max(2, Math.min(momentCount, Math.floor(MOST_EDGES / edgeCount)));
  const count = Math.min(most, time.length);
  const frames = Array.from({ length: count }, (_, k) => Math.round((k * (time.length - 1)) / Math.max(1, count - 1)));
  const tracks = projectNodes(recording, scene, frames);
  const { left, top, width, height } = viewOf(tracks.flat());
  const scale = SIZE / Math.max(width, height);
  const meshes = scene.bodies.map(({ name, color }, i) => ({
    name,
    color: color ?? PALETTE[i % PALETTE.length],
    paths: tracks[i].map((points) => {
      const at = (node: number) => {
        const [u, v] = [points[2 * node] - left, top - points[2 * node + 1]];
        return `${round(u * scale)} ${round(v * scale)}`;
      };
      let path = '';
      for (let e = 0; e < edges[i].length; e += 2) path += `M${at(edges[i][e])}L${at(edges[i][e + 1])}`;
      return path;
    }),
  }));
  return {
    width: round(width * scale),
    height: round(height * scale),
    meshes,
    start: time[0],
    end: time[time.length - 1],
  };
}

/** Of each body and each of the frames: its nodes to the right and up, packed [m]. */
function projectNodes({ nodes }: Recording, scene: MeshScene, frames: readonly number[]): Float64Array[][] {
  if (nodes === undefined) throw new Error('a recording of meshes must have nodes');
  const counts = scene.bodies.map((body) => buildBodyMesh(body).positions.length / 3);
  const perFrame = counts.reduce((sum, count) => sum + count, 0);
  const { x, y, z } = nodes.columns;
  let first = 0;
  return counts.map((count) => {
    const own = first;
    first += count;
    return frames.map((frame) => {
      const points = new Float64Array(2 * count);
      const seen = createVec3();
      for (let node = 0; node < count; node++) {
        const row = frame * perFrame + own + node;
        toWorld(seen, VIEW, { x: x[row], y: y[row], z: z[row] });
        points[2 * node] = seen.x;
        points[2 * node + 1] = seen.z;
      }
      return points;
    });
  });
}

/** The rectangle that holds all points, with a margin [m]. */
function viewOf(tracks: readonly Float64Array[]): { left: number; top: number; width: number; height: number } {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const points of tracks) {
    for (let k = 0; k < points.length; k++) {
      low[k % 2] = Math.min(low[k % 2], points[k]);
      high[k % 2] = Math.max(high[k % 2], points[k]);
    }
  }
  const longer = Math.max(high[0] - low[0], high[1] - low[1]) || 1;
  const width = Math.max(high[0] - low[0], FLATTEST * longer) + 2 * MARGIN * longer;
  const height = Math.max(high[1] - low[1], FLATTEST * longer) + 2 * MARGIN * longer;
  return { left: (low[0] + high[0] - width) / 2, top: (low[1] + high[1] + height) / 2, width, height };
}
