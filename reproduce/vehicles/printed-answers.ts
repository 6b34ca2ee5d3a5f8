import { type BoxRegion, boxRay, createBoxRay } from '../../src/distance/rounded-box/box-ray.ts';
import { atan2 } from '../../src/math/inverse-trig.ts';
import { createMat3, rotationAboutZ } from '../../src/math/mat3.ts';
import type { Random } from '../../src/math/random.ts';
import { createVec3 } from '../../src/math/vec3.ts';
import { ellipsoidOfBox } from '../../src/shapes/vehicle-box.ts';
import { DEGREE } from './example-run.ts';
import { type PrintedAnswer, type PrintedBox, printedBoxNormal, type Repairs, type Triple } from './printed-listing.ts';

/** The box of the examples [m]. */
export const EDGES: Triple = [5, 3, 2.9];
export const RADIUS = 0.3;
/** The first three errors of the listing corrected. */
export const REPAIRED: Repairs = { slope: true, root: true, principal: true };

/** Half extents of a box with these edges. */
export function halved(edges: Triple): number[] {
  return edges.map((edge) => edge / 2);
}

/** A vehicle rotated about the vertical [degrees]. */
export function rotatedBox(yawDegrees: number, edges: Triple = EDGES, radius = RADIUS): PrintedBox {
  const { xx: c, yx: s } = rotationAboutZ(createMat3(), yawDegrees * DEGREE);
  return {
    edges,
    radius,
    axes: [
      [c, s, 0],
      [-s, c, 0],
      [0, 0, 1],
    ],
  };
}

/** A point given along the axes of a box, in world axes. */
export function inWorld({ axes }: PrintedBox, [x, y, z]: Triple): Triple {
  const component = (k: 0 | 1 | 2) => x * axes[0][k] + y * axes[1][k] + z * axes[2][k];
  return [component(0), component(1), component(2)];
}

export function dot(a: Triple, b: Triple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** The outward normal of this library at a contact point, both in world axes, and the region. */
export function rightNormal(box: PrintedBox, contact: Triple): { readonly normal: Triple; readonly region: BoxRegion } {
  const [x, y, z] = box.axes.map((axis) => dot(axis, contact));
  const [h1, h2, h3] = box.edges.map((edge) => edge / 2);
  const ray = createBoxRay();
  boxRay(ray, createVec3(h1, h2, h3), box.radius, createVec3(x, y, z));
  return { normal: inWorld(box, [ray.normal.x, ray.normal.y, ray.normal.z]), region: ray.region };
}

/** Between two directions [degrees], accurate also for small angles. */
export function degreesBetween(a: Triple, b: Triple): number {
  const x = a[1] * b[2] - a[2] * b[1];
  const y = a[2] * b[0] - a[0] * b[2];
  const z = a[0] * b[1] - a[1] * b[0];
  return atan2(Math.sqrt(x * x + y * y + z * z), dot(a, b)) / DEGREE;
}

/** A point of the ellipsoid of the box, along its axes; u is uniform over the unit sphere. */
export function randomContact(random: Random, edges: Triple = EDGES): Triple {
  const { semiAxes: s } = ellipsoidOfBox(halved(edges));
  const u: Triple = [random.normal(), random.normal(), random.normal()];
  const k = 1 / Math.sqrt(dot(u, u));
  return [k * s.x * u[0], k * s.y * u[1], k * s.z * u[2]];
}

/** Results of the listing over many contact points: fractions without a result, and more than one degree off. */
export interface Fractions {
  readonly stops: number;
  readonly wrong: number;
}

export function printedFractions(random: Random, count: number, yawDegrees: number, repairs: Repairs): Fractions {
  const box = rotatedBox(yawDegrees);
  let [stops, wrong] = [0, 0];
  for (let k = 0; k < count; k++) {
    const contact = inWorld(box, randomContact(random));
    const answer = printedBoxNormal(box, contact, repairs);
    if (isStop(answer)) stops++;
    else if (degreesBetween(answer, rightNormal(box, contact).normal) > 1) wrong++;
  }
  return { stops: stops / count, wrong: wrong / count };
}

/** Did the program stop with a message? */
export function isStop(answer: PrintedAnswer): answer is string {
  return typeof answer === 'string';
}
