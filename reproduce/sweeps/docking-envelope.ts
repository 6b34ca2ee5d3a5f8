import { sin } from '../../src/math/trig.ts';
import { equals, type ReportItem } from '../report-item.ts';
import { failureCount, numbersOf, runExample } from './run-example.ts';

/** Of the scene: distance of the port from the centre of the vehicle [m], limits of the envelope [m], [rad]. */
const PORT = 0.45;
const LATERAL = 0.1;
const ANGLE = (4 * Math.PI) / 180;

/** Lateral distance of the port of the vehicle in free flight, which does not change it [m]. */
function portOffset(lateral: number, angle: number): number {
  return Math.abs(lateral - PORT * sin(angle));
}

export function dockingEnvelope(): ReportItem {
  const results = runExample('docking-envelope');
  const lateral = numbersOf(results, 'lateral');
  const angle = numbersOf(results, 'angle');
  const docked = numbersOf(results, 'dockings').map((count) => count > 0);
  const isInside = lateral.map((y, i) => portOffset(y, angle[i]) <= LATERAL && Math.abs(angle[i]) <= ANGLE);
  const points = (wanted: boolean) =>
    lateral.map((y, i) => [100 * y, (180 / Math.PI) * angle[i]] as const).filter((_, i) => docked[i] === wanted);
  const degrees = (180 / Math.PI) * ANGLE;
  const corner = (side: number, sign: number) =>
    [100 * (side * LATERAL + PORT * sin(sign * ANGLE)), sign * degrees] as const;
  return {
    id: 'docking-envelope',
    source: '[SWEEP-1], [DOCK-1]',
    title: 'Sweep: docking success over lateral and angular error',
    description: `examples/sweeps/docking-envelope.sweep.json: ${lateral.length} approaches with a lateral error of the centre of mass and an angular error. The envelope allows for 10 cm and 4 degrees at the port; an inclination moves the port by ${PORT} m times its sine, so the region of success is a parallelogram.`,
    checks: [
      equals('failed runs', failureCount(results), 0),
      equals(
        'runs whose result differs from the closed form',
        docked.filter((success, i) => success !== isInside[i]).length,
        0,
      ),
    ],
    plots: [
      {
        title: 'Success over lateral and angular error',
        x: { label: 'lateral error [cm]' },
        y: { label: 'angular error [deg]' },
        series: [
          { name: 'docked', style: 'dots', points: points(true) },
          { name: 'rejected', style: 'dots', points: points(false) },
          {
            name: 'limit',
            style: 'dashed',
            points: [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1), corner(-1, -1)],
          },
        ],
      },
    ],
  };
}
