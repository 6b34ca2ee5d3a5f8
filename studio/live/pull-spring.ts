import type { LivePull, Triple } from './live-protocol.ts';

/** Angular frequency of the spring at most this over the length of a step: a force is constant over a step. */
const MAX_PHASE = 0.4;
/** A pulled body hangs lower than the hand by this fraction of its radius under gravity. */
const SAG = 0.1;
/** Bounds of the angular frequency without gravity and for large bodies [rad/s]. */
const MIN_FREQUENCY = 5;
/** Damping ratio. */
const DAMPING = 0.8;
/** Moment of inertia as a fraction of mass times squared radius, a lower bound for compact bodies. */
const INERTIA = 0.2;

/** Motion of a pulled body: world axes, SI units. */
export interface PulledBody {
  readonly mass: number;
  readonly radius: number;
  readonly center: Triple;
  readonly velocity: Triple;
  readonly angularVelocity: Triple;
  /** The pulled point [m]. */
  readonly point: Triple;
}

interface SpringSetting {
  /** Length of a step [s]. */
  readonly step: number;
  /** [m/s²] */
  readonly gravity: number;
  /** Factor of the stiffness. */
  readonly strength: number;
}

/** Force of a damped spring from a point of a body to a target [N], and its moment about the centre of mass [N m]. */
export function pullForce(
  body: PulledBody,
  target: Triple,
  { step, gravity, strength }: SpringSetting,
): { readonly force: Triple; readonly torque: Triple } {
  const { mass, radius, center, velocity: v, angularVelocity: w, point } = body;
  const arm = difference(point, center);
  const reach = Math.min(Math.hypot(...arm) / Math.max(radius, 1e-12), 1);
  // the mass that the point seems to have, not more than it has in any direction
  const effective = mass / (1 + (reach * reach) / INERTIA);
  const wanted = Math.sqrt(strength * Math.max(gravity / (SAG * Math.max(radius, 1e-9)), MIN_FREQUENCY ** 2));
  const frequency = Math.min(wanted, MAX_PHASE / step);
  const stiffness = effective * frequency * frequency;
  const damping = 2 * DAMPING * effective * frequency;
  const swing = cross(w, arm);
  const way = difference(target, point);
  const force: Triple = [
    stiffness * way[0] - damping * (v[0] + swing[0]),
    stiffness * way[1] - damping * (v[1] + swing[1]),
    stiffness * way[2] - damping * (v[2] + swing[2]),
  ];
  return { force, torque: cross(arm, force) };
}

/** The spring as it is drawn. */
export function pullOf(from: Triple, to: Triple, force: Triple): LivePull {
  return { from, to, force: Math.hypot(...force) };
}

/** `p` in body axes rotated by the unit quaternion wxyz. */
export function rotateBy([w, x, y, z]: readonly number[], p: Triple): Triple {
  const t = cross([x, y, z], p).map((value) => 2 * value) as unknown as Triple;
  const u = cross([x, y, z], t);
  return [p[0] + w * t[0] + u[0], p[1] + w * t[1] + u[1], p[2] + w * t[2] + u[2]];
}

export function add(a: Triple, b: Triple): Triple {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

function difference(a: Triple, b: Triple): Triple {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function cross(a: Triple, b: Triple): Triple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
