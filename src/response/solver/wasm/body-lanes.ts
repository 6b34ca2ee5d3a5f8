import { INVERSE_INERTIA, INVERSE_MASS } from '../solver-bodies.ts';
import { type F64, type FunctionWriter, f64, f64x2, type I32, type V128, type Variable } from './wasm-writer.ts';

/**
 * Two bodies of a contact side by side: lane 0 holds the number of body A, lane 1 that of body B. Every operation is done for both at once,
 * in the order of the TypeScript kernels, so the results have the same bits.
 */

/** The coordinates x, y, z of a vector of each body. */
export type LaneVector<T extends V128 = V128> = readonly [T, T, T];

export interface BodyLanes {
  readonly velocity: LaneVector<Variable<'v128'>>;
  readonly angularVelocity: LaneVector<Variable<'v128'>>;
  /** Of A with a negative sign: it receives the opposite impulse. */
  readonly inverseMass: Variable<'v128'>;
  /** xx xy xz yy yz zz */
  readonly inverseInertia: readonly Variable<'v128'>[];
}

/** Flips the sign of lane 0. */
const negateA = (a: V128) => f64x2.xor(a, f64x2.constant(-0, 0));

/** Loads the bodies whose records begin at the addresses a and b. */
export function loadBodies(w: FunctionWriter, a: I32, b: I32): BodyLanes {
  const load = (offset: number) => w.variable(f64x2.loadLanes(a, b, offset));
  return {
    velocity: [load(0), load(1), load(2)],
    angularVelocity: [load(3), load(4), load(5)],
    inverseMass: w.variable(negateA(f64x2.loadLanes(a, b, INVERSE_MASS))),
    inverseInertia: [0, 1, 2, 3, 4, 5].map((k) => load(INVERSE_INERTIA + k)),
  };
}

/** Stores the velocities of movable bodies. Those of immovable ones are the same; other threads may read them meanwhile. */
export function storeBodies(w: FunctionWriter, { velocity, angularVelocity }: BodyLanes, a: I32, b: I32): void {
  for (const [lane, body] of [a, b].entries()) {
    w.when(f64.greater(f64.load(body, INVERSE_MASS), f64.constant(0)), () => {
      [...velocity, ...angularVelocity].forEach((value, k) => {
        w.storeLane(body, k, value, lane as 0 | 1);
      });
    });
  }
}

export function cross(
  w: FunctionWriter,
  [ax, ay, az]: LaneVector,
  [bx, by, bz]: LaneVector,
): LaneVector<Variable<'v128'>> {
  const component = (p: V128, q: V128, r: V128, s: V128) =>
    w.variable(f64x2.subtract(f64x2.multiply(p, q), f64x2.multiply(r, s)));
  return [component(ay, bz, az, by), component(az, bx, ax, bz), component(ax, by, ay, bx)];
}

/** Velocity of B relative to A at a contact: x and y as two lanes, and z. */
export interface RelativeVelocity {
  readonly xy: Variable<'v128'>;
  readonly z: Variable<'f64'>;
}

/** (vB - vA) + (ωB × rB - ωA × rA) */
export function relativeVelocity(w: FunctionWriter, bodies: BodyLanes, arms: LaneVector): RelativeVelocity {
  const [vx, vy, vz] = bodies.velocity;
  const [cx, cy, cz] = cross(w, bodies.angularVelocity, arms);
  const differences = (p: V128, q: V128) => f64x2.subtract(f64x2.join(p, q, 1), f64x2.join(p, q, 0));
  const difference = (p: V128) => f64.subtract(f64.lane(p, 1), f64.lane(p, 0));
  return {
    xy: w.variable(f64x2.add(differences(vx, vy), differences(cx, cy))),
    z: w.variable(f64.add(difference(vz), difference(cz))),
  };
}

/** ax bx + ay by + az bz, from the products of x and y. */
export function sumProducts(w: FunctionWriter, xy: V128, z: F64): F64 {
  const products = w.variable(xy);
  return f64.add(f64.add(f64.lane(products, 0), f64.lane(products, 1)), z);
}

/** Applies the impulse j to B and its opposite to A; every coordinate of j is in both lanes. */
export function applyImpulse(w: FunctionWriter, bodies: BodyLanes, arms: LaneVector, j: LaneVector): void {
  bodies.velocity.forEach((v, k) => {
    w.assign(v, f64x2.add(v, f64x2.multiply(bodies.inverseMass, j[k])));
  });
  addAngularImpulse(w, bodies, cross(w, arms, j));
}

/** Change of the angular velocities by the angular impulse l on B and its opposite on A. */
export function angularResponse({ inverseInertia }: BodyLanes, l: LaneVector): LaneVector {
  const [xx, xy, xz, yy, yz, zz] = inverseInertia;
  const row = (x: V128, y: V128, z: V128) => {
    const [p, q, r] = [f64x2.multiply(x, l[0]), f64x2.multiply(y, l[1]), f64x2.multiply(z, l[2])];
    return negateA(f64x2.add(f64x2.add(p, q), r));
  };
  return [row(xx, xy, xz), row(xy, yy, yz), row(xz, yz, zz)];
}

export function addAngularImpulse(w: FunctionWriter, bodies: BodyLanes, l: LaneVector): void {
  angularResponse(bodies, l).forEach((value, k) => {
    w.assign(bodies.angularVelocity[k], f64x2.add(bodies.angularVelocity[k], value));
  });
}
