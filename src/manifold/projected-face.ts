/** Patches seen along the normal of a contact: their outlines across it, and the heights of their surfaces along it. */

import type { ContactFrame } from './contact-frame.ts';
import type { SupportingFace } from './supporting-face.ts';

/** A patch seen along n; corners counter-clockwise. */
export interface ProjectedFace {
  /** As of the patch; 0 also for one that is seen from the side. */
  count: number;
  /** u v u v ... [m] */
  places: Float64Array;
  /** The height over (u, v) is h0 + hu u + hv v; then the square of its length, from the first corner to the middle one [m²]. */
  readonly numbers: Float64Array;
  corners: Int32Array;
  edges: Int32Array;
  face: number;
}

export const LENGTH_SQ = 3;

export function createProjectedFace(): ProjectedFace {
  return {
    count: 0,
    places: new Float64Array(32),
    numbers: new Float64Array(4),
    corners: new Int32Array(16),
    edges: new Int32Array(16),
    face: 0,
  };
}

/** Faces seen at a smaller angle than this (its sine) give no heights, nor do lines. */
const FROM_THE_SIDE = 0.05;

/** The patch of a body as it is seen; `behind` if from its inside, where corners come in the opposite order. */
// biome-ignore format: one vector per line
export function setProjectedFace(out: ProjectedFace, face: SupportingFace, frame: ContactFrame, behind: boolean): void {
  const { count, places } = face;
  out.count = count;
  out.face = face.face;
  out.numbers[LENGTH_SQ] = 0;
  if (count === 0) return;
  reserve(out, count);
  const ux = frame[3], uy = frame[4], uz = frame[5], vx = frame[6], vy = frame[7], vz = frame[8];
  const u = frame[10], v = frame[11];
  const seen = out.places;
  for (let k = 0; k < count; k++) {
    const from = behind ? count - 1 - k : k;
    const x = places[3 * from], y = places[3 * from + 1], z = places[3 * from + 2];
    seen[2 * k] = ux * x + uy * y + uz * z + u;
    seen[2 * k + 1] = vx * x + vy * y + vz * z + v;
    out.corners[k] = face.corners[from];
    // from behind, the edge to the next corner is the one that comes from it
    out.edges[k] = face.edges[behind ? (from === 0 ? count - 1 : from - 1) : k];
  }
  const first = behind ? 3 * (count - 1) : 0;
  const height = frame[0] * places[first] + frame[1] * places[first + 1] + frame[2] * places[first + 2] + frame[9];
  const steep = count === 2 ? !setSlopeOfLine(out, face, frame) : !setSlopeOfFace(out, face, frame);
  if (steep) { out.count = 0; return; }
  const { numbers } = out;
  const midpoint = count & ~1;
  const du = seen[midpoint] - seen[0], dv = seen[midpoint + 1] - seen[1];
  numbers[LENGTH_SQ] = du * du + dv * dv;
  numbers[0] = height - numbers[1] * seen[0] - numbers[2] * seen[1];
}

/** A surface across n everywhere, at the height `height[0]` [m]; it has no corners. */
export function setLevel(out: ProjectedFace, height: Float64Array): void {
  out.count = 0;
  out.face = 0;
  out.numbers[0] = height[0];
  out.numbers[1] = 0;
  out.numbers[2] = 0;
}

function reserve(out: ProjectedFace, count: number): void {
  if (count <= out.corners.length) return;
  out.places = new Float64Array(4 * count);
  out.corners = new Int32Array(2 * count);
  out.edges = new Int32Array(2 * count);
}

// biome-ignore format: one vector per line
function setSlopeOfFace(out: ProjectedFace, { normal }: SupportingFace, frame: ContactFrame): boolean {
  const x = normal[0], y = normal[1], z = normal[2];
  const along = frame[0] * x + frame[1] * y + frame[2] * z;
  if (!(Math.abs(along) > FROM_THE_SIDE)) return false;
  out.numbers[1] = -(frame[3] * x + frame[4] * y + frame[5] * z) / along;
  out.numbers[2] = -(frame[6] * x + frame[7] * y + frame[8] * z) / along;
  return true;
}

// biome-ignore format: one vector per line
function setSlopeOfLine(out: ProjectedFace, { places: p }: SupportingFace, frame: ContactFrame): boolean {
  const x = p[3] - p[0], y = p[4] - p[1], z = p[5] - p[2];
  const du = frame[3] * x + frame[4] * y + frame[5] * z, dv = frame[6] * x + frame[7] * y + frame[8] * z;
  const rise = frame[0] * x + frame[1] * y + frame[2] * z;
  const lengthSq = du * du + dv * dv;
  if (!(lengthSq > FROM_THE_SIDE * FROM_THE_SIDE * (lengthSq + rise * rise))) return false;
  out.numbers[1] = rise * du / lengthSq;
  out.numbers[2] = rise * dv / lengthSq;
  return true;
}
