import { describe, expect, it } from 'vitest';
import { exampleText, runAnyText } from '../../../test/scenes.ts';
import { cos, sin } from '../../math/trig.ts';
import type { SimEvent, TrackingRow } from '../observer.ts';

type TransitionEvent = Extract<SimEvent, { type: 'transition' }>;

const log = runAnyText(exampleText('tracker-star-and-point'), 'tracker-star-and-point');
const document = JSON.parse(exampleText('tracker-star-and-point'));
const CORNERS: [number, number][] = document.bodies[0].shape.vertices;

/** Signed distance of a planar point from the star, rotated to its orientation at a time, side by side. */
function distanceToStar(x: number, y: number, time: number): number {
  const [c, s] = [cos(0.2 * time), sin(0.2 * time)];
  const corners = CORNERS.map(([p, q]) => [c * p - s * q, s * p + c * q]);
  let nearest = Number.POSITIVE_INFINITY;
  let inside = false;
  corners.forEach(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % corners.length];
    const fraction = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2);
    const t = Math.min(1, Math.max(0, fraction));
    nearest = Math.min(nearest, Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)));
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  });
  return inside ? -nearest : nearest;
}

const rowsOf = (body: number): TrackingRow[] => log.tracking.filter(({ bodyB }) => bodyB === body);

describe('a star and bodies that pass it', () => {
  it('the distance of the point equals that of the nearest of the ten sides of the star, also inside', () => {
    const rows = rowsOf(1);
    expect(rows).toHaveLength(241);
    for (const { time, distance, pointB } of rows) {
      // bounds agree to 1e-10 of the size
      expect(Math.abs(distance - distanceToStar(pointB.x, pointB.y, time))).toBeLessThan(1e-9);
    }
    expect(rows[0].distance).toBeGreaterThan(0.3);
    expect(rows[rows.length - 1].distance).toBeLessThan(-0.1);
  });

  it('no point of the ellipse is nearer than the reported closest points', () => {
    const rows = rowsOf(2);
    let apart = 0;
    for (const { time, distance } of rows) {
      if (distance <= 1e-6) continue;
      apart++;
      const [c, s] = [cos(0.5 * time), sin(0.5 * time)];
      let nearest = Number.POSITIVE_INFINITY;
      for (let k = 0; k < 2000; k++) {
        const [p, q] = [0.5 * cos((2 * Math.PI * k) / 2000), 0.2 * sin((2 * Math.PI * k) / 2000)];
        nearest = Math.min(nearest, distanceToStar(-1.8 + 0.3 * time + c * p - s * q, 1.2 + s * p + c * q, time));
      }
      // 2000 points of an outline of 2.3 m: the error of the nearest is below their spacing
      expect(nearest).toBeGreaterThan(distance - 1e-9);
      expect(nearest).toBeLessThan(distance + 1e-3);
    }
    expect(apart).toBeGreaterThan(60);
  });

  it('records all changes of feature, and the crossing of the boundary', () => {
    const changes = log.events.filter((event): event is TransitionEvent => event.type === 'transition');
    const ofPoint = changes.filter(({ bodies }) => bodies[1] === 'point');
    expect(new Set(ofPoint.map(({ kind }) => kind))).toEqual(new Set(['voronoi', 'boundary-crossing']));
    let label = rowsOf(1)[0].featureA;
    for (const { from, to, kind } of ofPoint) {
      if (kind !== 'voronoi') continue;
      expect(from).toBe(label);
      label = to;
    }
    const rows = rowsOf(1);
    expect(label).toBe(rows[rows.length - 1].featureA);
  });

  it('is bitwise reproducible', () => {
    const again = runAnyText(exampleText('tracker-star-and-point'), 'tracker-star-and-point');
    expect(again.summary.stateHash).toBe(log.summary.stateHash);
    expect(again.tracking).toEqual(log.tracking);
  });
});
