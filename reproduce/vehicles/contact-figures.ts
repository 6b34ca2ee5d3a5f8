import { createEllipsoidPairs, ellipsoidPair } from '../../src/distance/ellipsoid/ellipsoid-pair.ts';
import { ELLIPSOID_STRIDE } from '../../src/distance/ellipsoid/packed-ellipsoid.ts';
import {
  type BoxContactNormal,
  boxContactNormal,
  createBoxContactNormal,
} from '../../src/distance/rounded-box/box-contact-normal.ts';
import { createVehicleBody } from '../../src/dynamics/vehicle/vehicle-body.ts';
import { DIRECTORS, VEHICLE_STRIDE } from '../../src/dynamics/vehicle/vehicle-state.ts';
import { createMat3, rotationAboutZ, transformTransposedVec3, transformVec3 } from '../../src/math/mat3.ts';
import { cos, sin } from '../../src/math/trig.ts';
import {
  addScaledVec3,
  createVec3,
  dotVec3,
  lengthVec3,
  normalizeVec3,
  type ReadonlyVec3,
  scaleVec3,
  setVec3,
  subVec3,
  type Vec3,
} from '../../src/math/vec3.ts';
import type { NamedDirection, Place, TopViewPanel } from '../../src/picture/top-view.ts';
import { vehicleOutline } from '../../src/picture/vehicle-outline.ts';
import { createVehicleBox, type VehicleBox } from '../../src/shapes/vehicle-box.ts';
import { EXAMPLE_MODEL } from './example-files.ts';
import { DEGREE } from './example-run.ts';
import { EDGES, halved, RADIUS } from './printed-answers.ts';

/** Two undeformed, level vehicles of the examples, their ellipsoids overlapping slightly: the geometry of a figure. */
export interface ContactFigure {
  readonly states: Float64Array;
  readonly boxes: readonly [VehicleBox, VehicleBox];
  /** Overlap of the ellipsoids [m], deepest points and normal from A to B. */
  readonly depth: number;
  readonly points: readonly [Vec3, Vec3];
  readonly ellipsoidNormal: Vec3;
  readonly rule: BoxContactNormal;
}

/** Overlap of the ellipsoids in the figures [m]. */
const DEPTH = 0.05;
const HALVINGS = 60;

const { semiAxes } = createVehicleBody(EXAMPLE_MODEL);

/** Headings of both vehicles and the direction of vehicle 2 from vehicle 1 [degrees]; its distance follows from the overlap. */
export function contactFigure(heading1: number, heading2: number, bearing: number): ContactFigure {
  const states = new Float64Array(2 * VEHICLE_STRIDE);
  const packed = new Float64Array(2 * ELLIPSOID_STRIDE);
  const out = createEllipsoidPairs(1);
  const headings = [heading1 * DEGREE, heading2 * DEGREE];
  const gapAt = (distance: number): number => {
    const centers = [createVec3(), createVec3(distance * cos(bearing * DEGREE), distance * sin(bearing * DEGREE))];
    headings.forEach((heading, i) => {
      place(states, packed, i, centers[i], heading);
    });
    out.fill(0);
    ellipsoidPair(out, 0, packed, 0, packed, 1);
    return out[0];
  };
  let [near, far] = [1, 10];
  for (let k = 0; k < HALVINGS; k++) {
    const midpoint = 0.5 * (near + far);
    if (gapAt(midpoint) < -DEPTH) near = midpoint;
    else far = midpoint;
  }
  gapAt(near);
  const boxes = headings.map((heading, i) => {
    const at = VEHICLE_STRIDE * i;
    const box = createVehicleBox(halved(EDGES), RADIUS, createVec3(states[at], states[at + 1], states[at + 2]));
    rotationAboutZ(box.rotation, heading);
    return box;
  });
  const points = [createVec3(out[4], out[5], out[6]), createVec3(out[7], out[8], out[9])] as const;
  const rule = createBoxContactNormal();
  boxContactNormal(rule, boxes[0], boxes[1], points[0], points[1]);
  return {
    states,
    boxes: [boxes[0], boxes[1]],
    depth: -out[0],
    points,
    ellipsoidNormal: createVec3(out[1], out[2], out[3]),
    rule,
  };
}

function place(states: Float64Array, packed: Float64Array, index: number, center: ReadonlyVec3, heading: number): void {
  const { xx: c, yx: s } = rotationAboutZ(createMat3(), heading);
  const at = VEHICLE_STRIDE * index;
  states.set([center.x, center.y, center.z], at);
  states.set([c, s, 0, -s, c, 0, 0, 0, 1], at + DIRECTORS);
  const { x, y, z } = semiAxes;
  packed.set([center.x, center.y, center.z, c * x, -s * y, 0, s * x, c * y, 0, 0, 0, z], ELLIPSOID_STRIDE * index);
}

/**
 * The outward normal of a rounded box where the ray to `point` leaves it, both in world axes, by another method than the library's: the
 * length of the ray by bisection of the distance from the core, the normal from the nearest point of the core.
 */
export function normalByBisection(box: VehicleBox, point: ReadonlyVec3): Vec3 {
  const { center, rotation, halfExtents, radius } = box;
  const ray = transformTransposedVec3(createVec3(), rotation, subVec3(createVec3(), point, center));
  const past = (x: number, half: number) => x - Math.max(radius - half, Math.min(half - radius, x));
  const fromCore = (out: Vec3, t: number) =>
    setVec3(out, past(t * ray.x, halfExtents.x), past(t * ray.y, halfExtents.y), past(t * ray.z, halfExtents.z));
  const across = createVec3();
  let [inside, outside] = [0, 100];
  for (let k = 0; k < 2 * HALVINGS; k++) {
    const t = 0.5 * (inside + outside);
    if (lengthVec3(fromCore(across, t)) < radius) inside = t;
    else outside = t;
  }
  return transformVec3(createVec3(), rotation, normalizeVec3(across, fromCore(across, outside)));
}

/** The direction of the table of cases from both outward normals. [PATH98-4] */
export function tableNormal(rule: string, m1: ReadonlyVec3, m2: ReadonlyVec3): Vec3 {
  if (rule === 'II-1' || rule === 'III-1') return scaleVec3(createVec3(), m1, 1);
  if (rule === 'II-2' || rule === 'III-2') return scaleVec3(createVec3(), m2, -1);
  return normalizeVec3(createVec3(), subVec3(createVec3(), m1, m2));
}

/** Angle between the ray from the centre of a box to a point and a direction, by the arc cosine [rad]. */
export function rayAngle(box: VehicleBox, point: ReadonlyVec3, direction: ReadonlyVec3): number {
  const ray = subVec3(createVec3(), point, box.center);
  return Math.acos(Math.min(1, dotVec3(ray, direction) / lengthVec3(ray)));
}

/** Length of drawn unit vectors [m]. */
const UNIT = 1.6;

/** A direction drawn from a point, seen from above. */
export function drawn(name: string, from: ReadonlyVec3, direction: ReadonlyVec3, length = UNIT): NamedDirection {
  const to = addScaledVec3(createVec3(), from, direction, length);
  return { name, from: flat(from), to: flat(to) };
}

/** Outlines and rays of a figure. */
export function figurePanel(
  { states, boxes, points }: ContactFigure,
  caption: string,
  directions: readonly NamedDirection[],
): TopViewPanel {
  return {
    caption,
    vehicles: [0, 1].map((index) => outlineOf(states, index)),
    arrows: [],
    directions,
    lines: boxes.map(({ center }, i) => [flat(center), flat(points[i])] as const),
  };
}

/** Outlines of one vehicle of packed states, seen from above. */
export function outlineOf(states: Float64Array, index: number): TopViewPanel['vehicles'][number] {
  const { box, ellipsoid, center, ahead } = vehicleOutline(states, index, semiAxes, RADIUS);
  const ring = (packed: Float64Array) =>
    Array.from({ length: packed.length / 2 }, (_, k) => rounded(packed[2 * k], packed[2 * k + 1]));
  const front = EDGES[0] / 2;
  const nose = [rounded(...center), rounded(center[0] + front * ahead[0], center[1] + front * ahead[1])] as const;
  return { box: ring(box), ellipsoid: ring(ellipsoid), nose, trail: [] };
}

export function flat({ x, y }: ReadonlyVec3): Place {
  return rounded(x, y);
}

/** To millimetres. */
function rounded(x: number, y: number): Place {
  return [Math.round(1000 * x) / 1000, Math.round(1000 * y) / 1000];
}
