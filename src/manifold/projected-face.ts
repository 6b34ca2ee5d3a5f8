/** Supporting faces projected along the contact normal: tangential outlines, and heights of the surface along n. */

import type { SupportingFace } from './supporting-face.ts';

/**
 * Contact frame: n, t1, t2 as unit vectors in the frame of a body, right-handed, then h, u and v of its origin. For A these are zero.
 */
export type ContactFrame = Float64Array;

/** A face projected along n; corners counter-clockwise. */
export interface ProjectedFace {
  /** As of the supporting face; 0 also if it is seen edge-on. */
  count: number;
  /** u v u v ... [m] */
  positions: Float64Array;
  /** The height over (u, v) is h0 + hu u + hv v; then its squared length, from the first corner to the opposite one [m²]. */
  readonly numbers: Float64Array;
  corners: Int32Array;
  edges: Int32Array;
  face: number;
}

export const LENGTH_SQ = 3;

export function createProjectedFace(): ProjectedFace {
  return {
    count: 0,
    positions: new Float64Array(32),
    numbers: new Float64Array(4),
    corners: new Int32Array(16),
    edges: new Int32Array(16),
    face: 0,
  };
}

/** Faces and lines at a smaller angle to n than this (sine) define no heights. */
const EDGE_ON = 0.05;

/** Projects the supporting face of a body; `behind` if seen from inside, where the order of corners is reversed. */
// biome-ignore format: one vector per line
export function setProjectedFace(out: ProjectedFace, face: SupportingFace, frame: ContactFrame, behind: boolean): void {
  const { count, positions } = face;
  out.count = count;
  out.face = face.face;
  out.numbers[LENGTH_SQ] = 0;
  if (count === 0) return;
  reserve(out, count);
  const ux = frame[3], uy = frame[4], uz = frame[5], vx = frame[6], vy = frame[7], vz = frame[8];
  const u = frame[10], v = frame[11];
  const projected = out.positions;
  for (let k = 0; k < count; k++) {
    const from = behind ? count - 1 - k : k;
    const x = positions[3 * from], y = positions[3 * from + 1], z = positions[3 * from + 2];
    projected[2 * k] = ux * x + uy * y + uz * z + u;
    projected[2 * k + 1] = vx * x + vy * y + vz * z + v;
    out.corners[k] = face.corners[from];
    // from behind, the edge to the next corner is the one that ends there
    out.edges[k] = face.edges[behind ? (from === 0 ? count - 1 : from - 1) : k];
  }
  const first = behind ? 3 * (count - 1) : 0;
  const height = frame[0] * positions[first] + frame[1] * positions[first + 1] + frame[2] * positions[first + 2] + frame[9];
  const steep = count === 2 ? !setSlopeOfLine(out, face, frame) : !setSlopeOfFace(out, face, frame);
  if (steep) { out.count = 0; return; }
  const { numbers } = out;
  const opposite = count & ~1;
  const du = projected[opposite] - projected[0], dv = projected[opposite + 1] - projected[1];
  numbers[LENGTH_SQ] = du * du + dv * dv;
  numbers[0] = height - numbers[1] * projected[0] - numbers[2] * projected[1];
}

/** A plane perpendicular to n at the height `height[0]` [m]; it has no corners. */
export function setLevel(out: ProjectedFace, height: Float64Array): void {
  out.count = 0;
  out.face = 0;
  out.numbers[0] = height[0];
  out.numbers[1] = 0;
  out.numbers[2] = 0;
}

function reserve(out: ProjectedFace, count: number): void {
  if (count <= out.corners.length) return;
  out.positions = new Float64Array(4 * count);
  out.corners = new Int32Array(2 * count);
  out.edges = new Int32Array(2 * count);
}

// biome-ignore format: one vector per line
function setSlopeOfFace(out: ProjectedFace, { normal }: SupportingFace, frame: ContactFrame): boolean {
  const x = normal[0], y = normal[1], z = normal[2];
  const along = frame[0] * x + frame[1] * y + frame[2] * z;
  if (!(Math.abs(along) > EDGE_ON)) return false;
  out.numbers[1] = -(frame[3] * x + frame[4] * y + frame[5] * z) / along;
  out.numbers[2] = -(frame[6] * x + frame[7] * y + frame[8] * z) / along;
  return true;
}

// biome-ignore format: one vector per line
function setSlopeOfLine(out: ProjectedFace, { positions: p }: SupportingFace, frame: ContactFrame): boolean {
  const x = p[3] - p[0], y = p[4] - p[1], z = p[5] - p[2];
  const du = frame[3] * x + frame[4] * y + frame[5] * z, dv = frame[6] * x + frame[7] * y + frame[8] * z;
  const rise = frame[0] * x + frame[1] * y + frame[2] * z;
  const lengthSq = du * du + dv * dv;
  if (!(lengthSq > EDGE_ON * EDGE_ON * (lengthSq + rise * rise))) return false;
  out.numbers[1] = rise * du / lengthSq;
  out.numbers[2] = rise * dv / lengthSq;
  return true;
}
