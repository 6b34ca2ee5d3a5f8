import { createLedger, measureLedger } from '../../src/dynamics/ledger.ts';
import { createPlanarBody, createSpatialBody, type RigidBody } from '../../src/dynamics/rigid-body.ts';
import { mat3FromRows, transformVec3 } from '../../src/math/mat3.ts';
import { createPose } from '../../src/math/pose.ts';
import { addScaledVec3, createVec3, crossVec3, dotVec3 } from '../../src/math/vec3.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { normalImpulse, normalSpeed } from '../../src/response/impulse.ts';
import { createMaterial } from '../../src/response/material.ts';
import { applyResponse, respond } from '../../src/response/respond.ts';
import { allEqual, atLeast, equals, type ReportItem } from '../report-item.ts';

const HEAD_ON = { pointA: createVec3(), pointB: createVec3(), normal: createVec3(1) };

/** A sphere on the x axis. */
function ball(x: number, speed: number, mass = 1, inertia = 1): RigidBody {
  return createPlanarBody(createPose([x, 0]), mass, inertia, createVec3(speed), 0);
}

function energyOf(...bodies: readonly RigidBody[]): number {
  return measureLedger(createLedger(), bodies).kineticEnergy;
}

/** Velocities as printed: v1' = v1 - j n/m1, v2' = v2 + j n/m2, j = -(1 + e) (v1 - v2)·n/(1/m1 + 1/m2), with e = 1. */
function printedBounce(v1: number, v2: number, n: number): [number, number] {
  const j = (-2 * (v1 - v2) * n) / (1 + 1);
  return [v1 - j * n, v2 + j * n];
}

export function impulseSign(): ReportItem {
  const [a, b] = [ball(-1, 1), ball(1, -1)];
  applyResponse(respond(HEAD_ON, a, b, createMaterial()), a, b);
  const [p, q] = [ball(-1, 1, 1), ball(1, -1, 4)];
  // E9: m1 (v2' - v2) = j, with the mass of the other body
  const j = normalImpulse(HEAD_ON, p, q, 1);
  const printedMomentum = 1 - j + 4 * (-1 + j);
  applyResponse(respond(HEAD_ON, p, q, createMaterial()), p, q);
  const momentum = measureLedger(createLedger(), [p, q]).momentum.x;
  const printed = printedBounce(1, -1, 1);
  return {
    id: 'impulse-sign',
    source: '[CP13-3.2] (E8, E9)',
    title: 'Head-on impact of two equal spheres: the sign of the impulse, and the mass of the second body',
    description:
      'Spheres of 1 kg collide at 1 m/s each, e = 1. As printed, the impulse has the wrong sign for either direction of n, and the spheres accelerate through each other. With 1 and 4 kg, the printed m1 in place of m2 loses momentum.',
    checks: [
      allEqual('as printed, n = +x: velocities after [m/s]', printed, [3, -3]),
      allEqual('as printed, n = -x', printedBounce(1, -1, -1), [3, -3]),
      equals('as printed: energy after over energy before', (printed[0] ** 2 + printed[1] ** 2) / 2, 9),
      allEqual('corrected: velocities after [m/s]', [a.velocity.x, b.velocity.x], [-1, 1]),
      equals('corrected: energy after over energy before', energyOf(a, b), 1),
      equals('1 and 4 kg, as printed: momentum after (before: -3) [N s]', printedMomentum, 6.6, 1e-14),
      equals('1 and 4 kg, corrected: momentum after [N s]', momentum, -3, 1e-14),
    ],
  };
}

/** A spatial body with an anisotropic inertia, hit off its axes. */
const TENSOR = mat3FromRows([
  [2, 0.5, 0],
  [0.5, 3, -0.4],
  [0, -0.4, 1],
]);

export function inertiaTensor(): ReportItem {
  const point = createVec3(0.5, 0.7, -0.3);
  const hit = { pointA: point, pointB: point, normal: createVec3(1) };
  const immovable = Number.POSITIVE_INFINITY;
  const wall = createPlanarBody(createPose(), immovable, immovable, createVec3(), 0);
  const body = () => createSpatialBody(createPose(), 1, TENSOR, createVec3(1, 0, 0), createVec3());
  const rotation = crossVec3(createVec3(), point, hit.normal);
  const push = (j: number) => {
    const impacted = body();
    addScaledVec3(impacted.velocity, impacted.velocity, hit.normal, -j);
    addScaledVec3(
      impacted.angularVelocity,
      createVec3(),
      transformVec3(createVec3(), impacted.inverseInertia, rotation),
      -j,
    );
    return { normalSpeed: normalSpeed(hit, impacted, wall), energy: energyOf(impacted) / 0.5 };
  };
  const scalars = [TENSOR.xx, TENSOR.yy, TENSOR.zz];
  const printed = scalars.map((inertia) => push(2 / (1 + dotVec3(rotation, rotation) / inertia)));
  const corrected = push(normalImpulse(hit, body(), wall, 1));
  return {
    id: 'inertia-tensor',
    source: '[CP13-3.2] (E10)',
    title: 'The inertia of a spatial body is a tensor',
    description:
      "A body hits a half-space elastically, off its axes. Dividing by a single number I, as printed, violates u'·n = -e u·n and changes the energy, for any number; the inverse tensor does neither.",
    checks: [
      atLeast(
        "as printed: minimum error of u'·n over I11, I22, I33",
        Math.min(...printed.map((after) => Math.abs(after.normalSpeed - 1))),
        0.01,
      ),
      atLeast(
        'as printed: minimum relative change of energy',
        Math.min(...printed.map((after) => Math.abs(after.energy - 1))),
        0.005,
      ),
      equals("corrected: u'·n for u·n = -1", corrected.normalSpeed, 1, 1e-14),
      equals('corrected: energy after over energy before', corrected.energy, 1, 1e-14),
    ],
    tables: [
      {
        title: 'By the number taken for I',
        columns: ['I [kg m²]', "u'·n [m/s]", 'energy after / before'],
        rows: [
          ...printed.map((after, i) => [scalars[i], after.normalSpeed, after.energy].map(formatNumber)),
          ['tensor', formatNumber(corrected.normalSpeed), formatNumber(corrected.energy)],
        ],
      },
    ],
  };
}

/** The static case as printed: only when v_r·t = 0 and m v_r·t ≤ j_s; the impulse then is -m v_r·t. */
function printedStaticImpulse(sliding: number, mass: number, limit: number): number {
  return sliding === 0 && mass * sliding <= limit ? -mass * sliding : 0;
}

export function staticFriction(): ReportItem {
  const immovable = Number.POSITIVE_INFINITY;
  const floor = createPlanarBody(createPose([0, -1]), immovable, immovable, createVec3(), 0);
  const falling = (sliding: number) => createPlanarBody(createPose([0, 0.1]), 2, 0.5, createVec3(sliding, -1), 0);
  const contact = { pointA: createVec3(), pointB: createVec3(), normal: createVec3(0, 1) };
  const slidings = Array.from({ length: 81 }, (_, i) => (i - 40) / 10);
  const sticking = createMaterial({ restitution: 0, staticFriction: 2, dynamicFriction: 0.5 });
  const corrected = slidings.map((sliding) => respond(contact, floor, falling(sliding), sticking).impulse.x);
  const printed = slidings.map((sliding) => printedStaticImpulse(sliding, 2, 4));
  return {
    id: 'static-friction',
    source: '[CP13-3.3] (E12)',
    title: 'Static friction',
    description:
      'A body falls on a rough floor at 1 m/s and slides along it at the same time. The printed static case requires a sliding speed of zero and then an impulse proportional to it, so it has no effect. Corrected, the impulse that stops the sliding (with the effective mass of the contact) is applied if it is in the static cone, else the dynamic one.',
    checks: [
      equals('as printed: maximum static impulse over all sliding speeds [N s]', Math.max(...printed.map(Math.abs)), 0),
      equals(
        'corrected: impulse that stops a sliding of 1 m/s [N s]',
        corrected[slidings.indexOf(1)],
        -1 / (1 / 2 + 0.1 ** 2 / 0.5),
        1e-14,
      ),
    ],
    plots: [
      {
        title: 'Tangential impulse over sliding speed',
        x: { label: 'sliding speed before [m/s]' },
        y: { label: 'tangential impulse [N s]' },
        series: [
          { name: 'corrected', points: slidings.map((sliding, i) => [sliding, corrected[i]]) },
          {
            name: 'static case as printed',
            style: 'dashed',
            points: slidings.map((sliding, i) => [sliding, printed[i]]),
          },
        ],
      },
    ],
  };
}

/** Mass and inertia of a manipulator in the slides. */
const STAND_IN = 1e6;
const TARGETS = [1, 10, 100, 1000];

export function standInMass(): ReportItem {
  const immovable = Number.POSITIVE_INFINITY;
  const errors = TARGETS.map((mass) => {
    const target = ball(1, -1, mass);
    const exact = normalImpulse(HEAD_ON, ball(-1, 0, immovable, immovable), target, 1);
    return 1 - normalImpulse(HEAD_ON, ball(-1, 0, STAND_IN, STAND_IN), target, 1) / exact;
  });
  return {
    id: 'stand-in-mass',
    source: '[CP13-5.6] (E20)',
    title: 'A million kilograms for infinity',
    description:
      'The slides give a manipulator m = I = 1e6 during a collision. The impulse is then too small by the effective mass of the target over 1e6; zero inverse mass is exact.',
    checks: errors.map((error, i) =>
      equals(`target of ${TARGETS[i]} kg: relative error of j × 1e6 / mass`, (error * STAND_IN) / TARGETS[i], 1, 2e-3),
    ),
    tables: [
      {
        title: 'Head-on impact of a target on the manipulator',
        columns: ['target [kg]', 'relative error of j', 'mass / 1e6'],
        rows: errors.map((error, i) => [TARGETS[i], error, TARGETS[i] / STAND_IN].map(formatNumber)),
      },
    ],
  };
}
