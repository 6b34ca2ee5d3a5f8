import { sin } from '../../src/math/trig.ts';
import { equals, type ReportItem } from '../report-item.ts';
import { failureCount, numbersOf, runExample } from './run-example.ts';

/** Of the scene: tip of the probe from the centre of the chaser, lateral limit of the latch, outer half-width of the mouth of the cone [m]. */
const TIP = 0.88;
const LATCH = 0.04;
const MOUTH = 0.33;
/** Radius of the probe [m]. */
const PROBE = 0.04;

/** Lateral distance of the tip of the probe before the first contact [m]. */
function tipOffset(lateral: number, angle: number): number {
  return Math.abs(lateral - TIP * sin(angle));
}

/** Number of runs whose mirror image, both errors reversed, has another result. */
function asymmetricCount(lateral: readonly number[], angle: readonly number[], captured: readonly boolean[]): number {
  const isSame = (p: number, q: number) => Math.abs(p - q) < 1e-9;
  return captured.filter((success, i) => {
    const mirror = lateral.findIndex((y, k) => isSame(y, -lateral[i]) && isSame(angle[k], -angle[i]));
    return captured[mirror] !== success;
  }).length;
}

export function drogueEnvelope(): ReportItem {
  const results = runExample('drogue-envelope');
  const lateral = numbersOf(results, 'lateral');
  const angle = numbersOf(results, 'angle');
  const captured = results.column('soft-capture.time.first').map((time) => time !== null);
  const offset = lateral.map((y, i) => tipOffset(y, angle[i]));
  const points = (wanted: boolean) =>
    lateral.map((y, i) => [100 * y, (180 / Math.PI) * angle[i]] as const).filter((_, i) => captured[i] === wanted);
  const limit = (side: number) =>
    [-8, -4, 0, 4, 8].map((degrees) => [100 * (side * LATCH + TIP * sin((degrees * Math.PI) / 180)), degrees] as const);
  return {
    id: 'drogue-envelope',
    source: '[SWEEP-1], [DOCK-1]',
    title: 'Sweep: capture by a probe and a drogue over lateral and angular error',
    description: `examples/sweeps/drogue-envelope.sweep.json: ${lateral.length} approaches at 15 cm/s. The latch alone catches a tip within 4 cm of the axis, between the dashed lines; the cone, which is contact geometry, guides the tip to the latch. A contact far from the axis of the centre of mass rotates the chaser: beyond 10 degrees it is rejected, so the region becomes narrower with the angle.`,
    checks: [
      equals('failed runs', failureCount(results), 0),
      equals(
        'runs with the tip within the reach of the latch that are not captured',
        captured.filter((success, i) => offset[i] <= LATCH && !success).length,
        0,
      ),
      equals(
        'captures with the tip outside the mouth of the cone',
        captured.filter((success, i) => offset[i] > MOUTH + PROBE && success).length,
        0,
      ),
      equals('runs whose mirror image has another result', asymmetricCount(lateral, angle, captured), 0),
      equals(
        'columns that the cone adds at 0 degrees on each side',
        lateral.filter((y, i) => captured[i] && angle[i] === 0 && y > LATCH).length,
        4,
      ),
    ],
    plots: [
      {
        title: 'Capture over lateral and angular error',
        x: { label: 'lateral error [cm]' },
        y: { label: 'angular error [deg]' },
        series: [
          { name: 'captured', style: 'dots', points: points(true) },
          { name: 'not captured', style: 'dots', points: points(false) },
          { name: 'latch alone', style: 'dashed', points: limit(-1) },
          { name: 'latch alone, other side', style: 'dashed', points: limit(1) },
        ],
      },
    ],
  };
}
