import { boxRay, createBoxRay } from '../../src/distance/rounded-box/box-ray.ts';
import { createVehicleBody } from '../../src/dynamics/vehicle/vehicle-body.ts';
import { createMat3, rotationAboutZ, transformVec3 } from '../../src/math/mat3.ts';
import { addScaledVec3, createVec3, lengthVec3, type ReadonlyVec3, subVec3 } from '../../src/math/vec3.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { createVehicleContact, type VehicleContact } from '../../src/response/vehicle-contact/vehicle-contact.ts';
import { createVehicleBox } from '../../src/shapes/vehicle-box.ts';
import { createRunSettings } from '../../src/sim/vehicles/run-settings.ts';
import { runVehicles } from '../../src/sim/vehicles/simulate-vehicles.ts';
import { createPairRecord, createVehicleSystem, DEPTH, evaluatePair } from '../../src/sim/vehicles/vehicle-system.ts';
import { atLeast, atMost, type Check, equals, type ReportItem } from '../report-item.ts';
import {
  type ContactFigure,
  contactFigure,
  drawn,
  figurePanel,
  flat,
  normalByBisection,
  outlineOf,
  rayAngle,
  tableNormal,
} from './contact-figures.ts';
import { EXAMPLE_MODEL, EXAMPLE_MODELS, OFFSET_PLATOON } from './example-files.ts';
import { DEGREE } from './example-run.ts';
import { EDGES, halved, inWorld, isStop, RADIUS, rotatedBox } from './printed-answers.ts';
import { printedBoxNormal, type Triple } from './printed-listing.ts';

/** Two methods for a unit normal agree to this: rounding of metres divided by the radius. */
const NORMAL_LIMIT = 1e-13;
/** Angles by the arc cosine lose half of their digits near zero [rad]. */
const ANGLE_LIMIT = 1e-7;

/** Rule, headings of both vehicles and bearing of the second from the first [degrees]. */
const CASES = [
  { name: 'I: faces opposite each other', rule: 'I', headings: [0, 0], bearing: 8 },
  { name: 'II: faces at an angle', rule: 'II-1', headings: [0, 20], bearing: 5 },
  { name: 'III: a corner on a face', rule: 'III-1', headings: [0, 40], bearing: 0 },
  { name: 'IV: corner on corner', rule: 'IV', headings: [0, 0], bearing: 29 },
] as const;

const apart = (a: ReadonlyVec3, b: ReadonlyVec3) => lengthVec3(subVec3(createVec3(), a, b));
const both = (of: (i: 0 | 1) => number) => Math.max(of(0), of(1));
const vector = ({ x, y, z }: ReadonlyVec3) => [x, y, z].map((k) => formatNumber(Number(k.toFixed(6)) + 0)).join(', ');

/** The four cases of the rule of the contact normal in top view. */
export function fourContactCases(): ReportItem {
  const figures = CASES.map((given) => ({
    ...given,
    figure: contactFigure(given.headings[0], given.headings[1], given.bearing),
    swapped: swappedNormal(given.headings, given.bearing),
  }));
  return {
    id: 'four-contact-cases',
    source: '[PATH98-4], figure 1',
    title: 'The four cases of the contact normal',
    description:
      'Two vehicles of 5 × 3 × 2.9 m from above, at positions chosen here so that their ellipsoids overlap by 5 cm: boxes solid, ellipsoids dashed, rays from the centres to the contact points, the outward normals m1 and m2 of the boxes, the contact normal n1 and that of the ellipsoids, nE. ψ is the angle between a ray and its outward normal. Outward normals are computed a second way, by bisection along the ray, angles by the arc cosine, and n1 by the table of cases.',
    checks: figures.flatMap(({ name, rule, figure, swapped }) => caseChecks(name, rule, figure, swapped)),
    tables: [
      {
        title: 'Normals and angles',
        columns: ['case', 'rule', 'regions', 'ψ1, ψ2 [degrees]', 'm1', 'm2', 'n1', 'nE'],
        rows: figures.map(({ name, figure: { rule: found, ellipsoidNormal } }) => [
          name,
          found.rule,
          `${found.regionA}, ${found.regionB}`,
          [found.psiA, found.psiB].map((psi) => formatNumber(psi / DEGREE)).join(', '),
          vector(found.normalA),
          vector(found.normalB),
          vector(found.normal),
          vector(ellipsoidNormal),
        ]),
      },
    ],
    drawings: figures.map(({ name, figure }) => ({ title: `Case ${name}`, panels: [casePanel(figure)] })),
  };
}

/** The contact normal of the same two vehicles in exchanged roles. */
function swappedNormal([first, second]: readonly [number, number], bearing: number): ReadonlyVec3 {
  return contactFigure(second, first, bearing + 180).rule.normal;
}

function caseChecks(name: string, rule: string, figure: ContactFigure, swapped: ReadonlyVec3): Check[] {
  const { boxes, points, rule: found, ellipsoidNormal } = figure;
  const [m1, m2] = [0, 1].map((i) => normalByBisection(boxes[i], points[i]));
  const psi = [found.psiA, found.psiB];
  const outward = [found.normalA, found.normalB];
  return [
    { what: `${name}: rule`, expected: rule, measured: found.rule, pass: found.rule === rule },
    atMost(
      `${name}: outward normals against bisection`,
      Math.max(apart(outward[0], m1), apart(outward[1], m2)),
      NORMAL_LIMIT,
    ),
    atMost(
      `${name}: angles against the arc cosine [rad]`,
      both((i) => Math.abs(psi[i] - rayAngle(boxes[i], points[i], outward[i]))),
      ANGLE_LIMIT,
    ),
    atMost(`${name}: n1 against the table of cases`, apart(found.normal, tableNormal(rule, m1, m2)), NORMAL_LIMIT),
    // the search for the contact of the ellipsoids ends at 1e-13 of the size
    atMost(
      `${name}: n1 reversed for exchanged vehicles`,
      lengthVec3(addScaledVec3(createVec3(), found.normal, swapped, 1)),
      1e-9,
    ),
    atLeast(
      `${name}: cosine of the angle between n1 and the normal of the ellipsoids`,
      found.normal.x * ellipsoidNormal.x + found.normal.y * ellipsoidNormal.y + found.normal.z * ellipsoidNormal.z,
      0,
    ),
  ];
}

function casePanel(figure: ContactFigure) {
  const { boxes, points, rule, ellipsoidNormal } = figure;
  const [exit1, exit2] = [0, 1].map((i) => exitPoint(boxes[i], points[i]));
  const midpoint = addScaledVec3(createVec3(), points[0], subVec3(createVec3(), points[1], points[0]), 0.5);
  const degrees = [rule.psiA, rule.psiB].map((psi) => `${formatNumber(Number((psi / DEGREE).toFixed(1)))}°`);
  return figurePanel(figure, `rule ${rule.rule}, ψ1 = ${degrees[0]}, ψ2 = ${degrees[1]}`, [
    drawn('m1', exit1, rule.normalA),
    drawn('m2', exit2, rule.normalB),
    drawn('n1', midpoint, rule.normal, 2.4),
    drawn('nE', midpoint, ellipsoidNormal, 2.4),
  ]);
}

/** Where the ray to a point leaves its box. */
function exitPoint(box: ContactFigure['boxes'][number], point: ReadonlyVec3): ReadonlyVec3 {
  const ray = createBoxRay();
  const arm = subVec3(createVec3(), point, box.center);
  const { xx: c, yx: s } = box.rotation;
  boxRay(ray, box.halfExtents, box.radius, createVec3(c * arm.x + s * arm.y, c * arm.y - s * arm.x, arm.z));
  return addScaledVec3(createVec3(), box.center, arm, ray.t);
}

const [H1, H2] = halved(EDGES);
const HALF_DIAGONAL = Math.SQRT1_2 * RADIUS;

/** Points of the outline at half height, from the front to the side, and their normals in closed form; B and D are borders of regions. */
const STATIONS: readonly { name: string; point: Triple; normal: Triple; regions: readonly string[] }[] = [
  { name: 'A', point: [H1, 0.5, 0], normal: [1, 0, 0], regions: ['face'] },
  { name: 'B', point: [H1, H2 - RADIUS, 0], normal: [1, 0, 0], regions: ['face', 'edge'] },
  {
    name: 'C',
    point: [H1 - RADIUS + HALF_DIAGONAL, H2 - RADIUS + HALF_DIAGONAL, 0],
    normal: [Math.SQRT1_2, Math.SQRT1_2, 0],
    regions: ['edge'],
  },
  { name: 'D', point: [H1 - RADIUS, H2, 0], normal: [0, 1, 0], regions: ['face', 'edge'] },
  { name: 'E', point: [1, H2, 0], normal: [0, 1, 0], regions: ['face'] },
];
/** Headings of the vehicle [degrees]. */
const HEADINGS = [0, 30];

/** The normals nA to nE along a rounded box. */
export function normalsAlongBox(): ReportItem {
  const rows = HEADINGS.flatMap((heading) =>
    STATIONS.map((station) => ({ heading, ...stationNormal(station, heading) })),
  );
  return {
    id: 'normals-along-a-box',
    source: '[PATH98-2.3], figure 3',
    title: 'The normals nA to nE along a rounded box',
    description:
      'Five points of the outline at half height: A on the front, B where the front ends, C at the midpoint of the rounded corner, D where the side begins, E on the side; for a vehicle straight ahead and one rotated by 30°. The ray from the centre through each point must leave the box there (t = 1), with the normal known in closed form, which rotates from the front to the side over the corner and is continuous at B and D. A second method finds the normals by bisection. The listing of the source as printed is right on the faces, wrong or without a result at C and, for the rotated vehicle, without a result at D.',
    checks: rows.flatMap(({ heading, name, t, error, bisected, region, regions }) => [
      atMost(`n${name}, heading ${heading}°: deviation from the closed form`, error, NORMAL_LIMIT),
      atMost(`n${name}, heading ${heading}°: deviation from bisection`, bisected, NORMAL_LIMIT),
      equals(`n${name}, heading ${heading}°: exit point, multiple of the ray`, t, 1, 1e-14),
      {
        what: `n${name}, heading ${heading}°: region`,
        expected: regions.join(' or '),
        measured: region,
        pass: regions.includes(region),
      },
    ]),
    tables: [
      {
        title: 'Normals, and those of the listing as printed',
        columns: ['point', 'heading [degrees]', 'normal', 'listing'],
        rows: rows.map(({ heading, name, normal, printed }) => [name, String(heading), vector(normal), printed]),
      },
    ],
    drawings: [{ title: 'Normals along the box, vehicle straight ahead', panels: [stationPanel()] }],
  };
}

function stationNormal({ name, point, normal, regions }: (typeof STATIONS)[number], heading: number) {
  const rotation = rotationAboutZ(createMat3(), heading * DEGREE);
  const box = createVehicleBox(halved(EDGES), RADIUS);
  Object.assign(box.rotation, rotation);
  const ray = createBoxRay();
  boxRay(ray, box.halfExtents, RADIUS, createVec3(...point));
  const found = transformVec3(createVec3(), rotation, ray.normal);
  const expected = transformVec3(createVec3(), rotation, createVec3(...normal));
  const world = transformVec3(createVec3(), rotation, createVec3(...point));
  const printedBox = rotatedBox(heading);
  const answer = printedBoxNormal(printedBox, inWorld(printedBox, point));
  const printed = isStop(answer) ? answer : vector(createVec3(...answer));
  return {
    name,
    regions,
    t: ray.t,
    region: ray.region,
    normal: found,
    error: apart(found, expected),
    bisected: apart(found, normalByBisection(box, world)),
    printed,
  };
}

function stationPanel() {
  const { states } = contactFigure(0, 0, 0);
  const rows = STATIONS.map(({ name, point, normal }) => ({
    name,
    at: createVec3(...point),
    normal: createVec3(...normal),
  }));
  return {
    caption: 'rays from the centre, and the outward normals',
    vehicles: [outlineOf(states, 0)],
    arrows: [],
    directions: rows.map(({ name, at, normal }) => drawn(`n${name}`, at, normal)),
    lines: rows.map(({ at }) => [flat(createVec3()), flat(at)] as const),
  };
}

/** The instant of the comparison: during the contact of the boxes of example 1 [s]. */
const INSTANT = 0.89;

interface OneInstant {
  readonly states: Float64Array;
  readonly contact: Readonly<Record<'EM' | 'BM', VehicleContact>>;
}

/** Example 1 with boxes up to the instant, then the forces of both models in that one state. */
function oneInstant(): OneInstant {
  let states = new Float64Array();
  let depth = 0;
  runVehicles(
    EXAMPLE_MODELS,
    OFFSET_PLATOON,
    { duration: INSTANT, frameInterval: INSTANT, contact: { model: 'BM' } },
    {
      frame: (frame) => {
        states = frame.states.slice();
        depth = frame.contacts[0]?.contact.depth ?? 0;
      },
    },
  );
  const evaluate = (model: 'EM' | 'BM') => {
    const bodies = [0, 1].map(() => createVehicleBody(EXAMPLE_MODEL));
    const system = createVehicleSystem(bodies, createRunSettings({ contact: { model } }));
    const pair = createPairRecord(system, 0, 1);
    system.arrays.now.set(states);
    pair.arrays.now[DEPTH] = depth;
    return evaluatePair(createVehicleContact(), system, pair, 'now');
  };
  return { states, contact: { EM: evaluate('EM'), BM: evaluate('BM') } };
}

/** Moment about the vertical through the centre of a vehicle of a force at a point [N m]. */
function yawMoment(
  states: Float64Array,
  vehicle: number,
  point: ReadonlyVec3,
  force: ReadonlyVec3,
  sign: number,
): number {
  const at = (states.length / 2) * vehicle;
  return sign * ((point.x - states[at]) * force.y - (point.y - states[at + 1]) * force.x);
}

/** Forces of both models in one geometry at the same moment. */
export function forcesOfBothModels(): ReportItem {
  const { states, contact } = oneInstant();
  const { EM, BM } = contact;
  const models = Object.entries(contact).map(([model, found]) => {
    const { pointA, pointB, normalForce, force } = found;
    return {
      model,
      found,
      yaw: [yawMoment(states, 0, pointA, normalForce, -1), yawMoment(states, 1, pointB, normalForce, 1)],
      // the sum of the moments about one vertical, per force [m]
      couple: Math.abs(found.momentA + found.momentB) / force,
    };
  });
  const across = subVec3(createVec3(), BM.ellipsoidPointA, BM.ellipsoidPointB);
  const misplaced = Math.abs(across.x * BM.normal.y - across.y * BM.normal.x);
  const direction = ({ normal }: VehicleContact) => Math.atan2(normal.y, normal.x) / DEGREE;
  return {
    id: 'forces-of-both-models',
    source: '[PATH98-5], figure 4, M17',
    title: 'Forces of both models in one geometry at the same moment',
    description: `Example 1 with boxes, ${INSTANT} s after the start, while the boxes are in contact; then the force of either model in that one state. The force of the ellipsoids is along their common normal, oblique, at the own point of each; that of the boxes is along the road, at the point between the two. Neither leaves a net couple. Applied at the points of the ellipsoids, the force of the boxes would: the points lie apart across its direction. The magnitudes are not comparable: the ellipsoids overlap far more deeply than the boxes.`,
    checks: [
      equals(
        'both models have the same points of the ellipsoids [m]',
        apart(EM.ellipsoidPointA, BM.ellipsoidPointA),
        0,
      ),
      atMost(
        'EM: points apart along the normal only, deviation [m]',
        lengthVec3(addScaledVec3(createVec3(), subVec3(createVec3(), EM.pointB, EM.pointA), EM.normal, -EM.gap)),
        1e-12,
      ),
      atMost('BM: one point for both vehicles, difference [m]', apart(BM.pointA, BM.pointB), 0),
      ...models.flatMap(({ model, couple, yaw }) => [
        // rounding of positions of some 30 m
        atMost(`${model}: net couple per force [m]`, couple, 1e-13),
        ...yaw.map((moment, i) =>
          equals(
            `${model}: sense of rotation of vehicle ${i + 1}, + counter-clockwise`,
            Math.sign(moment),
            model === 'EM' ? 1 : -1,
          ),
        ),
      ]),
      atLeast('BM at the points of the ellipsoids: net couple per force [m]', misplaced, 0.1),
      atMost('BM: direction of the force from straight ahead [degrees]', Math.abs(direction(BM)), 2),
      atLeast('EM: direction of the force from straight ahead [degrees]', Math.abs(direction(EM)), 30),
    ],
    tables: [
      {
        title: 'Forces on vehicle 2',
        columns: ['model', 'rule', 'direction', 'depth [m]', 'force [kN]', 'yaw moments on vehicles 1, 2 [kN m]'],
        rows: models.map(({ model, found, yaw }) => [
          model,
          found.rule,
          vector(found.normal),
          formatNumber(found.depth),
          formatNumber(found.force / 1000),
          yaw.map((moment) => formatNumber(moment / 1000)).join(', '),
        ]),
      },
    ],
    drawings: [
      {
        title: `Directions of the force at ${INSTANT} s`,
        panels: models.map(({ model, found }) => ({
          caption: `${model}: rule ${found.rule}`,
          vehicles: [0, 1].map((i) => outlineOf(states, i)),
          arrows: [],
          directions: [
            drawn('on 1', found.pointA, { ...scaled(found.normal, -1) }, 2.2),
            drawn('on 2', found.pointB, found.normal, 2.2),
          ],
        })),
      },
    ],
  };
}

function scaled({ x, y, z }: ReadonlyVec3, factor: number): ReadonlyVec3 {
  return createVec3(factor * x, factor * y, factor * z);
}
