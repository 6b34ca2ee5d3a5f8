import { RUN_OUT_STRIDE } from '../../src/dynamics/vehicle/run-out.ts';
import { hashWords } from '../../src/math/counter-random.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { cos, sin } from '../../src/math/trig.ts';
import type { CrashPrediction, VehiclePrediction } from '../../src/reconstruct/crash-prediction.ts';
import { wheelPath } from '../../src/reconstruct/measurements.ts';
import { predictImpulse } from '../../src/reconstruct/predict-impulse.ts';
import { type ReconstructionCase, readCase } from '../../src/reconstruct/read-case.ts';
import { reconstruct } from '../../src/reconstruct/reconstruct.ts';
import type { Reconstruction } from '../../src/reconstruct/reconstruction.ts';
import { regionDistance } from '../../src/reconstruct/region-distance.ts';

/** Relative noise of measurements and of assumed friction. */
const NOISE = 0.05;
/** Smallest standard deviations: of a surveyed position [m] and of a heading [rad]. */
const LEAST_LENGTH = 0.05;
const LEAST_ANGLE = 0.02;

/** Seed of the series of crashes. */
const SERIES = 19;

/** A crash with known speeds, and what an investigator would find. */
export interface SyntheticCrash {
  readonly case: ReconstructionCase;
  /** True speeds of both vehicles [m/s]. */
  readonly speeds: readonly [number, number];
}

/** Two vehicles that meet at a random angle and a random point of their outlines, with random masses, restitution and friction. */
function randomTruth(random: Random) {
  const vehicle = (name: string, heading: number) => {
    const mass = random.between(900, 2300);
    return {
      name,
      mass,
      // radius of gyration 1.2 to 1.4 m
      yawInertia: mass * random.between(1.2, 1.4) ** 2,
      heading,
      speed: random.between(6, 28),
    };
  };
  const angle = random.between(0.5, 2.6) * (random.next() < 0.5 ? -1 : 1);
  const [first, second] = [vehicle('A', 0), vehicle('B', angle)];
  // the front of A meets B somewhere between its front and its rear axle
  const onA = [random.between(1.8, 2.2), random.between(-0.7, 0.7)];
  const onB = [random.between(-1.3, 1.9), random.between(0.5, 0.9) * (angle > 0 ? -1 : 1)];
  const [c, s] = [cos(angle), sin(angle)];
  const position = [onA[0] - c * onB[0] + s * onB[1], onA[1] - s * onB[0] - c * onB[1]];
  const lock = () => random.between(0.1, 1);
  const runOut = (name: string) => ({
    vehicle: name,
    friction: random.between(0.55, 0.85),
    locks: [lock(), lock(), lock(), lock()],
  });
  return {
    title: 'Synthetic crash',
    vehicles: [
      { ...first, position: [0, 0] },
      { ...second, position },
    ],
    // along the side of B
    impact: { point: onA, normal: angle + Math.PI / 2, restitution: random.between(0, 0.2) },
    runOut: [runOut('A'), runOut('B')],
  };
}

/** Number `index` of a series. Crashes in which the vehicles do not approach at the point of impact are drawn again. */
export function syntheticCrash(index: number): SyntheticCrash {
  const random = createRandom(hashWords(index, SERIES, 0, 0));
  for (;;) {
    const truth = randomTruth(random);
    const unknowns = ['A', 'B'].flatMap((name) => [
      { path: `vehicles.${name}.speed`, min: 0, max: 40 },
      { path: `runOut.${name}.friction`, deviation: 1 },
    ]);
    const probe = {
      ...truth,
      unknowns,
      measurements: [{ kind: 'damage', parts: [{ vehicle: 'A', energy: 1 }], deviation: 1 }],
    };
    const { document } = readCase(JSON.stringify(probe), 'truth');
    const found = predictImpulse(document);
    // an impact that does damage and moves both vehicles by metres
    if (!found || found.energy < 5e3 || found.vehicles.some((_, i) => travel(found, i) < 2)) continue;
    const speeds = [truth.vehicles[0].speed, truth.vehicles[1].speed] as const;
    return { speeds, case: readCase(JSON.stringify(evidence(truth, found, random)), `synthetic crash ${index}`) };
  }
}

function travel({ vehicles }: CrashPrediction, index: number): number {
  const { states } = vehicles[index].path;
  const [x, y] = states.subarray(states.length - RUN_OUT_STRIDE);
  return Math.sqrt((x - states[0]) ** 2 + (y - states[1]) ** 2);
}

/** What is measured, with noise; the guess of the speeds is far off. */
function evidence(truth: ReturnType<typeof randomTruth>, found: CrashPrediction, random: Random) {
  const measurements = found.vehicles.flatMap(({ path: { states } }, i) => {
    const { name: vehicle } = truth.vehicles[i];
    const [x, y, heading] = states.subarray(states.length - RUN_OUT_STRIDE);
    const length = Math.max(LEAST_LENGTH, NOISE * travel(found, i));
    const angle = Math.max(LEAST_ANGLE, NOISE * Math.abs(heading - states[2]));
    const position = [x + length * random.normal(), y + length * random.normal()];
    return [
      { kind: 'rest-position', vehicle, position, deviation: length },
      { kind: 'rest-heading', vehicle, heading: heading + angle * random.normal(), deviation: angle },
      ...markPoints(found.vehicles[i], vehicle, length, random),
    ];
  });
  const deviation = NOISE * found.energy;
  const energy = Math.max(0, found.energy + deviation * random.normal());
  const runOut = truth.runOut.map((one) => ({ ...one, friction: one.friction * (1 + NOISE * random.normal()) }));
  return {
    ...truth,
    vehicles: truth.vehicles.map((vehicle) => ({ ...vehicle, speed: 15 })),
    runOut,
    measurements: [...measurements, { kind: 'damage', parts: [{ vehicle: 'A', energy }], deviation }],
    unknowns: truth.vehicles.flatMap(({ name }, i) => [
      { path: `vehicles.${name}.speed`, min: 0, max: 40 },
      { path: `runOut.${name}.friction`, deviation: NOISE * truth.runOut[i].friction },
    ]),
  };
}

/** Points of the marks of two wheels, a third and two thirds of the way, with the noise of the position of rest. */
function markPoints(found: VehiclePrediction, vehicle: string, deviation: number, random: Random) {
  return [
    { wheel: 'front-left', index: 0, part: 1 / 3 },
    { wheel: 'rear-right', index: 3, part: 2 / 3 },
  ].map(({ wheel, index, part }) => {
    const path = wheelPath(found, index);
    const at = 2 * Math.round((part * path.length) / 2 / 2);
    const point = [path[at] + deviation * random.normal(), path[at + 1] + deviation * random.normal()];
    return { kind: 'tyre-mark', vehicle, wheel, point, deviation };
  });
}

export interface SyntheticResult {
  readonly index: number;
  readonly speeds: readonly [number, number];
  readonly found: Reconstruction;
  /** Distance of the true speeds from the estimate over that of the limit of the region. */
  readonly distance: number;
}

/** Reconstructs `count` crashes from their noisy evidence. */
export function reconstructSynthetic(count: number): SyntheticResult[] {
  return Array.from({ length: count }, (_, index) => {
    const { case: given, speeds } = syntheticCrash(index);
    const found = reconstruct(given, { profiles: false, inputs: false });
    return { index, speeds, found, distance: regionDistance(found.region, speeds) };
  });
}
