import { atMost, type ReportItem } from '../report-item.ts';
import { collisionsOf, EARTH, FLOOR, GRAVITY, runSolids, type SolidRunLog } from './run-solids.ts';

/** Height of the fall [m], radius [m] and restitution. */
const HEIGHT = 1;
const RADIUS = 0.1;
const RESTITUTION = 0.8;
/** Number of compared bounces. Fixed steps report a bounce at the end of its step. */
const BOUNCES = { events: 15, steps: 10 };
/** [s] */
const STEP = 1e-3;

/** Time of the n-th contact, from 0: t₀ (1 + 2 Σ eᵏ), t₀ the time of the fall. */
function touchTime(n: number): number {
  const fall = Math.sqrt((2 * HEIGHT) / GRAVITY);
  let [sum, power] = [1, 1];
  for (let k = 1; k <= n; k++) {
    power *= RESTITUTION;
    sum += 2 * power;
  }
  return fall * sum;
}

/** All bounces together end at t₀ (1 + e)/(1 - e). */
const END = (Math.sqrt((2 * HEIGHT) / GRAVITY) * (1 + RESTITUTION)) / (1 - RESTITUTION);

function bounce(method: 'events' | 'steps'): SolidRunLog {
  const sphere = {
    name: 'sphere',
    shape: { kind: 'sphere', radius: RADIUS },
    position: [0, 0, HEIGHT + RADIUS],
    mass: 1,
  };
  return runSolids({
    bodies: [FLOOR, sphere],
    contacts: { restitution: RESTITUTION, restitutionThreshold: 1e-3 },
    forces: EARTH,
    time: { end: 4.5, method, step: STEP, timeToSleep: 0 },
    record: { interval: 0.01 },
  });
}

function worstTime(run: SolidRunLog, count: number): number {
  const times = collisionsOf(run).slice(0, count);
  return times.reduce(
    (worst, { time }, n) => Math.max(worst, Math.abs(time - touchTime(n))),
    times.length < count ? 1 : 0,
  );
}

function height(run: SolidRunLog, name: string) {
  return {
    name,
    points: run.moments.map(({ time, bodies }) => [time, bodies[1].position.z - RADIUS] as const),
  };
}

export function bouncingSphere(): ReportItem {
  const [events, steps] = [bounce('events'), bounce('steps')];
  const restOf = ({ moments }: SolidRunLog) =>
    moments
      .filter(({ time }) => time > END + 0.05)
      .reduce((max, { bodies }) => Math.max(max, Math.abs(bodies[1].position.z - RADIUS)), 0);
  return {
    id: 'bouncing-sphere',
    source: '[SOLID-16]',
    title: 'A bouncing sphere',
    description: `A sphere falls ${HEIGHT} m onto a floor and bounces with ${RESTITUTION} of its speed. The time of every contact has a closed form, and the infinite sequence ends after ${END.toFixed(4)} s: the method events computes these times and switches to fixed steps when they accumulate (Zeno); fixed steps report each bounce at the end of its step.`,
    checks: [
      // a time of impact is one at which the gap is below 1e-9 of the size, never later
      atMost(
        `events: error of the times of the first ${BOUNCES.events} contacts [s]`,
        worstTime(events, BOUNCES.events),
        1e-9,
      ),
      atMost(`steps of ${STEP} s: of the first ${BOUNCES.steps} [s]`, worstTime(steps, BOUNCES.steps), STEP),
      atMost('events: height after all bounces [m]', restOf(events), 1e-3),
      atMost('steps: height after all bounces [m]', restOf(steps), 1e-3),
      atMost('events: relative error of the energy balance', events.summary.balance.energyError, 1e-9),
    ],
    plots: [
      {
        title: 'Height over the floor',
        x: { label: 'time [s]' },
        y: { label: 'height [m]' },
        series: [height(events, 'events'), { ...height(steps, 'steps'), style: 'dashed' }],
        marks: [{ label: 'the last bounce', x: END }],
      },
    ],
  };
}
