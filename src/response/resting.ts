/**
 * Resting contact at the velocity level. [CP13-3.3], [CP13-3.4]
 *
 * Gauss-Seidel over the points, in the order of the list, with accumulated impulses and restitution 0: each point
 * gets the normal impulse that ends its approach (accumulated, not below zero), then the tangential impulse that ends
 * its sliding, limited to the friction disc (on its edge it opposes the sliding). All points start with the static
 * coefficient. Points that still slide when the sweeps have converged get the dynamic one, and the sweeps continue
 * until no further point begins to slide: several points together hold a body exactly as long as their static
 * friction can.
 *
 * Sweeps propagate a load through a stack slowly (a thousand for three boxes). For few points, the normal impulses are
 * solved exactly, in one problem, before each sweep, which then only has to solve friction.
 */
import type { RigidBody } from '../dynamics/rigid-body.ts';
import { createMat3, invertSymmetric, type Mat3, transformVec3 } from '../math/mat3.ts';
import {
  addScaledVec3,
  addVec3,
  createVec3,
  dotVec3,
  lengthVec3,
  scaleVec3,
  subVec3,
  type Vec3,
} from '../math/vec3.ts';
import { checkKeys } from '../shapes/checks.ts';
import { solveComplementarity } from './complementarity.ts';
import { contactMatrix } from './contact-matrix.ts';
import { type BodyContact, delassusMatrix } from './delassus.ts';
import { applyImpulse, type ContactGeometry, commonPoint, normalSpeed, relativeVelocity } from './impulse.ts';
import type { Material } from './material.ts';

export interface RestingPoint extends BodyContact {
  readonly material: Material;
  /** Target normal speed [m/s]: above zero corrects a penetration, below zero lets a gap close. */
  readonly bias: number;
  /** Accumulated impulse on B along the normal [N s]. The value of the last step is a warm start. */
  normalImpulse: number;
  /** Accumulated tangential impulse on B [N s]. */
  readonly tangentImpulse: Vec3;
  /** After solving: unloaded, sticking, or sliding. */
  mode: 'open' | 'stick' | 'slide';
}

/**
 * A contact point for `solveResting`, at rest, in world axes; both bodies receive its impulses at the midpoint of the
 * contact's `pointA` and `pointB`. `bias` is the target normal speed [m/s]: above zero corrects a penetration.
 */
export function createRestingPoint(
  a: RigidBody,
  b: RigidBody,
  contact: ContactGeometry,
  material: Material,
  bias = 0,
): RestingPoint {
  const { normal } = contact;
  const point = commonPoint(createVec3(), contact.pointA, contact.pointB);
  const [pointA, pointB] = [point, point];
  return { a, b, pointA, pointB, normal, material, bias, normalImpulse: 0, tangentImpulse: createVec3(), mode: 'open' };
}

export interface RestingOptions {
  /** Maximum number of sweeps; default 500. */
  readonly sweeps?: number;
  /** Stop when a sweep changes no speed by more than this fraction of the maximum speed so far; default 1e-13. */
  readonly tolerance?: number;
}

export interface RestingSolution {
  sweeps: number;
  /** Maximum change of a contact speed in the last sweep [m/s]. */
  residual: number;
  status: 'converged' | 'iteration-limit';
}

/** Quantities of a point computed once, before the sweeps. */
interface PreparedPoint {
  readonly point: RestingPoint;
  /** 1 / nᵀKn [kg] */
  readonly normalMass: number;
  /** Inverse of K in the tangent plane: from a tangential speed to the impulse that ends it [kg]. */
  readonly tangentMass: Mat3;
  /** A mass [kg] not above any eigenvalue of `tangentMass`: the step of a sliding point. */
  readonly slidingMass: number;
  friction: number;
  /** The last sweep needed an impulse outside the friction disc. */
  overloaded: boolean;
}

/** Impulses that exceed the disc by at most this fraction still stick: the last digits of the sweeps. */
const DISC_ROUNDING = 1e-9;

/** Up to this number of points the exact solution (of cubic cost) is cheaper than the sweeps it saves. */
const FEW_POINTS = 64;

/**
 * Changes the velocities of the bodies so that no point approaches (beyond its bias); accumulates the impulses on B [N
 * s] in the points. Restitution is 0. The status is `iteration-limit` if the sweeps did not converge.
 *
 * @example
 * ```ts
 * import { createRestingPoint, material, planarBody, pose, solveResting, vec3 } from 'appulse';
 *
 * const floor = planarBody(pose(), Infinity, Infinity, vec3(), 0);
 * const crate = planarBody(pose([0, 0.5]), 2, 0.3, vec3(0, -0.1), 0); // 2 kg, after a step of gravity
 * const normal = vec3(0, 1); // from the floor to the crate
 * const corners = [vec3(-0.5, 0), vec3(0.5, 0)].map((pointA) =>
 *   createRestingPoint(floor, crate, { pointA, pointB: pointA, normal }, material()),
 * );
 * const { status } = solveResting(corners);
 * console.log(status, crate.velocity.y, corners.map(({ normalImpulse }) => normalImpulse.toFixed(3))); // converged 0 [ '0.100', '0.100' ]
 * ```
 */
export function solveResting(points: readonly RestingPoint[], options: RestingOptions = {}): RestingSolution {
  checkKeys('options', options, ['sweeps', 'tolerance']);
  const { sweeps: limit = 500, tolerance = 1e-13 } = options;
  const prepared = points.map(prepare).filter((item) => item.normalMass < Number.POSITIVE_INFINITY);
  let maxSpeed = prepared.reduce((speed, { point }) => Math.max(speed, speedOf(point)), 0);
  for (const { point } of prepared) warmStart(point);
  const solution: RestingSolution = { sweeps: 0, residual: 0, status: 'iteration-limit' };
  const matrix = prepared.length <= FEW_POINTS ? delassusMatrix(prepared.map(({ point }) => point)) : null;
  while (solution.sweeps < limit) {
    solution.residual = matrix ? solveNormals(prepared, matrix) : 0;
    for (const item of prepared) solution.residual = Math.max(solution.residual, relax(item));
    solution.sweeps++;
    maxSpeed = Math.max(maxSpeed, solution.residual);
    if (solution.residual > tolerance * maxSpeed) continue;
    if (!prepared.map(beginSliding).includes(true)) {
      solution.status = 'converged';
      break;
    }
  }
  for (const { point, overloaded } of prepared) {
    point.mode = point.normalImpulse > 0 ? (overloaded ? 'slide' : 'stick') : 'open';
  }
  return solution;
}

function prepare(point: RestingPoint): PreparedPoint {
  const { a, b, pointA, pointB, normal: n, material } = point;
  const k = contactMatrix(createMat3(), a, b, pointA, pointB);
  const column = transformVec3(createVec3(), k, n);
  const inverse = dotVec3(n, column);
  // P K P + (nᵀKn) n nᵀ with P = 1 - n nᵀ: K in the tangent plane, regularised along the normal
  addScaledVec3(column, column, n, -inverse);
  const tangential: Mat3 = {
    xx: k.xx - 2 * n.x * column.x,
    yy: k.yy - 2 * n.y * column.y,
    zz: k.zz - 2 * n.z * column.z,
    xy: k.xy - n.x * column.y - n.y * column.x,
    yx: k.yx - n.x * column.y - n.y * column.x,
    xz: k.xz - n.x * column.z - n.z * column.x,
    zx: k.zx - n.x * column.z - n.z * column.x,
    yz: k.yz - n.y * column.z - n.z * column.y,
    zy: k.zy - n.y * column.z - n.z * column.y,
  };
  return {
    point,
    normalMass: 1 / inverse,
    slidingMass: 1 / (k.xx + k.yy + k.zz - inverse),
    tangentMass: invertSymmetric(tangential, tangential),
    friction: material.frictionLaw === 'none' ? 0 : material.staticFriction,
    overloaded: false,
  };
}

const w = createVec3();
const impulse = createVec3();
const target = createVec3();

function speedOf({ a, b, pointA, pointB }: RestingPoint): number {
  return lengthVec3(relativeVelocity(w, a, b, pointA, pointB));
}

function warmStart(point: RestingPoint): void {
  const { a, b, pointA, pointB, normal } = point;
  addScaledVec3(impulse, point.tangentImpulse, normal, point.normalImpulse);
  applyImpulse(a, b, pointA, pointB, impulse);
}

/** All normal impulses for the current tangential ones; returns the maximum change of a speed [m/s]. */
function solveNormals(prepared: readonly PreparedPoint[], matrix: Float64Array): number {
  const n = prepared.length;
  const b = Float64Array.from(prepared, ({ point }, i) => {
    let speed = normalSpeed(point, point.a, point.b) - point.bias;
    for (let k = 0; k < n; k++) speed -= matrix[i * n + k] * prepared[k].point.normalImpulse;
    return speed;
  });
  const { j } = solveComplementarity(matrix, b);
  let residual = 0;
  prepared.forEach(({ point, normalMass }, i) => {
    const change = j[i] - point.normalImpulse;
    point.normalImpulse = j[i];
    applyImpulse(point.a, point.b, point.pointA, point.pointB, scaleVec3(impulse, point.normal, change));
    residual = Math.max(residual, Math.abs(change) / normalMass);
  });
  return residual;
}

/** One Gauss-Seidel update of one point; returns the change of its speed [m/s]. */
function relax(item: PreparedPoint): number {
  const { point, normalMass, tangentMass } = item;
  const { a, b, pointA, pointB, normal } = point;
  relativeVelocity(w, a, b, pointA, pointB);
  const before = point.normalImpulse;
  point.normalImpulse = Math.max(0, before - normalMass * (dotVec3(w, normal) - point.bias));
  const along = point.normalImpulse - before;
  applyImpulse(a, b, pointA, pointB, scaleVec3(impulse, normal, along));

  relativeVelocity(w, a, b, pointA, pointB);
  addScaledVec3(w, w, normal, -dotVec3(w, normal));
  const disc = item.friction * point.normalImpulse;
  subVec3(target, point.tangentImpulse, transformVec3(impulse, tangentMass, w));
  item.overloaded = lengthVec3(target) > disc * (1 + DISC_ROUNDING);
  if (item.overloaded) {
    // the same mass in all directions, so that an impulse that converges on the edge of the disc opposes the sliding
    addScaledVec3(target, point.tangentImpulse, w, -item.slidingMass);
    const length = lengthVec3(target);
    if (length > disc) scaleVec3(target, target, disc / length);
  }
  subVec3(impulse, target, point.tangentImpulse);
  applyImpulse(a, b, pointA, pointB, impulse);
  addVec3(point.tangentImpulse, point.tangentImpulse, impulse);
  return Math.max(Math.abs(along), lengthVec3(impulse)) / normalMass;
}

/** From static to dynamic friction, once, for a point that converged outside its disc. */
function beginSliding(item: PreparedPoint): boolean {
  const { frictionLaw, dynamicFriction } = item.point.material;
  const dynamic = frictionLaw === 'none' ? 0 : dynamicFriction;
  if (!item.overloaded || item.friction === dynamic) return false;
  item.friction = dynamic;
  return true;
}
