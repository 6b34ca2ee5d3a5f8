import type { PlatoonVehicle } from '../../dynamics/vehicle/vehicle-model.ts';
import { cos } from '../../math/trig.ts';
import { dotVec3 } from '../../math/vec3.ts';
import type { VehicleContactLaw } from '../../response/vehicle-contact/contact-law.ts';
import { momentOf } from '../../sim/vehicles/contact-phase.ts';
import { runVehicles } from '../../sim/vehicles/simulate-vehicles.ts';
import type { VehicleFrame, VehicleRunSummary } from '../../sim/vehicles/vehicle-observer.ts';
import { formatNumber } from '../format-number.ts';
import type { Series } from '../plot.ts';
import { allEqual, atLeast, atMost, equals, type ReportItem } from '../report-item.ts';
import { CLOSING_ENERGY, closingEnergy, EXAMPLE_MODEL, EXAMPLE_MODELS, OFFSET_PLATOON } from './example-files.ts';
import { DEGREE, type ExampleRun, momentAt, runExample, totalImpulse } from './example-run.ts';
import { topViewOf } from './top-views.ts';

type LawName = 'EM' | 'BM literal' | 'BM box depth' | 'BM incremental' | 'BM default';

/** Ellipsoids; then boxes with the depth of the ellipsoids, of the boxes, of a memory; and with the fallback beside it. */
const LAWS: Readonly<Record<LawName, Partial<VehicleContactLaw>>> = {
  EM: { model: 'EM' },
  'BM literal': { model: 'BM', depthLaw: 'ellipsoid', filter: 'eq1', fallback: false },
  'BM box depth': { model: 'BM', depthLaw: 'box', fallback: false },
  'BM incremental': { model: 'BM', fallback: false },
  'BM default': { model: 'BM' },
};
const LAW_NAMES = Object.keys(LAWS) as LawName[];
/** Those that must not create energy; 2e-4 of the closing energy is the error of steps of 5e-4 s at the kinks of a force. */
const SOUND: readonly LawName[] = ['EM', 'BM default'];
const SOUND_BAR = 2e-4;

/** Of another program, for heading 0: offset [m], then work over closing energy by the laws in their order; NaN: no contact. */
const REFERENCE: readonly (readonly [number, readonly number[]])[] = [
  [-2.4, [-1e-5, 0.13854, 0.13854, 3e-5, 3e-5]],
  [-1.6, [1e-5, 8.4792, 0.00422, 2e-5, 2e-5]],
  [-0.8, [-1e-5, 1.0596, 0.00113, 1.3e-4, 1.3e-4]],
  [0, [4e-5, 0.01133, 2e-4, 1e-5, 1e-5]],
];
/** Headings [degrees] and offsets [m] of further collisions, for the sound laws and the literal one. */
const OTHERS: readonly (readonly [number, number])[] = [
  [20, 2.4],
  [90, -1.6],
  [120, 0],
  [180, 1.6],
];

/** Vehicle 1 at 10 m/s runs into vehicle 2 at 4 m/s. [PATH98] spec 5 */
function strikers(headingDegrees: number, offset: number): PlatoonVehicle[] {
  const vehicle = { model: 1, Y: 0, ORIENTATION: 0, STEERING: 0 };
  return [
    { ...vehicle, X: 0, SPEED: 10 },
    { ...vehicle, X: 7.5, Y: offset, ORIENTATION: headingDegrees * DEGREE, SPEED: 4 },
  ];
}

const STRIKE = { duration: 2, step: 5e-4, road: { tyres: false } };

function strike(law: LawName, headingDegrees: number, offset: number): VehicleRunSummary {
  return runVehicles(EXAMPLE_MODELS, strikers(headingDegrees, offset), { ...STRIKE, contact: LAWS[law] });
}

/** Work of the contacts as a share of the energy of the closing speed. */
function gain(law: LawName, headingDegrees: number, offset: number): number {
  const speedSq = 116 - 80 * cos(headingDegrees * DEGREE);
  return strike(law, headingDegrees, offset).ledgerEnd.contactWork / closingEnergy(Math.sqrt(speedSq));
}

/**
 * By how much a unit of force along n1 parts the ellipsoids, along their own normal n, at first contact [1/kg]:
 * κ = Σ n·n1 / m + (r × n)_z (r × n1)_z / Iz over both bodies; and the same for n1 = n.
 */
function partingCoefficients(): { readonly literal: number; readonly conjugate: number } {
  const { MASS, Iz } = EXAMPLE_MODEL.COSSERAT_POINT;
  let coefficients: { literal: number; conjugate: number } | undefined;
  const frame = ({ states, contacts }: VehicleFrame) => {
    if (coefficients || contacts.length === 0) return;
    const { point, normal, ellipsoidNormal } = contacts[0].contact;
    const along = (direction: typeof normal) =>
      [0, 1].reduce((sum, i) => {
        const { x, y } = momentOf(states, i).position;
        const turning = (n: typeof normal) => (point.x - x) * n.y - (point.y - y) * n.x;
        return sum + dotVec3(ellipsoidNormal, direction) / MASS + (turning(ellipsoidNormal) * turning(direction)) / Iz;
      }, 0);
    coefficients = { literal: along(normal), conjugate: along(ellipsoidNormal) };
  };
  const settings = { duration: 0.78, frameInterval: 2.5e-4, contact: LAWS['BM literal'] };
  runVehicles(EXAMPLE_MODELS, OFFSET_PLATOON, settings, { frame });
  return coefficients ?? { literal: 0, conjugate: 0 };
}

export function energyOfContactLaws(): ReportItem {
  const runs = LAW_NAMES.map((law) => ({ law, run: runExample(OFFSET_PLATOON, { contact: LAWS[law] }) }));
  const workOf = (law: LawName) =>
    runs.find((entry) => entry.law === law)?.run.summary.ledgerEnd.contactWork ?? Number.NaN;
  const [, literal] = runs;
  const literalPhase = literal.run.summary.phases[0];
  const straight = REFERENCE.map(([offset, expected]) => ({
    offset,
    expected,
    gains: LAW_NAMES.map((law) => gain(law, 0, offset)),
  }));
  const turned = OTHERS.map(([heading, offset]) => ({
    heading,
    offset,
    gains: [...SOUND, 'BM literal' as const].map((law) => gain(law, heading, offset)),
  }));
  const soundGains = [
    ...straight.flatMap(({ gains }) => SOUND.map((law) => gains[LAW_NAMES.indexOf(law)])),
    ...turned.flatMap(({ gains }) => gains.slice(0, SOUND.length)),
  ];
  // the reference has five digits
  const off = straight.flatMap(({ gains, expected }) =>
    gains.map((value, i) => Math.abs(value - expected[i]) / Math.max(1, Math.abs(expected[i]))),
  );
  const parting = partingCoefficients();
  return {
    id: 'energy-of-contact-laws',
    source: '[PATH98] spec 5, 11 (M16)',
    title: 'A box model that makes 97 kJ out of 2 kJ, and one that makes none',
    about:
      'Read literally, the source pushes along the normal of the boxes by the depth of the ellipsoids. Force and depth then do not belong together: in example 1 the clockwise spin pushes the ellipsoids together as fast as the force pulls them apart. Our default law remembers a depth of its own that grows with the approach along the force, so its power is exactly that of a spring. Example 1 with tyres, then other collisions of the same vehicles without.',
    checks: [
      equals('example 1, BM literal: energy created [J]', workOf('BM literal'), 96652, 1e-4),
      equals('example 1, BM literal: impulse on vehicle 2 [N s]', totalImpulse([literalPhase]), 11857.3, 1e-3),
      allEqual(
        'example 1, BM literal: yaw rates after it [rad/s]',
        literalPhase.after.map(({ yawRate }) => yawRate),
        [-3.3307, -3.35282],
        3e-3,
      ),
      atMost('example 1, EM: energy created or lost [J]', Math.abs(workOf('EM')), 0.01),
      // the spring of a law with memory ends at zero within a step
      atMost('example 1, BM default: work of the contact [J]', workOf('BM default'), 0),
      atMost('example 1, BM default: energy lost [J]', -workOf('BM default'), 1),
      atMost(
        'κ of the literal law over that of a force along the normal of the ellipsoids',
        Math.abs(parting.literal / parting.conjugate),
        0.01,
      ),
      equals('κ of a force along the normal of the ellipsoids [1/kg]', 1e3 * parting.conjugate, 2.3, 0.02),
      atMost('heading 0: work over closing energy off that of another program, any law', Math.max(...off), 1e-4),
      atMost(
        'EM and BM default: greatest work over closing energy, all collisions',
        Math.max(...soundGains),
        SOUND_BAR,
      ),
      atLeast(
        'BM literal: greatest work over closing energy',
        Math.max(...straight.map(({ gains }) => gains[1]), ...turned.map(({ gains }) => gains[2])),
        8,
      ),
    ],
    tables: [
      {
        title: 'Example 1',
        columns: [
          'law',
          'work of contacts [J]',
          'over closing energy',
          'impulse of the first contact [N s]',
          'contacts',
        ],
        rows: runs.map(({ law, run: { summary } }) => [
          law,
          formatNumber(summary.ledgerEnd.contactWork),
          formatNumber(summary.ledgerEnd.contactWork / CLOSING_ENERGY),
          formatNumber(totalImpulse(summary.phases.slice(0, 1))),
          String(summary.phases.length),
        ]),
      },
      {
        title: 'Work over closing energy: 10 m/s into 4 m/s, heading 0',
        columns: ['offset [m]', ...LAW_NAMES],
        rows: straight.map(({ offset, gains }) => [formatNumber(offset), ...gains.map(formatNumber)]),
      },
      {
        title: 'The same at other headings of vehicle 2',
        columns: ['heading [degrees]', 'offset [m]', ...SOUND, 'BM literal'],
        rows: turned.map(({ heading, offset, gains }) => [heading, offset, ...gains].map(formatNumber)),
      },
    ],
    plots: [
      {
        title: 'Example 1: work of the contacts',
        x: { label: 'time [s]' },
        y: { label: 'work on both vehicles [kJ]' },
        series: runs.map(({ law, run }) => workSeries(law, run)),
      },
    ],
  };
}

function workSeries(name: string, { moments }: ExampleRun): Series {
  return { name, points: moments.map(({ time, contactWork }) => [time, contactWork / 1000]) };
}

/** Of their 3 m of width these vehicles share 0.1 m. */
const NARROW = -2.9;

export function sideFaceFallback(): ReportItem {
  const platoon = strikers(0, NARROW);
  const [without, withFallback] = (['BM incremental', 'BM default'] as const).map((law) =>
    runExample(platoon, { ...STRIKE, contact: LAWS[law] }),
  );
  /** How far vehicle 1 is ahead of vehicle 2 at the end [m]. */
  const lead = ({ summary }: ExampleRun) =>
    momentOf(summary.states, 0).position.x - momentOf(summary.states, 1).position.x;
  const overlap = ({ moments }: ExampleRun) => -Math.min(...moments.map(({ boxGap }) => boxGap));
  const [phase] = withFallback.summary.phases;
  const middle = momentAt(without, 1.25).time;
  return {
    id: 'side-face-fallback',
    source: '[PATH98] spec 5, 16',
    title: 'Vehicles that would drive through each other',
    about:
      'With a few percent of the width in common the ellipsoids touch beside the boxes: the rule takes a side face, its normal is square to the motion, and no force arises while the boxes pass through each other. The fallback takes the normal of the ellipsoids when the boxes overlap by more than 5 cm and that normal would stop them. What is left in its spring when the bodies part is booked as release loss.',
    checks: [
      equals('without it: contacts', without.summary.phases.length, 0),
      atLeast('without it: vehicle 1 ends ahead of vehicle 2 by [m]', lead(without), 4),
      equals('without it: greatest overlap of the boxes [m]', overlap(without), 0.1, 1e-6),
      equals('with it: contacts', withFallback.summary.phases.length, 1),
      atLeast('with it: steps by the rule F', phase.rules.F ?? 0, 1),
      // five digits in the reference
      equals('with it: impulse [N s]', totalImpulse(withFallback.summary.phases), 2133.2, 5e-3),
      equals(
        'with it: work of the contact over closing energy',
        withFallback.summary.ledgerEnd.contactWork / closingEnergy(6),
        -0.033318,
        1e-3,
      ),
      equals(
        'with it: release loss over the energy that the contact took',
        withFallback.summary.releaseLoss / -withFallback.summary.ledgerEnd.contactWork,
        1,
        0.05,
      ),
    ],
    drawings: [
      topViewOf('Without the fallback', without, [
        ['meeting', phase.start],
        ['within', middle],
        ['through', 2],
      ]),
      topViewOf('With it', withFallback, [
        ['before', phase.start],
        ['during', 0.5 * (phase.start + phase.end)],
        ['after', 2],
      ]),
    ],
  };
}
