import { toWorld } from '../math/pose.ts';
import { createVec3 } from '../math/vec3.ts';
import type { Recording } from '../record/recorder.ts';
import type { MeshScene } from '../scene/mesh-scene.ts';
import { createSurfaceMesh, meshEdges } from '../shapes/mesh.ts';
import { buildBodyMesh, isHalfspace } from '../sim/meshes/body-mesh.ts';
import { PALETTE } from './plot.ts';
import { framePoints, momentsOf, VIEW } from './projection.ts';

/** The drawing of one mesh: the edges of its surface. */
export interface PictureMesh {
  readonly name: string;
  readonly color: string;
  /** SVG path of all edges at equal intervals from the start of the recording to its end. */
  readonly paths: readonly string[];
}

/** Picture of a recording of meshes, seen from the front, slightly from the right and above. */
export interface MeshPicture {
  readonly width: number;
  readonly height: number;
  readonly meshes: readonly PictureMesh[];
  /** First and last recorded time [s]. */
  readonly start: number;
  readonly end: number;
}

/** Maximum number of edges over all frames: more make the picture slow. */
const MAX_EDGES = 40_000;

/** Lays a recording out with at most `momentCount` frames. */
export function layOutMeshes(recording: Recording, scene: MeshScene, momentCount: number): MeshPicture {
  const edges = scene.bodies.map((body) => meshEdges(createSurfaceMesh(buildBodyMesh(body))));
  const edgeCount = edges.reduce((sum, list) => sum + list.length / 2, 0);
  const { time } = recording.ledger.columns;
  const max = Math.max(2, Math.min(momentCount, Math.floor(MAX_EDGES / edgeCount)));
  const tracks = projectNodes(recording, scene, momentsOf(time.length, max));
  // half-spaces have no edges to be drawn
  const finite = [...scene.bodies.keys()].filter((i) => !isHalfspace(scene.bodies[i]));
  const drawn = finite.length > 0 ? finite : [...scene.bodies.keys()];
  const { width, height, place } = framePoints(drawn.flatMap((i) => tracks[i]));
  const meshes = drawn.map((i) => {
    const { name, color } = scene.bodies[i];
    const paths = tracks[i].map((points) => {
      const at = (node: number) => place(points[2 * node], points[2 * node + 1]);
      let path = '';
      for (let e = 0; e < edges[i].length; e += 2) path += `M${at(edges[i][e])}L${at(edges[i][e + 1])}`;
      return path;
    });
    return { name, color: color ?? PALETTE[i % PALETTE.length], paths };
  });
  return {
    width,
    height,
    meshes,
    start: time[0],
    end: time[time.length - 1],
  };
}

/** Nodes of each body in each frame, packed as right, up [m]. */
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
