import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { addScaledVec3, createVec3, dotVec3, lengthVec3, subVec3, type Vec3 } from '../../math/vec3.ts';
import { runQuery, runQueryLine } from '../../query/run-query.ts';
import { closestLineLine, createLineLine } from './line-line.ts';
import { closestPointLine, createPointLine } from './point-line.ts';

const random = createRandom(22);
const integer = () => Math.round(random.between(-1000, 1000));
const integers = (): Vec3 => createVec3(integer(), integer(), integer());

/** |g × d|² / d² of integer points, exact until the last division and root. */
function exactDistance(p: Vec3, a: Vec3, b: Vec3): number {
  const d = [b.x - a.x, b.y - a.y, b.z - a.z].map(BigInt);
  const g = [p.x - a.x, p.y - a.y, p.z - a.z].map(BigInt);
  const c = [0, 1, 2].map((i) => g[(i + 1) % 3] * d[(i + 2) % 3] - g[(i + 2) % 3] * d[(i + 1) % 3]);
  const sum = (v: bigint[]) => Number(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return Math.sqrt(sum(c) / sum(d));
}

describe('closestPointLine [CP13-2.2]', () => {
  it('equals exact arithmetic on integer points', () => {
    for (let trial = 0; trial < 500; trial++) {
      const [p, a, b] = [integers(), integers(), integers()];
      const { distance } = closestPointLine(createPointLine(), p, a, b);
      expect(Math.abs(distance - exactDistance(p, a, b))).toBeLessThan(1e-12);
    }
  });

  it.each([1e-150, 1e-9, 1, 1e9, 1e150])('has the same digits at the scale %s', (scale) => {
    const [p, a, b] = [createVec3(6 * scale, 3 * scale), createVec3(), createVec3(4 * scale)];
    const { distance, t, point } = closestPointLine(createPointLine(), p, a, b);
    expect([distance / scale, t, point.x / scale]).toEqual([3, 1.5, 6].map((x) => expect.closeTo(x, 14)));
  });

  it('a line given by two points close together is followed far away', () => {
    const { distance, point } = closestPointLine(
      createPointLine(),
      createVec3(5, 2),
      createVec3(),
      createVec3(2 ** -600),
    );
    expect([distance, point.x, point.y]).toEqual([2, 5, 0]);
  });

  it('a line without direction is its point', () => {
    const { distance, t } = closestPointLine(createPointLine(), createVec3(3, 4), createVec3(), createVec3());
    expect([distance, t]).toEqual([5, 0]);
  });
});

describe('closestLineLine', () => {
  it('property: no other points of the lines are closer, and their connection is perpendicular to both', () => {
    for (let trial = 0; trial < 300; trial++) {
      const [a, b, c, d] = [integers(), integers(), integers(), integers()];
      const { distance, pointA, pointB } = closestLineLine(createLineLine(), a, b, c, d);
      const gap = subVec3(createVec3(), pointB, pointA);
      const [u, v] = [subVec3(createVec3(), b, a), subVec3(createVec3(), d, c)];
      const slack = 1e-9 * lengthVec3(u) * lengthVec3(v);
      expect(Math.abs(dotVec3(gap, u))).toBeLessThan(slack);
      expect(Math.abs(dotVec3(gap, v))).toBeLessThan(slack);
      for (const [s, t] of [
        [0.01, 0],
        [0, 0.01],
        [-0.01, 0.02],
      ]) {
        const p = addScaledVec3(createVec3(), pointA, u, s);
        const q = addScaledVec3(createVec3(), pointB, v, t);
        expect(lengthVec3(subVec3(createVec3(), q, p))).toBeGreaterThan(distance - 1e-9);
      }
    }
  });

  it('two lines of a plane that are not parallel meet: their distance is exactly zero', () => {
    const at = (x: number, y: number) => createVec3(x, y);
    const found = closestLineLine(createLineLine(), at(0.1, 0.3), at(0.7, 0.2), at(5.1, -3), at(5.3, 9.7));
    expect(found.distance).toBe(0);
    expect(lengthVec3(subVec3(createVec3(), found.pointA, found.pointB))).toBeLessThan(1e-14);
  });

  it('a line without direction is its point, in either place', () => {
    const [o, x, p] = [createVec3(), createVec3(1), createVec3(7, 2)];
    expect(closestLineLine(createLineLine(), o, x, p, p)).toMatchObject({ distance: 2, s: 7, t: 0, unique: true });
    expect(closestLineLine(createLineLine(), p, p, o, x)).toMatchObject({ distance: 2, s: 0, t: 7, unique: true });
  });

  it('lines given by points close together, far apart', () => {
    const tiny = 2 ** -600;
    const found = closestLineLine(
      createLineLine(),
      createVec3(),
      createVec3(tiny),
      createVec3(3, 2),
      createVec3(3, 2, tiny),
    );
    expect([found.distance, found.pointA, found.pointB]).toEqual([2, createVec3(3), createVec3(3, 2)]);
  });
});

describe('`appulse query` of infinite lines', () => {
  it('answers in the plane and in space', () => {
    expect(runQuery({ op: 'point-line', P: [6, 2], A: [0, 0], B: [3, 0] })).toEqual({ t: 2, Q: [6, 0], dist: 2 });
    const plane = { op: 'line-line-2d', A1: [0, 0], B1: [2, 0], A2: [3, -1], B2: [3, 1] };
    expect(runQuery(plane)).toEqual({ dist: 0, unique: true, s: 1.5, t: 0.5, Q1: [3, 0], Q2: [3, 0] });
    const space = { op: 'line-line-3d', A1: [0, 0, 0], B1: [2, 0, 0], A2: [3, -1, 1], B2: [3, 1, 1] };
    expect(runQuery(space)).toEqual({ dist: 1, unique: true, s: 1.5, t: 0.5, Q1: [3, 0, 0], Q2: [3, 0, 1] });
  });

  it('rejects a line without direction by name', () => {
    const { json } = runQueryLine('{"op":"point-line","P":[6,2],"A":[1,1],"B":[1,1]}', 1);
    expect(json).toContain('B: expected a second point of the line, other than A, got');
  });
});
