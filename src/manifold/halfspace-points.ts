import { createCore, RADIUS, setCore } from '../distance/convex/core.ts';
import { supportCore } from '../distance/convex/support.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import type { Halfspace } from '../shapes/halfspace.ts';
import { addClosestCandidate, findCandidatesOnHalfspace, hasClosest } from './candidate-points.ts';
import { createManifoldWorkspace } from './manifold-workspace.ts';
import type { ContactPoints } from './point-list.ts';
import type { Faced } from './supporting-face.ts';
import { writeManifold } from './write-manifold.ts';

const manifold = createManifoldWorkspace();

const point = new Float64Array(3);
const direction = new Float64Array(3);

const core = createCore();
/** Inward normal of the half-space in the frame of the body, lowest point of the core, height of the surface, and distance. */
const inward = new Float64Array(3);
const lowest = new Float64Array(3);
const height = new Float64Array(1);
const distance = new Float64Array(1);

/** Adds the points of a convex body A on half-space B. */
// biome-ignore format: one vector per line
export function addHalfspacePoints(
  out: ContactPoints, shape: Faced, pose: ReadonlyPose, halfspace: Halfspace, halfspacePose: ReadonlyPose, margin: number,
): void {
  const { rotation: r, position: p } = pose;
  const { rotation: w, position: q } = halfspacePose;
  const { x: mx, y: my, z: mz } = halfspace.normal;
  const x = -(w.xx * mx + w.xy * my + w.xz * mz), y = -(w.yx * mx + w.yy * my + w.yz * mz), z = -(w.zx * mx + w.zy * my + w.zz * mz);
  height[0] = x * (q.x - p.x) + y * (q.y - p.y) + z * (q.z - p.z);
  inward[0] = r.xx * x + r.yx * y + r.zx * z;
  inward[1] = r.xy * x + r.yy * y + r.zy * z;
  inward[2] = r.xz * x + r.yz * y + r.zz * z;
  setCore(core, shape);
  for (let k = 0; k < 3; k++) direction[k] = inward[k];
  supportCore(point, core, direction);
  for (let k = 0; k < 3; k++) lowest[k] = point[k];
  const extent = inward[0] * lowest[0] + inward[1] * lowest[1] + inward[2] * lowest[2] + core.numbers[RADIUS];
  distance[0] = height[0] - extent;
  if (!(distance[0] <= margin)) return;
  findCandidatesOnHalfspace(manifold, shape, core, inward, height, margin);
  if (!hasClosest(core, core, distance)) addClosestCandidate(manifold, lowest, 0, core, core, distance);
  writeManifold(manifold, out, pose);
}
