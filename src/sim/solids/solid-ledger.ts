import type { SolidBodies } from '../../dynamics/solid-bodies.ts';
import { createVec3, lengthVec3, type ReadonlyVec3, setVec3, type Vec3 } from '../../math/vec3.ts';
import { type LedgerTotals, totalsRow } from '../ledger-totals.ts';
import type { LedgerRow } from '../observer.ts';

const angularPart = createVec3();

/**
 * Ledger row at `time` [s], the time of the current states. Immovable bodies are excluded. The potential energy of gravity
 * is relative to the origin of the world; that of penalty springs is added.
 */
export function solidLedger(bodies: SolidBodies, totals: LedgerTotals, gravity: ReadonlyVec3, time: number): LedgerRow {
  const { count, positions: x, velocities: v, angularVelocities: w, inverseMasses } = bodies;
  const momentum = createVec3();
  const angularMomentum = createVec3();
  let momentumScale = 0;
  let angularMomentumScale = 0;
  let twiceKinetic = 0;
  let potentialEnergy = totals.springEnergy;
  for (let i = 0, k = 0; i < count; i++, k += 3) {
    if (inverseMasses[i] === 0) continue;
    const mass = 1 / inverseMasses[i];
    const [px, py, pz] = [mass * v[k], mass * v[k + 1], mass * v[k + 2]];
    const angularVelocity = angularMomentumOf(angularPart, bodies, i);
    momentum.x += px;
    momentum.y += py;
    momentum.z += pz;
    angularMomentum.x += x[k + 1] * pz - x[k + 2] * py + angularVelocity.x;
    angularMomentum.y += x[k + 2] * px - x[k] * pz + angularVelocity.y;
    angularMomentum.z += x[k] * py - x[k + 1] * px + angularVelocity.z;
    const linear = Math.sqrt(px * px + py * py + pz * pz);
    momentumScale += linear;
    angularMomentumScale +=
      linear * Math.sqrt(x[k] * x[k] + x[k + 1] * x[k + 1] + x[k + 2] * x[k + 2]) + lengthVec3(angularVelocity);
    twiceKinetic += px * v[k] + py * v[k + 1] + pz * v[k + 2];
    twiceKinetic += angularVelocity.x * w[k] + angularVelocity.y * w[k + 1] + angularVelocity.z * w[k + 2];
    potentialEnergy -= mass * (gravity.x * x[k] + gravity.y * x[k + 1] + gravity.z * x[k + 2]);
  }
  return {
    time,
    momentum,
    angularMomentum,
    momentumScale,
    angularMomentumScale,
    kineticEnergy: 0.5 * twiceKinetic,
    potentialEnergy,
    strainEnergy: 0,
    ...totalsRow(totals),
  };
}

const orientation = new Float64Array(4);

/** I ω of body `i`, world axes [N m s]: rotated to its principal axes, times the moments, and back. */
export function angularMomentumOf(out: Vec3, bodies: SolidBodies, i: number): Vec3 {
  const { orientations: q, principalAxes: p, angularVelocities, moments } = bodies;
  multiplyInto(orientation, q, 4 * i, p, 4 * i);
  setVec3(out, angularVelocities[3 * i], angularVelocities[3 * i + 1], angularVelocities[3 * i + 2]);
  rotateBy(out, orientation, -1);
  setVec3(out, moments[3 * i] * out.x, moments[3 * i + 1] * out.y, moments[3 * i + 2] * out.z);
  return rotateBy(out, orientation, 1);
}

/** out = a b of two quaternions w x y z in packed arrays. */
function multiplyInto(out: Float64Array, a: Float64Array, i: number, b: Float64Array, j: number): void {
  const [aw, ax, ay, az] = [a[i], a[i + 1], a[i + 2], a[i + 3]];
  const [bw, bx, by, bz] = [b[j], b[j + 1], b[j + 2], b[j + 3]];
  out[0] = aw * bw - ax * bx - ay * by - az * bz;
  out[1] = aw * bx + ax * bw + ay * bz - az * by;
  out[2] = aw * by - ax * bz + ay * bw + az * bx;
  out[3] = aw * bz + ax * by - ay * bx + az * bw;
}

/** v + 2 w (u × v) + 2 u × (u × v) with u = side (x, y, z); side = -1 is the inverse rotation. */
function rotateBy(out: Vec3, q: Float64Array, side: 1 | -1): Vec3 {
  const w = q[0];
  const [x, y, z] = [side * q[1], side * q[2], side * q[3]];
  const tx = 2 * (y * out.z - z * out.y);
  const ty = 2 * (z * out.x - x * out.z);
  const tz = 2 * (x * out.y - y * out.x);
  return setVec3(
    out,
    out.x + w * tx + (y * tz - z * ty),
    out.y + w * ty + (z * tx - x * tz),
    out.z + w * tz + (x * ty - y * tx),
  );
}
