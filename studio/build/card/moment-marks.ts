import * as THREE from 'three';
import { frameTimes } from '../../session/frames.ts';
import type { Recorded } from '../../session/session.ts';
import { bodyColor } from '../../view/body-colors.ts';
import { isFixed } from '../../view/extent.ts';
import { type Color, drawDisc, drawLine, type Raster, type Vertex } from './raster.ts';

/** Paths are drawn of at most so many bodies, contacts at most so many. */
const PATHS = 8;
const CONTACTS = 12;
/** Length of the drawn part of a path, as a fraction of the run. */
const PATH_LENGTH = 0.12;
const CONTACT: Color = [176, 21, 46];
const GAP: Color = [163, 25, 91];

/** Paths of the bodies up to a frame, closest points and contacts in it. */
export function drawMoment(
  raster: Raster,
  recorded: Recorded,
  frame: number,
  project: (point: THREE.Vector3) => Vertex,
): void {
  drawPaths(raster, recorded, frame, project);
  drawGaps(raster, recorded, frame, project);
  const { recording, scene } = recorded;
  if (scene.world === 'deformable') return;
  const { px, py, pz, time } = recording.contacts.columns;
  const times = frameTimes(recording);
  const [from, to] = [times[Math.max(0, frame - 1)], times[Math.min(frame + 1, times.length - 1)]];
  const rows = Array.from(time.keys()).filter((row) => time[row] >= from && time[row] <= to);
  if (rows.length > CONTACTS) return;
  for (const row of rows) drawDisc(raster, project(new THREE.Vector3(px[row], py[row], pz[row])), 5, CONTACT);
}

function drawPaths(
  raster: Raster,
  { recording, scene }: Recorded,
  frame: number,
  project: (point: THREE.Vector3) => Vertex,
): void {
  const { x, y, z } = recording.frames.columns;
  const moving = recording.bodies.flatMap((_, body) => (isFixed(scene, body) ? [] : [body]));
  if (moving.length > PATHS) return;
  for (const body of moving) {
    const color = new THREE.Color(bodyColor(scene, body)).convertLinearToSRGB();
    const ink: Color = [255 * color.r, 255 * color.g, 255 * color.b];
    const first = Math.max(0, frame - Math.ceil(PATH_LENGTH * recording.ledger.rowCount));
    const step = Math.max(1, Math.floor((frame - first) / 200));
    let before: Vertex | undefined;
    for (let k = first; k <= frame; k += step) {
      const row = k * recording.bodies.length + body;
      const now = project(new THREE.Vector3(x[row], y[row], z[row]));
      // hidden inside bodies
      if (before) drawLine(raster, before, now, ink, 0.6, 2, 0);
      before = now;
    }
  }
}

function drawGaps(
  raster: Raster,
  { recording }: Recorded,
  frame: number,
  project: (point: THREE.Vector3) => Vertex,
): void {
  const table = recording.tracking ?? recording.distances;
  if (table === undefined) return;
  const { ax, ay, az, bx, by, bz } = table.columns;
  const count = table.rowCount / recording.ledger.rowCount;
  for (let row = frame * count; row < (frame + 1) * count; row++) {
    const [a, b] = [new THREE.Vector3(ax[row], ay[row], az[row]), new THREE.Vector3(bx[row], by[row], bz[row])];
    const [from, to] = [project(a), project(b)];
    drawLine(raster, from, to, GAP, 1, 3);
    for (const end of [from, to]) drawDisc(raster, end, 5, GAP);
  }
}
