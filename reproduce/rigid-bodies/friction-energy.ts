import { createLedger, measureLedger } from '../../src/dynamics/ledger.ts';
import { createPlanarBody } from '../../src/dynamics/rigid-body.ts';
import { createPose } from '../../src/math/pose.ts';
import { cos, sin } from '../../src/math/trig.ts';
import { createVec3 } from '../../src/math/vec3.ts';
import { createMaterial, type FrictionLaw } from '../../src/response/material.ts';
import { applyResponse, respond } from '../../src/response/respond.ts';
import { atMost, equals, type ReportItem } from '../report-item.ts';

const DEGREE = Math.PI / 180;
const LAWS: readonly FrictionLaw[] = ['newton-coulomb', 'algebraic'];

/**
 * A slender rod (1 kg, 1 m) inclined to the floor touches with its trailing end; it moves without rotation, off the
 * normal. Energy after over energy before, for e = μ = 1.
 */
function rodEnergyRatio(frictionLaw: FrictionLaw, inclined: number, off: number): number {
  const immovable = Number.POSITIVE_INFINITY;
  const floor = createPlanarBody(createPose(), immovable, immovable, createVec3(), 0);
  const velocity = createVec3(sin(off), -cos(off));
  const rod = createPlanarBody(createPose([0.5 * cos(inclined), 0.5 * sin(inclined)]), 1, 1 / 12, velocity, 0);
  const contact = { pointA: createVec3(), pointB: createVec3(), normal: createVec3(0, 1) };
  applyResponse(respond(contact, floor, rod, createMaterial({ frictionLaw, staticFriction: 1 })), floor, rod);
  return measureLedger(createLedger(), [rod]).kineticEnergy / 0.5;
}

export function frictionEnergy(): ReportItem {
  const angles = Array.from({ length: 89 }, (_, i) => 2 * i - 88);
  const curves = LAWS.map((law) => angles.map((off) => rodEnergyRatio(law, 52 * DEGREE, off * DEGREE)));
  const everywhere = Array.from({ length: 44 }, (_, i) => (2 * i + 1) * DEGREE);
  const maximum = Math.max(
    ...everywhere.flatMap((inclined) => angles.map((off) => rodEnergyRatio('algebraic', inclined, off * DEGREE))),
  );
  const checks = [
    equals(
      'newton-coulomb, rod at 52°, moving 27° off the normal',
      rodEnergyRatio('newton-coulomb', 52 * DEGREE, 27 * DEGREE),
      1.184,
      5e-4,
    ),
    atMost('algebraic, the same', rodEnergyRatio('algebraic', 52 * DEGREE, 27 * DEGREE), 1 + 1e-14),
    atMost('algebraic, maximum over all inclinations and directions', maximum, 1 + 1e-14),
  ];
  return {
    id: 'friction-energy',
    source: '[CP13-3.3] (E12)',
    title: 'A law of friction that creates energy, and one that does not',
    description:
      "A slender rod hits a rough floor with its trailing end, e = μ = 1. Newton's restitution with Coulomb's cone creates energy; the algebraic law never does.",
    checks,
    plots: [
      {
        title: 'Rod inclined at 52°: energy after over energy before',
        x: { label: 'direction of motion off the floor normal [degrees]' },
        y: { label: 'energy after / energy before' },
        series: LAWS.map((name, i) => ({
          name,
          points: angles.map((off, k) => [off, curves[i][k]] as [number, number]),
        })),
      },
    ],
  };
}
