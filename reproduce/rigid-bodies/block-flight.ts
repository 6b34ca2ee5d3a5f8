import { createMat3, rotationAboutZ } from '../../src/math/mat3.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { fittedExponent, spreadOf } from '../../src/picture/spread.ts';
import type { CollisionBlockInputs } from '../../src/sim/collision-block/block-io.ts';
import { createCollisionBlock } from '../../src/sim/collision-block/create-collision-block.ts';
import type { BodyState } from '../../src/sim/observer.ts';
import { equals, type ReportItem } from '../report-item.ts';
import { runDraft } from './run-document.ts';

/** A host simulation's state of one body: x, y, θ and their rates. */
interface HostBody {
  readonly q: [number, number, number];
  v: [number, number, number];
}

/** Corners counter-clockwise about the centre [m]; the block gets them clockwise, as the slides require. */
const OUTLINES = [
  [
    [-0.6, -0.4],
    [0.6, -0.4],
    [0.6, 0.4],
    [-0.6, 0.4],
  ],
  [
    [-0.5, -0.5],
    [0.7, 0],
    [-0.5, 0.5],
  ],
];
const MASSES = [2, 1];
const INERTIAS = [0.35, 0.08];
const STARTS = [
  { q: [-1.5, 0, 0.2], v: [0.8, 0.05, 0.1] },
  { q: [1.6, 0.15, 3.3], v: [-0.7, 0, -0.2] },
];
const RESTITUTION = 0.8;
/** [s] */
const END = 3;
const STEPS = [0.02, 0.01, 0.005, 0.0025, 0.00125];
/** Phase of the first sample within a step; the error is averaged over it. */
const PHASES = 8;

const MESHES = OUTLINES.map((outline) => [0, 1].map((row) => [...outline].reverse().map((corner) => corner[row])));

/**
 * Free flight with fixed steps; the block is called at every sample and its velocities reset the integrators. The first sample
 * is `phase` steps after the start.
 */
function hostFlight(step: number, phase: number): { bodies: HostBody[]; collisions: number } {
  const block = createCollisionBlock({
    m_A: MASSES[0],
    m_B: MASSES[1],
    I_A: INERTIAS[0],
    I_B: INERTIAS[1],
    e: RESTITUTION,
    // more than the bodies approach in a step, [CP13-4.1]
    tolCollision: 2 * step,
  });
  const bodies = STARTS.map(({ q, v }) => ({ q: [...q], v: [...v] }) as HostBody);
  const advance = (time: number) => {
    for (const { q, v } of bodies) for (let k = 0; k < 3; k++) q[k] += time * v[k];
  };
  advance(phase * step);
  let collisions = 0;
  for (let time = phase * step; time < END; time += step) {
    const out = block.step(blockInputs(bodies));
    if (out.collision === 1) {
      bodies[0].v = [out.Vcm_An[0], out.Vcm_An[1], out.Wcm_An[2]];
      bodies[1].v = [out.Vcm_Bn[0], out.Vcm_Bn[1], out.Wcm_Bn[2]];
    }
    collisions = out.collisionCount;
    advance(Math.min(step, END - time));
  }
  return { bodies, collisions };
}

function blockInputs([a, b]: readonly HostBody[]): CollisionBlockInputs {
  const stateOf = ({ q, v }: HostBody) => [q[0], q[1], 0, v[0], v[1], 0, 0, 0, v[2]];
  const rotationOf = ({ q }: HostBody) => {
    const { xx, xy, yx, yy } = rotationAboutZ(createMat3(), q[2]);
    return [
      [xx, xy],
      [yx, yy],
    ];
  };
  return {
    Xcm_A: stateOf(a),
    Xcm_B: stateOf(b),
    R_A: rotationOf(a),
    R_B: rotationOf(b),
    mesh_A: MESHES[0],
    mesh_B: MESHES[1],
  };
}

/** The same flight from one exact time of impact to the next. */
function exactFlight(): { final: readonly BodyState[]; collisions: number } {
  const { final, summary } = runDraft({
    title: 'Flight of two polygons',
    bodies: STARTS.map(({ q, v }, i) => ({
      name: 'AB'[i],
      shape: { kind: 'polygon', vertices: OUTLINES[i] },
      position: [q[0], q[1]],
      angle: q[2],
      velocity: [v[0], v[1]],
      angularVelocity: v[2],
      mass: MASSES[i],
      inertia: INERTIAS[i],
    })),
    contacts: { restitution: RESTITUTION },
    time: { end: END, method: 'events' },
  });
  return { final, collisions: summary.collisions };
}

/** Maximum difference of position [m] and rotation [rad]. */
function deviation(bodies: readonly HostBody[], final: readonly BodyState[]): number {
  return Math.max(
    ...bodies.map(({ q }, i) => {
      const { position, angle } = final[i];
      return Math.max(Math.hypot(q[0] - position.x, q[1] - position.y), Math.abs(q[2] - angle));
    }),
  );
}

export function blockFlight(): ReportItem {
  const exact = exactFlight();
  const flights = STEPS.map((step) => {
    const trials = Array.from({ length: PHASES }, (_, i) => hostFlight(step, i / PHASES));
    const error = spreadOf(trials.map(({ bodies }) => deviation(bodies, exact.final))).mean;
    return { step, error, collisions: spreadOf(trials.map((trial) => trial.collisions)) };
  });
  const points = flights.map(({ step, error }) => [step, error] as [number, number]);
  const last = flights[flights.length - 1];
  return {
    id: 'block-flight',
    source: '[CP13-5], [CP13-7]',
    title: 'The collision block in a flight',
    description: `A host simulation integrates two polygons with a fixed step h, calls the collision block at every sample and resets its velocities on a collision. Its state after ${END} s converges to that of the event-driven run, with an error of order h.`,
    checks: [
      equals('collisions of the finest flight, against the event-driven run', last.collisions.max, exact.collisions),
      equals('exponent of the error over h', fittedExponent(points), 1, 0.25),
    ],
    tables: [
      {
        title: `Largest difference from the event-driven run at the end, mean over ${PHASES} phases of the samples`,
        columns: ['h [s]', 'error [m, rad]', 'collisions'],
        rows: flights.map(({ step, error, collisions }) => [step, error, collisions.mean].map(formatNumber)),
      },
    ],
    plots: [
      {
        title: 'Error of the sampled flight',
        x: { label: 'h [s]', scale: 'log' },
        y: { label: 'error [m, rad]', scale: 'log' },
        series: [
          { name: 'collision block', points },
          { name: 'order h', style: 'dashed', points: STEPS.map((step) => [step, (last.error * step) / last.step]) },
        ],
      },
    ],
  };
}
