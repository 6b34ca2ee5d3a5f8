import { createVec3, lengthVec3, subVec3 } from '../../src/math/vec3.ts';
import { atMost, type ReportItem } from '../report-item.ts';
import { dryFriction, EARTH, FLOOR, runSolids } from './run-solids.ts';

const BOXES = 10;
/** Half the edge of a box [m]. */
const HALF = 0.25;

export function stackAtRest(): ReportItem {
  const box = {
    name: 'box',
    shape: { kind: 'box', halfExtents: [HALF, HALF, HALF] },
    position: [0, 0, HALF],
    density: 1000,
    repeat: { count: [1, 1, BOXES], spacing: [0, 0, 2 * HALF] },
  };
  const { moments, summary } = runSolids({
    bodies: [FLOOR, box],
    contacts: { restitution: 0, friction: dryFriction(0.5) },
    forces: EARTH,
    time: { end: 5, method: 'steps', timeToSleep: 0 },
    record: { interval: 0.1 },
  });
  const [first, last] = [moments[0], moments[moments.length - 1]];
  const moved = last.bodies.map(({ position }, k) =>
    lengthVec3(subVec3(createVec3(), position, first.bodies[k].position)),
  );
  const speeds = last.bodies.map(({ velocity }) => lengthVec3(velocity));
  return {
    id: 'stack-at-rest',
    source: '[SOLID-17]',
    title: 'A stack of boxes at rest',
    description: `${BOXES} boxes stand on each other for five seconds and are not allowed to fall asleep. They sink by the penetration that the solver allows (slop), and then stay at rest.`,
    checks: [
      atMost(
        'displacement of the uppermost box in five seconds, as a fraction of its edge',
        Math.max(...moved) / (2 * HALF),
        0.01,
      ),
      atMost('fastest box after five seconds [m/s]', Math.max(...speeds), 1e-4),
      atMost('maximum penetration, as a fraction of an edge', summary.maxPenetration / (2 * HALF), 2e-3),
    ],
    plots: [
      {
        title: 'Height of the uppermost box',
        x: { label: 'time [s]' },
        y: { label: 'height relative to the start [m]' },
        series: [
          {
            name: 'uppermost',
            points: moments.map(
              ({ time, bodies }) => [time, bodies[BOXES].position.z - first.bodies[BOXES].position.z] as const,
            ),
          },
        ],
      },
    ],
  };
}
