import type { IntegratorScheme } from '../../src/dynamics/integrators.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { formatSpread, type Spread, spreadOf } from '../../src/picture/spread.ts';
import { createSpringDamper, restitutionFromDamping, springDamperForce } from '../../src/response/penalty.ts';
import { allEqual, type Check, equals, type ReportItem } from '../report-item.ts';
import { bounce } from './bounce.ts';

const SCHEMES: readonly IntegratorScheme[] = ['explicit-euler', 'held-force', 'semi-implicit-euler', 'rk4'];

/** h ω0 and the mean energy ratios of the source, in the order of SCHEMES. */
const TABLE: readonly (readonly [number, readonly number[]])[] = [
  [0.01, [1.032, 1.016, 1, 1]],
  [0.1, [1.368, 1.17, 1, 1]],
  [0.2, [1.867, 1.367, 1, 1]],
  [0.5, [4.53, 2.14, 1.001, 0.998]],
  [1, [16, 4.1, 1, 0.96]],
  [1.5, [45, 7, 1.07, 0.85]],
  [1.9, [81, 8.9, 2.7, 0.86]],
];

/** Number of phases of the first step inside. */
const PHASES = 400;

/** K = m = 1, so that ω0 = 1 and the step is h ω0. */
function energyRatios(scheme: IntegratorScheme, step: number): Spread {
  const law = createSpringDamper({ stiffness: 1 });
  const force = (depth: number, rate: number) => springDamperForce(law, depth, rate);
  const ratios = Array.from({ length: PHASES }, (_, i) => {
    const gap = ((i + 0.5) / PHASES) * step;
    return bounce(force, { mass: 1, speed: 1, gap, step, scheme }).restitution ** 2;
  });
  return spreadOf(ratios);
}

export function penaltyEnergy(): ReportItem {
  const measured = TABLE.map(([step, expected]) => ({
    step,
    expected,
    spreads: SCHEMES.map((scheme) => energyRatios(scheme, step)),
  }));
  const checks = measured.map(({ step, expected, spreads }): Check => {
    // the source gives three digits up to 0.2, then two or three
    const tolerance = step < 0.5 ? 1e-3 : 0.02;
    return {
      what: `mean energy ratio at h ω0 = ${step} (${SCHEMES.join(', ')})`,
      expected: `${expected.map(formatNumber).join(', ')}, each within ${100 * tolerance} %`,
      measured: spreads.map(({ mean }) => formatNumber(mean)).join(', '),
      pass: spreads.every(({ mean }, i) => Math.abs(mean / expected[i] - 1) <= tolerance),
    };
  });
  const widest = measured[measured.length - 1].spreads.slice(2).flatMap(({ min, max }) => [min, max]);
  // the leading-order laws, in their range of validity
  const gain = (scheme: number) => Math.log(measured[0].spreads[scheme].mean) / (Math.PI * measured[0].step);
  const curve = (exponent: number) =>
    TABLE.map(([step]) => [step, Math.exp(exponent * Math.PI * step)] as [number, number]);
  return {
    id: 'penalty-energy',
    source: '[CP13-3.1]',
    title: 'Energy gained by a penalty spring in one bounce',
    description:
      'A mass bounces off an undamped spring with fixed steps of length h. Energy after over energy before is averaged over the phase of contact within a step. Explicit Euler and a force held over the step gain energy in every bounce; semi-implicit Euler and RK4 conserve it on average.',
    checks: [
      ...checks,
      allEqual(
        'minimum and maximum ratio at h ω0 = 1.9 (semi-implicit-euler, rk4)',
        widest,
        [0.15, 6.8, 0.58, 1.42],
        0.005,
      ),
      equals('explicit Euler: ln(gain) / (π h ω0) at h ω0 = 0.01', gain(0), 1, 0.02),
      equals('held force: ln(gain) / (π h ω0) at h ω0 = 0.01', gain(1), 0.5, 0.02),
    ],
    tables: [
      {
        title: 'Energy after over energy before, mean [min, max] over the phase of the steps',
        columns: ['h ω0', ...SCHEMES],
        rows: measured.map(({ step, spreads }) => [formatNumber(step), ...spreads.map(formatSpread)]),
      },
    ],
    plots: [
      {
        title: 'Energy ratio of one undamped bounce',
        x: { label: 'h ω0', scale: 'log' },
        y: { label: 'energy after / energy before', scale: 'log' },
        series: [
          ...SCHEMES.map((scheme, i) => ({
            name: scheme,
            points: measured.map(({ step, spreads }) => [step, spreads[i].mean] as [number, number]),
          })),
          { name: 'exp(π h ω0)', style: 'dashed', points: curve(1) },
          { name: 'exp(π h ω0 / 2)', style: 'dashed', points: curve(0.5) },
        ],
      },
    ],
  };
}

/** Damping ratios of the curve; 0.2 is the one of the source. */
const ZETAS = [0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** Short enough that the last step of contact (a jump of γ v, with tension) affects the fifth digit only. */
const FINE_STEP = 1e-4;

function measuredRestitution(zeta: number, noTension: boolean): number {
  const law = createSpringDamper({ stiffness: 1, damping: 2 * zeta, noTension });
  const force = (depth: number, rate: number) => springDamperForce(law, depth, rate);
  return bounce(force, { mass: 1, speed: 1, step: FINE_STEP, scheme: 'rk4' }).restitution;
}

export function penaltyRestitution(): ReportItem {
  const curves = [false, true].map((noTension) => ZETAS.map((zeta) => measuredRestitution(zeta, noTension)));
  const [withTension, withoutTension] = curves;
  const at = ZETAS.indexOf(0.2);
  const worst = (curve: readonly number[], noTension: boolean) =>
    Math.max(...curve.map((e, i) => Math.abs(e - restitutionFromDamping(ZETAS[i], noTension))));
  const formula = (noTension: boolean) =>
    ZETAS.map((zeta) => [zeta, restitutionFromDamping(zeta, noTension)] as [number, number]);
  const dots = (curve: readonly number[]) => ZETAS.map((zeta, i) => [zeta, curve[i]] as [number, number]);
  return {
    id: 'penalty-restitution',
    source: '[CP13-3.1] (E13)',
    title: 'Restitution of a damped penalty spring',
    description:
      'The bounce of a mass on a spring and damper is integrated by RK4 with small steps. If the damper may pull, the contact ends when the depth is zero; without tension it ends earlier, when the force is zero, and the mass leaves faster.',
    checks: [
      equals('ζ = 0.2, with tension', withTension[at], 0.52662, 2e-5),
      equals('ζ = 0.2, without tension', withoutTension[at], 0.57174, 2e-5),
      equals('largest deviation from exp(-πζ/√(1-ζ²)), with tension', worst(withTension, false), 0, 5e-5),
      equals('largest deviation from the closed form without tension', worst(withoutTension, true), 0, 5e-5),
    ],
    plots: [
      {
        title: 'Restitution of a damped spring',
        x: { label: 'damping ratio ζ' },
        y: { label: 'restitution e' },
        series: [
          { name: 'with tension, integrated', style: 'dots', points: dots(withTension) },
          { name: 'without tension, integrated', style: 'dots', points: dots(withoutTension) },
          { name: 'with tension, formula', style: 'dashed', points: formula(false) },
          { name: 'without tension, formula', style: 'dashed', points: formula(true) },
        ],
      },
    ],
  };
}
