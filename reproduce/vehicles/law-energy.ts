import { cos } from '../../src/math/trig.ts';
import { dotVec3, type ReadonlyVec3 } from '../../src/math/vec3.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { momentOf } from '../../src/sim/vehicles/contact-phase.ts';
import { runVehicles } from '../../src/sim/vehicles/simulate-vehicles.ts';
import type { VehicleFrame } from '../../src/sim/vehicles/vehicle-observer.ts';
import { allEqual, atLeast, atMost, equals, type ReportItem } from '../report-item.ts';
import { IMPACT, LAW_NAMES, LAWS, type LawName, strikers } from './contact-laws.ts';
import { CLOSING_ENERGY, closingEnergy, EXAMPLE_MODEL, EXAMPLE_MODELS, OFFSET_PLATOON } from './example-files.ts';
import { DEGREE, runExample, totalImpulse } from './example-run.ts';

/**
 * Separation acceleration of the ellipsoids along their normal n per unit force along n1, at first contact [1/kg]:
 * κ = Σ n·n1 / m + (r × n)_z (r × n1)_z / Iz over both bodies; and the same for n1 = n.
 */
function separationCoefficients(): { readonly literal: number; readonly conjugate: number } {
  const { MASS, Iz } = EXAMPLE_MODEL.COSSERAT_POINT;
  const found: { literal: number; conjugate: number }[] = [];
  const frame = ({ states, contacts }: VehicleFrame) => {
    if (found.length > 0 || contacts.length === 0) return;
    const { point, normal, ellipsoidNormal } = contacts[0].contact;
    const along = (direction: ReadonlyVec3) =>
      [0, 1].reduce((sum, i) => {
        const { x, y } = momentOf(states, i).position;
        const angularTerm = (n: ReadonlyVec3) => (point.x - x) * n.y - (point.y - y) * n.x;
        return (
          sum +
          dotVec3(ellipsoidNormal, direction) / MASS +
          (angularTerm(ellipsoidNormal) * angularTerm(direction)) / Iz
        );
      }, 0);
    found.push({ literal: along(normal), conjugate: along(ellipsoidNormal) });
  };
  const settings = { duration: 0.78, frameInterval: 2.5e-4, contact: LAWS['BM literal'] };
  runVehicles(EXAMPLE_MODELS, OFFSET_PLATOON, settings, { frame });
  return found[0];
}

export function energyOfContactLaws(): ReportItem {
  const runs = LAW_NAMES.map((law) => ({ law, run: runExample(OFFSET_PLATOON, { contact: LAWS[law] }) }));
  const [ellipsoids, literal, , , byDefault] = runs.map(({ run }) => run.summary);
  const [phase] = literal.phases;
  const separation = separationCoefficients();
  return {
    id: 'energy-of-contact-laws',
    source: '[PATH98-5], [PATH98-11] (M16)',
    title: 'A box model that creates 97 kJ from 2 kJ, and one that creates none',
    description:
      'Read literally, the force of the source acts along the normal of the boxes with the depth of the ellipsoids. Force and depth are then not conjugate: in example 1 the clockwise rotation brings the ellipsoids together as fast as the force separates them (κ, the separation of the ellipsoids per unit force, is almost zero). The default law here integrates a depth from the approach along the force, so its power is exactly that of a spring.',
    checks: [
      equals('BM literal: energy created [J]', literal.ledgerEnd.contactWork, 96652, 1e-4),
      equals('BM literal: impulse on vehicle 2 [N s]', totalImpulse([phase]), 11857.3, 1e-3),
      allEqual(
        'BM literal: yaw rates after it [rad/s]',
        phase.after.map(({ yawRate }) => yawRate),
        [-3.3307, -3.35282],
        3e-3,
      ),
      equals('κ of a force along the normal of the ellipsoids, per tonne', 1000 * separation.conjugate, 2.3, 0.02),
      atMost('κ of the literal law over that, magnitude', Math.abs(separation.literal / separation.conjugate), 0.01),
      atMost('EM: energy created or lost [J]', Math.abs(ellipsoids.ledgerEnd.contactWork), 0.01),
      // the stored depth returns to zero within a step, not at its end
      atMost('BM default: contact work [J]', byDefault.ledgerEnd.contactWork, 0),
      atMost('BM default: energy lost [J]', -byDefault.ledgerEnd.contactWork, 1),
    ],
    tables: [
      {
        title: 'Example 1',
        columns: ['law', 'contact work [J]', 'over closing energy', 'impulse of the first contact [N s]', 'contacts'],
        rows: runs.map(({ law, run: { summary } }) => [
          law,
          formatNumber(summary.ledgerEnd.contactWork),
          formatNumber(summary.ledgerEnd.contactWork / CLOSING_ENERGY),
          formatNumber(totalImpulse(summary.phases.slice(0, 1))),
          String(summary.phases.length),
        ]),
      },
    ],
    plots: [
      {
        title: 'Example 1: contact work',
        x: { label: 'time [s]' },
        y: { label: 'work on both vehicles [kJ]' },
        series: runs.map(({ law, run }) => ({
          name: law,
          points: run.moments.map(({ time, contactWork }) => [time, contactWork / 1000] as const),
        })),
      },
    ],
  };
}

/** Results of another program for heading 0: offset [m], then work over closing energy for each law. */
const REFERENCE: readonly (readonly [number, readonly number[]])[] = [
  [-2.4, [-1e-5, 0.13854, 0.13854, 3e-5, 3e-5]],
  [-1.6, [1e-5, 8.4792, 0.00422, 2e-5, 2e-5]],
  [-0.8, [-1e-5, 1.0596, 0.00113, 1.3e-4, 1.3e-4]],
  [0, [4e-5, 0.01133, 2e-4, 1e-5, 1e-5]],
];
/** The reference has five digits. */
const REFERENCE_TOLERANCE = 5e-5;

/** The laws that must not create energy: 2e-4 of it is the error of steps of 5e-4 s at the kinks of a force. */
const DISSIPATIVE: readonly LawName[] = ['EM', 'BM default'];
const DISSIPATIVE_TOLERANCE = 2e-4;
const COMPARED: readonly LawName[] = [...DISSIPATIVE, 'BM literal'];

/** Headings [degrees] and offsets [m] of further collisions. */
const OTHERS: readonly (readonly [number, number])[] = [
  [20, 2.4],
  [90, -1.6],
  [120, 0],
  [180, 1.6],
];

/** Contact work as a fraction of the closing energy. */
function gain(law: LawName, headingDegrees: number, offset: number): number {
  const settings = { ...IMPACT, contact: LAWS[law] };
  const { ledgerEnd } = runVehicles(EXAMPLE_MODELS, strikers(headingDegrees, offset), settings);
  // 10 m/s and 4 m/s with that angle between them
  const speedSq = 116 - 80 * cos(headingDegrees * DEGREE);
  return ledgerEnd.contactWork / closingEnergy(Math.sqrt(speedSq));
}

export function energyOfCollisions(): ReportItem {
  const straight = REFERENCE.map(([offset, expected]) => ({
    offset,
    expected,
    gains: LAW_NAMES.map((law) => gain(law, 0, offset)),
  }));
  const rotated = OTHERS.map(([heading, offset]) => ({
    heading,
    offset,
    gains: COMPARED.map((law) => gain(law, heading, offset)),
  }));
  const maxCreated = (law: LawName) =>
    Math.max(
      ...straight.map(({ gains }) => gains[LAW_NAMES.indexOf(law)]),
      ...rotated.map(({ gains }) => gains[COMPARED.indexOf(law)]),
    );
  const off = straight.flatMap(({ gains, expected }) =>
    gains.map((value, i) => Math.abs(value - expected[i]) / Math.max(1, Math.abs(expected[i]))),
  );
  return {
    id: 'energy-of-collisions',
    source: '[PATH98-5] (M16)',
    title: 'Energy created by contact laws in many collisions',
    description:
      'One vehicle at 10 m/s hits another at 4 m/s, in line or at an angle, without tyres. Contact work over closing energy: positive if energy was created.',
    checks: [
      atMost(
        'heading 0: maximum difference from another program, any law and offset',
        Math.max(...off),
        REFERENCE_TOLERANCE,
      ),
      ...DISSIPATIVE.map((law) => atMost(`${law}: maximum fraction created`, maxCreated(law), DISSIPATIVE_TOLERANCE)),
      atLeast('BM literal: maximum fraction created', maxCreated('BM literal'), 8),
    ],
    tables: [
      {
        title: 'Work over closing energy, heading 0',
        columns: ['offset [m]', ...LAW_NAMES],
        rows: straight.map(({ offset, gains }) => [formatNumber(offset), ...gains.map(formatNumber)]),
      },
      {
        title: 'The same at other headings of vehicle 2',
        columns: ['heading [degrees]', 'offset [m]', ...COMPARED],
        rows: rotated.map(({ heading, offset, gains }) => [heading, offset, ...gains].map(formatNumber)),
      },
    ],
  };
}
