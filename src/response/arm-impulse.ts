import type { RigidBody } from '../dynamics/rigid-body.ts';
import { solveLinear } from '../math/linear-solve.ts';
import { createVec3, dotVec3, type ReadonlyVec3, type Vec3 } from '../math/vec3.ts';
import { type ContactGeometry, normalSpeed } from './impulse.ts';

/** A planar arm: links joined by hinges, which transmit impulses. */
export interface PlanarArm {
  /** From the base on. */
  readonly links: readonly RigidBody[];
  /**
   * Positions of the hinges, world axes [m]: one between each link and the next. If there is one more, the first of them joins the first link
   * to the ground; else the arm flies freely.
   */
  readonly hinges: readonly ReadonlyVec3[];
}

/** An impact of a link of an arm (A) and another body (B). */
export interface ArmContact extends ContactGeometry {
  /** Index of the link. */
  readonly link: number;
  /** Ratio of separation to approach speed, 0 to 1. */
  readonly restitution: number;
}

/** Impulses of an impact, and the velocities after it. */
export interface ArmImpulse {
  /** Normal impulse at the contact, on B along the normal [N s]; 0 if the bodies do not approach. */
  readonly impulse: number;
  /** Impulse of each hinge on the link after it [N s]; that of the ground first, if there is one. */
  readonly hingeImpulses: readonly Vec3[];
  /** Velocities of the links after the impact [m/s]. */
  readonly velocities: readonly Vec3[];
  /** Angular velocities of the links about z after the impact [rad/s]. */
  readonly angularVelocities: readonly number[];
  /** Velocity of the centre of mass of B after the impact [m/s]. */
  readonly velocityB: Vec3;
  /** Angular velocity of B about z after the impact [rad/s]. */
  readonly angularVelocityB: number;
  /** Change of the kinetic energy [J]: zero for restitution 1, else negative. */
  readonly energyChange: number;
}

/** One scalar constraint: the components of its impulse on two bodies; -1 is the ground. */
interface Row {
  readonly bodyA: number;
  readonly bodyB: number;
  readonly pointA: ReadonlyVec3;
  readonly pointB: ReadonlyVec3;
  readonly direction: ReadonlyVec3;
}

const X: ReadonlyVec3 = createVec3(1);
const Y: ReadonlyVec3 = createVec3(0, 1);

/**
 * Frictionless impact of a body on an arm whose hinges transmit the impulse, instead of an arm of infinite mass [CP13-5.6]: all hinge
 * impulses and the contact impulse from one linear system, C M⁻¹ Cᵀ λ = -C v - (0, ..., e u), whose rows C are the hinges and the contact. The velocities before must
 * fit the hinges; small errors of them are removed. Momentum and angular momentum of arm and body are conserved, apart from the impulse of the ground. Changes no body. Throws a
 * RangeError for wrong counts, an unknown link, and hinges that coincide.
 *
 * @example
 * ```ts
 * import { planarBody, pose, vec3 } from 'appulse';
 * import { armImpulse } from 'appulse/kernels';
 *
 * const rod = planarBody(pose([1, 0]), 3, 1, vec3(), 0); // 2 m, 3 kg, hinged to the ground at its end
 * const target = planarBody(pose([2, 0.1]), 1, 1, vec3(0, -1), 0);
 * const contact = { link: 0, pointA: vec3(2, 0), pointB: vec3(2, 0), normal: vec3(0, 1), restitution: 1 };
 * const { impulse, angularVelocities } = armImpulse({ links: [rod], hinges: [vec3()] }, target, contact);
 * console.log(impulse.toFixed(6), angularVelocities[0].toFixed(6)); // 1.000000 -0.500000
 * ```
 */
export function armImpulse(arm: PlanarArm, body: RigidBody, contact: ArmContact): ArmImpulse {
  const { links, hinges } = arm;
  checkArm(arm, contact);
  const bodies = [...links, body];
  const isApproaching = normalSpeed(contact, links[contact.link], body) < 0;
  const rows = [...hingeRows(links.length, hinges), ...(isApproaching ? [contactRow(contact, links.length)] : [])];
  const n = rows.length;
  const matrix = new Float64Array(n * n);
  const unknowns = new Float64Array(n);
  for (const [i, row] of rows.entries()) {
    for (const [j, other] of rows.entries()) matrix[i * n + j] = coupling(bodies, row, other);
    const isContact = isApproaching && i === n - 1;
    unknowns[i] = -(1 + (isContact ? contact.restitution : 0)) * speedAlong(bodies, row);
  }
  if (!solveLinear(matrix, unknowns, n, 1)) {
    throw new RangeError('armImpulse: the hinges and the contact do not determine the impulses, two of them coincide');
  }
  return resultOf(bodies, rows, unknowns, isApproaching);
}

function checkArm({ links, hinges }: PlanarArm, { link, restitution }: ArmContact): void {
  if (links.length === 0 || (hinges.length !== links.length && hinges.length !== links.length - 1)) {
    throw new RangeError(
      `armImpulse: ${links.length} links need ${links.length - 1} hinges, or ${links.length} with one on the ground, got ${hinges.length}`,
    );
  }
  if (!Number.isInteger(link) || link < 0 || link >= links.length) {
    throw new RangeError(`armImpulse: link must be an index from 0 to ${links.length - 1}, got ${link}`);
  }
  if (!(restitution >= 0 && restitution <= 1)) {
    throw new RangeError(`armImpulse: restitution must be from 0 to 1, got ${restitution}`);
  }
}

/** Two rows for each hinge: the points of both links move together. */
function hingeRows(linkCount: number, hinges: readonly ReadonlyVec3[]): Row[] {
  const first = linkCount - hinges.length;
  return hinges.flatMap((point, k) =>
    [X, Y].map((direction) => ({
      bodyA: first + k - 1,
      bodyB: first + k,
      pointA: point,
      pointB: point,
      direction,
    })),
  );
}

function contactRow({ link, pointA, pointB, normal }: ArmContact, body: number): Row {
  return { bodyA: link, bodyB: body, pointA, pointB, direction: normal };
}

/** Velocity of B relative to A along the row [m/s]. */
function speedAlong(bodies: readonly RigidBody[], { bodyA, bodyB, pointA, pointB, direction }: Row): number {
  const speed = (index: number, point: ReadonlyVec3) => {
    if (index < 0) return 0;
    const { velocity, angularVelocity, pose } = bodies[index];
    return dotVec3(direction, velocity) + angularVelocity.z * moment(pose.position, point, direction);
  };
  return speed(bodyB, pointB) - speed(bodyA, pointA);
}

/** Arm of an impulse along `direction` at `point` about `center` [m]. */
function moment(center: ReadonlyVec3, point: ReadonlyVec3, direction: ReadonlyVec3): number {
  return (point.x - center.x) * direction.y - (point.y - center.y) * direction.x;
}

/** Change of the speed along one row by a unit impulse along the other [1/kg]. */
function coupling(bodies: readonly RigidBody[], row: Row, other: Row): number {
  let sum = 0;
  for (const [index, point, sign] of sidesOf(row)) {
    for (const [otherIndex, otherPoint, otherSign] of sidesOf(other)) {
      if (index < 0 || index !== otherIndex) continue;
      const { inverseMass, inverseInertia, pose } = bodies[index];
      const arms = moment(pose.position, point, row.direction) * moment(pose.position, otherPoint, other.direction);
      const linear = row.direction.x * other.direction.x + row.direction.y * other.direction.y;
      sum += sign * otherSign * (inverseMass * linear + inverseInertia.zz * arms);
    }
  }
  return sum;
}

type Side = readonly [index: number, point: ReadonlyVec3, sign: number];

function sidesOf({ bodyA, bodyB, pointA, pointB }: Row): readonly Side[] {
  return [
    [bodyA, pointA, -1],
    [bodyB, pointB, 1],
  ];
}

function resultOf(
  bodies: readonly RigidBody[],
  rows: readonly Row[],
  impulses: Float64Array,
  isApproaching: boolean,
): ArmImpulse {
  const velocities = bodies.map(({ velocity: { x, y } }) => createVec3(x, y));
  const rates = bodies.map(({ angularVelocity }) => angularVelocity.z);
  for (const [i, row] of rows.entries()) {
    const { x, y } = row.direction;
    for (const [index, point, sign] of sidesOf(row)) {
      if (index < 0) continue;
      const { inverseMass, inverseInertia, pose } = bodies[index];
      const impulse = sign * impulses[i];
      velocities[index].x += inverseMass * impulse * x;
      velocities[index].y += inverseMass * impulse * y;
      rates[index] += inverseInertia.zz * impulse * moment(pose.position, point, row.direction);
    }
  }
  const hingeCount = (rows.length - (isApproaching ? 1 : 0)) / 2;
  const energy = (velocity: ReadonlyVec3, rate: number, { inverseMass, inverseInertia: { zz } }: RigidBody) =>
    (inverseMass > 0 ? dotVec3(velocity, velocity) / (2 * inverseMass) : 0) + (zz > 0 ? (rate * rate) / (2 * zz) : 0);
  const changes = bodies.map(
    (body, i) => energy(velocities[i], rates[i], body) - energy(body.velocity, body.angularVelocity.z, body),
  );
  const last = bodies.length - 1;
  return {
    impulse: isApproaching ? impulses[rows.length - 1] : 0,
    hingeImpulses: Array.from({ length: hingeCount }, (_, k) => createVec3(impulses[2 * k], impulses[2 * k + 1])),
    velocities: velocities.slice(0, last),
    angularVelocities: rates.slice(0, last),
    velocityB: velocities[last],
    angularVelocityB: rates[last],
    energyChange: changes.reduce((sum, change) => sum + change, 0),
  };
}
