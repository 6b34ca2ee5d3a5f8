import * as THREE from 'three';
import type { Dent } from './vehicle-dents.ts';

/** Segments of the sides of a shell along its axes: fine enough for a dent. */
const SEGMENTS = [36, 18, 8] as const;
/** A dent of the full depth takes this multiple of it from the length behind it, and fades this far beside it [m]. */
const ZONE = 1.6;
const BESIDE = 0.3;

/** The rounded box of a vehicle, in vehicle axes, that can be dented. */
export interface VehicleShell {
  readonly surface: THREE.BufferGeometry;
  /** Presses its sides in. */
  setDents(dents: readonly Dent[]): void;
}

export function createVehicleShell(halfExtents: readonly [number, number, number], radius: number): VehicleShell {
  const [x, y, z] = halfExtents;
  const surface = new THREE.BoxGeometry(2 * x, 2 * y, 2 * z, ...SEGMENTS);
  const at = surface.getAttribute('position');
  const inner = halfExtents.map((half) => half - radius);
  for (let i = 0; i < at.count; i++) {
    const p = [at.getX(i), at.getY(i), at.getZ(i)];
    const core = p.map((value, k) => Math.min(Math.max(value, -inner[k]), inner[k]));
    const out = p.map((value, k) => value - core[k]);
    const length = Math.hypot(...out);
    if (length === 0) continue;
    const [px, py, pz] = core.map((value, k) => value + (radius / length) * out[k]);
    at.setXYZ(i, px, py, pz);
  }
  surface.computeVertexNormals();
  const whole = Float32Array.from(at.array);
  let applied = '';
  return {
    surface,
    setDents(dents) {
      const key = dents.map(({ axis, sign, depth }) => `${axis} ${sign} ${depth}`).join();
      if (key === applied) return;
      applied = key;
      (at.array as Float32Array).set(whole);
      for (const dent of dents) press(at.array as Float32Array, dent, halfExtents);
      at.needsUpdate = true;
      surface.computeVertexNormals();
      surface.boundingSphere = null;
    },
  };
}

/** Moves points of a side inwards: fully at its face, less towards the end of the crushed zone behind it and beside the dent. */
function press(points: Float32Array, dent: Dent, halfExtents: readonly number[]): void {
  const { axis, sign, depth, center, halfWidth } = dent;
  const half = halfExtents[axis];
  const zone = Math.min(ZONE * depth + 0.3, half);
  for (let i = 0; i < points.length; i += 3) {
    const behind = half - sign * points[i + axis];
    const aside = Math.abs(points[i + 1 - axis] - center) - halfWidth;
    const share = (1 - smooth(behind / zone)) * (1 - smooth(aside / BESIDE));
    if (share > 0) points[i + axis] -= sign * depth * share;
  }
}

function smooth(value: number): number {
  const s = Math.min(Math.max(value, 0), 1);
  return s * s * (3 - 2 * s);
}
