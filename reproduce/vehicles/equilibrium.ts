import { type Equilibrium, staticEquilibrium } from '../../src/dynamics/vehicle/equilibrium.ts';
import type { EquilibriumKey, VehicleModel } from '../../src/dynamics/vehicle/vehicle-model.ts';
import { DIRECTORS } from '../../src/dynamics/vehicle/vehicle-state.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { allEqual, atLeast, atMost, equals, type ReportItem } from '../report-item.ts';
import { EXAMPLE_MODEL } from './example-files.ts';
import { runExample } from './example-run.ts';

/** Differences of the exact equilibrium and the file. */
const DIFFERENCES: readonly (readonly [EquilibriumKey, number])[] = [
  ['R3', 7e-9],
  ['D13', 3.1e-7],
  ['D31', 3e-6],
  ['D33', 3.9e-7],
  ['D11', 1.07e-5],
];

/** One digit of D11 changed. */
const OTHER_D11 = 9.999051e-1;

/** Strains γ11 and γ13 of directors d1 and d3, both in the plane of symmetry. */
function strains({ D11, D13, D31, D33 }: Equilibrium): { readonly axial: number; readonly shear: number } {
  return { axial: (D11 * D11 + D13 * D13 - 1) / 2, shear: (D11 * D31 + D13 * D33) / 2 };
}

/** The model, unstrained, level and one centimetre above equilibrium. */
const DROPPED: VehicleModel = {
  ...EXAMPLE_MODEL,
  EQUILIBRIUM: { R3: 0.06, D11: 1, D12: 0, D13: 0, D21: 0, D22: 1, D23: 0, D31: 0, D32: 0, D33: 1 },
};

/** Maximum shear strain γ13 in the last half second of eight, after a drop of a centimetre, and the final height. */
function settle(): { readonly shear: number; readonly height: number } {
  const start = { model: 1, X: 0, Y: 0, ORIENTATION: 0, SPEED: 0, STEERING: 0 };
  const settings = { duration: 8, step: 5e-4, frameInterval: 1e-3, equilibrium: 'file' as const };
  const late = runExample([start], settings, [DROPPED]).moments.filter(({ time }) => time > 7.5);
  const shears = late.map(({ states }) => {
    const [x1, y1, z1, , , , x3, y3, z3] = states.subarray(DIRECTORS, DIRECTORS + 9);
    return Math.abs(x1 * x3 + y1 * y3 + z1 * z3) / 2;
  });
  return { shear: Math.max(...shears), height: late[late.length - 1].states[2] };
}

export function vehicleAtRest(): ReportItem {
  const exact = staticEquilibrium(EXAMPLE_MODEL);
  const file = EXAMPLE_MODEL.EQUILIBRIUM ?? exact;
  const strained = strains(file);
  const settled = settle();
  const { SUSPENSION } = EXAMPLE_MODEL;
  const lowered = staticEquilibrium({ ...EXAMPLE_MODEL, SUSPENSION: { ...SUSPENSION, H1: 0.1, H2: 0.1 } });
  return {
    id: 'vehicle-at-rest',
    source: '[PATH98-7]',
    title: 'The equilibrium in the data file',
    description:
      'Height and pitch of a vehicle on its four springs, in closed form, compared with the EQUILIBRIUM of the data file. Springs that measure the height above the road and act vertically give the height of the file to its last digit, only with g = 9.81 m/s². The other differences are not those of an equilibrium: the shear has the magnitude of the undamped oscillation that remains when the simulated vehicle is dropped, and no force in the model balances the axial strain that D11 implies. With one digit changed it would nearly vanish: probably a misprint.',
    checks: [
      // from an independent program, to eight digits
      allEqual(
        'exact R3, D13, D33',
        [exact.R3, exact.D13, exact.D33],
        [5.0396163e-2, -1.3826147e-2, 9.9990441e-1],
        5e-9,
      ),
      ...DIFFERENCES.map(([key, expected]) => ({
        ...equals(`${key}: file minus exact, magnitude`, Math.abs(file[key] - exact[key]) / expected, 1, 0.03),
        expected: `about ${formatNumber(expected)}`,
        measured: formatNumber(Math.abs(file[key] - exact[key])),
      })),
      atLeast(
        'R3 with g = 9.80665 m/s²: difference from the file [m]',
        Math.abs(staticEquilibrium(EXAMPLE_MODEL, 9.80665).R3 - file.R3),
        3e-5,
      ),
      equals('shear strain of the file', strained.shear, 1.7310621e-6, 1e-12),
      equals('shear strain 8 s after a drop of 1 cm, over that of the file', settled.shear / strained.shear, 1, 0.5),
      // springs and dampers damp the height; the shear still oscillates
      equals('final height [m]', settled.height, exact.R3, 1e-7),
      equals('axial strain of the file', strained.axial, 1.06805e-5, 1e-9),
      atMost('axial strain with D11 = 9.999051e-01', Math.abs(strains({ ...file, D11: OTHER_D11 }).axial), 7e-7),
      allEqual(
        'springs mounted 0.1 m lower strain the body: R3, D13, D31, D33, D11, D22',
        [lowered.R3, lowered.D13, lowered.D31, lowered.D33, lowered.D11, lowered.D22],
        [0.1503654152, -0.01391032597, 0.01391065822, 0.9998848723, 0.9999087544, 1.0000055117],
        1e-10,
      ),
    ],
    tables: [
      {
        title: 'Equilibrium',
        columns: ['', 'exact', 'data file', 'difference'],
        rows: DIFFERENCES.map(([key]) => [
          key,
          exact[key].toExponential(7),
          file[key].toExponential(6),
          formatNumber(Math.abs(file[key] - exact[key])),
        ]),
      },
    ],
  };
}
