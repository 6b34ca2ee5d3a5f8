import { transformVec3 } from '../../../math/mat3.ts';
import { toWorld } from '../../../math/pose.ts';
import { createVec3, dotVec3, setVec3, subVec3, type Vec3 } from '../../../math/vec3.ts';
import {
  APPROACH,
  ARM_A,
  ARM_B,
  clearContactRows,
  DRAG,
  GAP,
  IMPULSE,
  MEAN,
  PUSH,
  prepareRow,
  ROW,
  reservePatch,
  STRUCK,
  WORK,
} from '../../../response/solver/contact-rows.ts';
import { TRACE, TRACE_AGE, TRACE_MEAN } from './contact-memory.ts';
import type { StepWorld } from './step-world.ts';

/** Fills the rows of the solver from the memory, pair by pair in the order of the bodies, point by point in that of the features. */
export function gatherRows(world: StepWorld): void {
  const { pairs, memory, contacts, stepCount } = world;
  clearContactRows(contacts);
  for (let k = 0; k < pairs.count; k++) {
    const slot = pairs.slots[k];
    if (memory.counts[slot] === 0 || memory.sensors[slot] === 1 || memory.visited[slot] !== stepCount) continue;
    gatherPatch(world, slot);
  }
}

function gatherPatch(world: StepWorld, slot: number): void {
  const { pairs, memory, contacts } = world;
  const points = memory.counts[slot];
  reservePatch(contacts, points);
  const patch = contacts.patchCount++;
  if (patch === world.patchSlots.length) {
    const longer = new Int32Array(2 * patch);
    longer.set(world.patchSlots);
    world.patchSlots = longer;
  }
  world.patchSlots[patch] = slot;
  contacts.bodiesA[patch] = pairs.first[slot];
  contacts.bodiesB[patch] = pairs.second[slot];
  const radiusA = world.radii[pairs.first[slot]];
  const radiusB = world.radii[pairs.second[slot]];
  contacts.shares[patch] = shareOfB(radiusA, radiusB);
  contacts.reaches[patch] = radiusA + radiusB;
  for (let l = 0; l < 3; l++) contacts.materials[3 * patch + l] = memory.materials[3 * slot + l];
  for (let k = 0; k < points; k++) {
    writeRow(world, patch, memory.blocks[slot] + k, ROW * (contacts.rowCount + k));
  }
  contacts.rowCount += points;
  contacts.starts[patch + 1] = contacts.rowCount;
}

/** Points go along with the smaller body: it rolls or slides over the larger one, not the other way round. */
function shareOfB(radiusA: number, radiusB: number): number {
  return radiusA === Infinity ? 1 : radiusB === Infinity ? 0 : radiusA / (radiusA + radiusB);
}

/** Both bodies are pushed in the middle of the gap; the drag remembered is laid into the surface as it is now. */
// biome-ignore format: one vector per line
function writeRow(world: StepWorld, patch: number, point: number, at: number): void {
  const { memory, poses, bodies, contacts, solver } = world;
  const a = contacts.bodiesA[patch], b = contacts.bodiesB[patch];
  const { anchorsA, anchorsB, normals, impulses } = memory;
  const { positions } = bodies;
  const { rows } = contacts;
  const { rotation: p } = poses[a];
  const { rotation: q } = poses[b];
  const k = 3 * point;
  const nx = p.xx * normals[k] + p.xy * normals[k + 1] + p.xz * normals[k + 2];
  const ny = p.yx * normals[k] + p.yy * normals[k + 1] + p.yz * normals[k + 2];
  const nz = p.zx * normals[k] + p.zy * normals[k + 1] + p.zz * normals[k + 2];
  const ax = p.xx * anchorsA[k] + p.xy * anchorsA[k + 1] + p.xz * anchorsA[k + 2];
  const ay = p.yx * anchorsA[k] + p.yy * anchorsA[k + 1] + p.yz * anchorsA[k + 2];
  const az = p.zx * anchorsA[k] + p.zy * anchorsA[k + 1] + p.zz * anchorsA[k + 2];
  const bx = q.xx * anchorsB[k] + q.xy * anchorsB[k + 1] + q.xz * anchorsB[k + 2];
  const by = q.yx * anchorsB[k] + q.yy * anchorsB[k + 1] + q.yz * anchorsB[k + 2];
  const bz = q.zx * anchorsB[k] + q.zy * anchorsB[k + 1] + q.zz * anchorsB[k + 2];
  // from the point of A to the point of B
  const gx = positions[3 * b] - positions[3 * a] + bx - ax;
  const gy = positions[3 * b + 1] - positions[3 * a + 1] + by - ay;
  const gz = positions[3 * b + 2] - positions[3 * a + 2] + bz - az;
  const gap = nx * gx + ny * gy + nz * gz;
  rows[at] = nx;
  rows[at + 1] = ny;
  rows[at + 2] = nz;
  rows[at + ARM_A] = ax + 0.5 * gx;
  rows[at + ARM_A + 1] = ay + 0.5 * gy;
  rows[at + ARM_A + 2] = az + 0.5 * gz;
  rows[at + ARM_B] = bx - 0.5 * gx;
  rows[at + ARM_B + 1] = by - 0.5 * gy;
  rows[at + ARM_B + 2] = bz - 0.5 * gz;
  rows[at + GAP] = gap;
  const i = TRACE * point;
  const dx = impulses[i + 1], dy = impulses[i + 2], dz = impulses[i + 3];
  const across = nx * dx + ny * dy + nz * dz;
  rows[at + PUSH] = impulses[i];
  rows[at + DRAG] = dx - across * nx;
  rows[at + DRAG + 1] = dy - across * ny;
  rows[at + DRAG + 2] = dz - across * nz;
  rows[at + IMPULSE] = 0;
  rows[at + IMPULSE + 1] = 0;
  rows[at + IMPULSE + 2] = 0;
  rows[at + APPROACH] = 0;
  rows[at + STRUCK] = 0;
  rows[at + WORK] = 0;
  rows[at + MEAN] = impulses[i + TRACE_MEAN];
  prepareRow(contacts, patch, at, solver.records);
}

/** The smallest of the gaps of a pair [m]. */
export function leastGap({ memory, pairs, poses }: StepWorld, slot: number): number {
  const poseA = poses[pairs.first[slot]];
  const poseB = poses[pairs.second[slot]];
  let least = Infinity;
  for (let point = memory.blocks[slot]; point < memory.blocks[slot] + memory.counts[slot]; point++) {
    const a = toWorld(pointA, poseA, vectorAt(pointA, memory.anchorsA, point));
    const b = toWorld(pointB, poseB, vectorAt(pointB, memory.anchorsB, point));
    const n = transformVec3(normal, poseA.rotation, vectorAt(normal, memory.normals, point));
    least = Math.min(least, dotVec3(n, subVec3(b, b, a)));
  }
  return least;
}

const pointA = createVec3();
const pointB = createVec3();
const normal = createVec3();

function vectorAt(out: Vec3, packed: Float64Array, k: number): Vec3 {
  return setVec3(out, packed[3 * k], packed[3 * k + 1], packed[3 * k + 2]);
}

/** New contacts follow their push for so many steps before it counts as a mean. */
const YOUNG = 10;

/** What the step has made of the impulses, back into the memory. */
export function rememberRows(world: StepWorld): void {
  const { memory, contacts, patchSlots, settings } = world;
  const { impulses } = memory;
  const { rows, starts } = contacts;
  for (let patch = 0; patch < contacts.patchCount; patch++) {
    let i = TRACE * memory.blocks[patchSlots[patch]];
    for (let at = ROW * starts[patch]; at < ROW * starts[patch + 1]; at += ROW, i += TRACE) {
      const push = rows[at + PUSH];
      impulses[i] = push;
      for (let l = 0; l < 3; l++) impulses[i + 1 + l] = rows[at + DRAG + l];
      const young = impulses[i + TRACE_AGE] < YOUNG;
      if (young) impulses[i + TRACE_AGE]++;
      impulses[i + TRACE_MEAN] = young ? push : rows[at + MEAN] + settings.following * (push - rows[at + MEAN]);
    }
  }
}
