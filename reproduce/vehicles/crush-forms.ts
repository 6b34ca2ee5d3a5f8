import type { CrushStructure } from '../../src/dynamics/vehicle/crush-curve.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { channelGain, filterChannel } from '../../src/record/channel-filter.ts';
import type { ContactPhase } from '../../src/sim/vehicles/contact-phase.ts';
import { runVehicles } from '../../src/sim/vehicles/simulate-vehicles.ts';
import { atMost, equals, type ReportItem } from '../report-item.ts';
import { FORMS_CAR } from './driving-forms.ts';

const MASS = 1500;
const UNLOADING = 8e6;
const [A, B, WIDTH] = [55_500, 386_000, 1.6];
const FRONT = { kind: 'linear', A, B, width: WIDTH, unloading: UNLOADING } as const;
/** Nearly rigid, on springs at the height of its centre of mass: a mass point in a central collision. */
const CAR = {
  ...FORMS_CAR,
  COSSERAT_POINT: { ...FORMS_CAR.COSSERAT_POINT, E: 4e10 },
  SUSPENSION: { ...FORMS_CAR.SUSPENSION, H1: 0, H2: 0, C1: 4e4, C2: 4e4 },
};
const STEP = 5e-5;
/** Damps the vibrations of the bodies within a millisecond, so that speeds at separation are those of rigid bodies [s]. */
const VISCOSITY = 2e-5;

function intoBarrier(front: CrushStructure, speed: number): ContactPhase {
  const { phases } = runVehicles(
    [{ ...CAR, crush: { front } }],
    [{ model: 1, X: 2.3, Y: 0, ORIENTATION: 0, SPEED: speed, STEERING: 0 }],
    {
      step: STEP,
      viscosity: VISCOSITY,
      duration: 0.15 + 0.3 / speed,
      road: { tyres: false },
      contact: { model: 'BM' },
      obstacles: [{ name: 'barrier', from: [5, -10], to: [5, 10], radius: 0.2 }],
    },
  );
  return phases[0];
}

/** Restitution against a barrier: elastic energy of the maximum force over the whole, with ½ m v² = F²/2k + w (A C + B C²/2). */
function restitutionAt(speed: number): number {
  const energy = 0.5 * MASS * speed ** 2;
  const elastic = (WIDTH * A) ** 2 / (2 * UNLOADING);
  if (energy <= elastic) return 1;
  // quadratic in the residual crush C, with F = w (A + B C)
  const a = (WIDTH * B) ** 2 / (2 * UNLOADING) + (WIDTH * B) / 2;
  const b = (WIDTH ** 2 * A * B) / UNLOADING + WIDTH * A;
  const crush = (-b + Math.sqrt(b * b + 4 * a * (energy - elastic))) / (2 * a);
  return Math.sqrt((WIDTH * (A + B * crush)) ** 2 / (2 * UNLOADING) / energy);
}

/** A central collision of cars of 1500 and 2100 kg at 20 and 8 m/s. */
function centralCollision() {
  const heavy = {
    ...CAR,
    id: 2,
    COSSERAT_POINT: { ...CAR.COSSERAT_POINT, MASS: 2100 },
    SUSPENSION: { ...CAR.SUSPENSION, C1: 5.6e4, C2: 5.6e4 },
    crush: { rear: { ...FRONT, A: 30_000, B: 200_000 } },
  };
  const start = { ORIENTATION: 0, STEERING: 0, Y: 0 };
  const run = runVehicles(
    [{ ...CAR, crush: { front: FRONT } }, heavy],
    [
      { ...start, model: 1, X: 0, SPEED: 20 },
      { ...start, model: 2, X: 5, SPEED: 8 },
    ],
    { step: STEP, viscosity: VISCOSITY, duration: 0.25, road: { tyres: false }, contact: { model: 'BM' } },
  );
  const [phase] = run.phases;
  const e = phase.restitution ?? 0;
  const mean = (1500 * 20 + 2100 * 8) / 3600;
  const closing = (0.5 * 1500 * 2100 * 144) / 3600;
  const absorbed = (phase.crush?.[0].absorbed ?? 0) + (phase.crush?.[1].absorbed ?? 0);
  return {
    speeds: [
      phase.after[0].velocity.x / (mean - (2100 / 3600) * e * 12),
      phase.after[1].velocity.x / (mean + (1500 / 3600) * e * 12),
    ],
    absorbed: absorbed / (closing * (1 - e * e)),
    balance: Math.abs(run.energyBalanceError) / closing,
  };
}

/** Largest difference of a filtered sine from the gain of the formula, over frequencies and classes. */
function filterError(): number {
  const interval = 1e-4;
  const errors = [60, 180].flatMap((channel) =>
    [0.2, 1, 5 / 3, 4].map((factor) => {
      const rate = 2 * Math.PI * factor * channel * interval;
      const input = Float64Array.from({ length: 6000 }, (_, k) => Math.sin(rate * k));
      const output = filterChannel(input, channel, interval);
      const gain = channelGain(channel, interval, factor * channel);
      let worst = 0;
      for (let k = 2000; k < 4000; k++) worst = Math.max(worst, Math.abs(output[k] - gain * input[k]));
      return worst;
    }),
  );
  return Math.max(...errors);
}

export function crushClosedForms(): ReportItem {
  const spring: CrushStructure = { ...FRONT, A: 0 };
  const loading = 1 / (1 / (WIDTH * B) + 1 / UNLOADING);
  const one = intoBarrier(spring, 15);
  const depth = 15 * Math.sqrt(MASS / loading);
  const time = (Math.PI / 2) * (Math.sqrt(MASS / loading) + Math.sqrt(MASS / UNLOADING));
  const speeds = [1, 2, 5, 10, 15];
  const rows = speeds.map((speed) => ({ speed, phase: intoBarrier(FRONT, speed), expected: restitutionAt(speed) }));
  const worst = Math.max(...rows.map(({ phase, expected }) => Math.abs((phase.restitution ?? 0) - expected)));
  const central = centralCollision();
  return {
    id: 'crush-closed-forms',
    source: '[PATH98-5] extended; closed forms; coefficients A and B after Campbell and McHenry; SAE J211',
    title: 'Crush against a barrier and in a central collision',
    description:
      'A structure that loads as one spring stops a mass after a quarter of its period, and returns it after a quarter of that of the unloading spring. With coefficients A and B the restitution falls with the speed as the energy of the unloading line does. A central collision conserves momentum and loses what the structures absorb. Crash pulses are filtered with the gain of SAE J211.',
    checks: [
      equals('maximum crush over v √(m/k)', (one.crush?.[0].maximum ?? 0) / depth, 1, 1e-3),
      equals('duration over the two quarter periods', (one.end - one.start) / time, 1, 1e-3),
      equals('equivalent barrier speed over the speed', (one.crush?.[0].ebs ?? 0) / 15, 1, 1e-3),
      atMost('restitution: largest difference from the closed form', worst, 2e-3),
      equals(
        'central collision: speed of the first car over that of momentum and restitution',
        central.speeds[0],
        1,
        1e-3,
      ),
      equals('speed of the second', central.speeds[1], 1, 1e-3),
      equals('energy absorbed over the loss of the closing energy', central.absorbed, 1, 1e-3),
      atMost('error of the energy balance over the closing energy', central.balance, 1e-6),
      atMost('filters CFC 60 and 180: largest difference from the gain of the formula', filterError(), 1e-8),
    ],
    tables: [
      {
        title: 'Restitution against a barrier',
        columns: ['speed [m/s]', 'restitution', 'closed form', 'residual crush [m]', 'EES [m/s]'],
        rows: rows.map(({ speed, phase, expected }) => [
          formatNumber(speed),
          formatNumber(phase.restitution ?? 0),
          formatNumber(expected),
          formatNumber(phase.crush?.[0].residual ?? 0),
          formatNumber(phase.crush?.[0].ees ?? 0),
        ]),
      },
    ],
  };
}
