import { describe, expect, it } from 'vitest';
import { createPose, toWorld } from '../../math/pose.ts';
import { createRandom } from '../../math/random.ts';
import { cos, sin } from '../../math/trig.ts';
import { createVec3 } from '../../math/vec3.ts';
import { evaluateCurve } from '../../shapes/nurbs/curve.ts';
import { evaluatePatch } from '../../shapes/nurbs/patch.ts';
import { createPoint } from '../../shapes/point.ts';
import { tiledDisc, tiledEllipse, tiledPolygon } from '../../shapes/tiled/outline-bodies.ts';
import { tiledTorus } from '../../shapes/tiled/revolved-bodies.ts';
import { tiledSuperellipsoid } from '../../shapes/tiled/superellipsoid-body.ts';
import type { TiledBody } from '../../shapes/tiled/tiled-body.ts';
import { createContact } from '../contact.ts';
import { createCandidateTracker, isNonConvex, moveCandidates } from './candidate-tracker.ts';
import { createCandidateSearch, searchCandidates } from './search/candidates.ts';
import type { Transition } from './witness/transition.ts';

describe('a point on a path through a ring', () => {
  it('is tracked inside and outside, and every boundary crossing is reported', () => {
    const torus = tiledTorus(1, 0.3);
    expect(isNonConvex(torus)).toBe(true);
    const tracker = createCandidateTracker(torus, createPoint());
    const log: Transition[] = [];
    tracker.onTransition = (transition) => log.push(transition);
    const contact = createContact();
    let crossings = 0;
    let before = 0;
    for (let k = 0; k <= 200; k++) {
      const t = (2 * Math.PI * k) / 200;
      const [x, y, z] = [1.4 * cos(t), 0.5 * sin(t), 0.4 * sin(3 * t)];
      moveCandidates(contact, tracker, createPose([0, 0, 0]), createPose([x, y, z]), k);
      const exact = Math.hypot(Math.hypot(x, y) - 1, z) - 0.3;
      // the bounds agree to 1e-10 of the size
      expect(Math.abs(contact.distance - exact)).toBeLessThan(1e-9);
      expect(contact.status).toBe('bounded');
      if (k > 0 && before < 0 !== exact < 0) crossings++;
      before = exact;
    }
    expect(crossings).toBeGreaterThan(2);
    expect(log.filter(({ kind }) => kind === 'boundary-crossing')).toHaveLength(crossings);
    expect(log.some(({ kind }) => kind === 'voronoi')).toBe(true);
  });

  it('surfaces without control points, trimmed patches, two points and poses that are not finite are rejected by name', () => {
    const torus = tiledTorus(1, 0.3);
    const round = tiledSuperellipsoid([1, 1, 1], 0.5, 0.5);
    expect(() => createCandidateTracker(torus, round)).toThrow(/Bezier pieces/);
    const trimmed = { ...torus, faces: torus.faces.map((face) => ({ ...face, trims: [] })) };
    expect(() => createCandidateTracker(trimmed, createPoint())).toThrow(
      /candidate tracker: face ".*": trimmed patches are not supported, got "trims"/,
    );
    expect(() => createCandidateTracker(createPoint(), createPoint())).toThrow(/got two points/);
    expect(() => createCandidateTracker(torus, tiledDisc(1))).toThrow(/one body is planar/);
    const tracker = createCandidateTracker(torus, createPoint());
    const at = createPose();
    at.position.x = Number.NaN;
    expect(() => moveCandidates(createContact(), tracker, createPose(), at, 0)).toThrow(/poseB\.position/);
  });
});

const jet = new Float64Array(18);

/** Points of the boundary, in body axes. */
function boundary({ dimension, faces, edges }: TiledBody, per: number): [number, number, number][] {
  const points: [number, number, number][] = [];
  const addAt = (evaluate: () => void) => {
    evaluate();
    points.push([jet[0], jet[1], jet[2]]);
  };
  if (dimension === 2) {
    for (const { curve } of edges)
      for (let k = 0; k < per * per; k++) addAt(() => evaluateCurve(jet, curve, k / (per * per)));
    return points;
  }
  for (const { patch } of faces) {
    for (let i = 0; i <= per; i++)
      for (let j = 0; j <= per; j++) addAt(() => evaluatePatch(jet, patch, i / per, j / per));
  }
  return points;
}

const star = tiledPolygon(
  Array.from({ length: 10 }, (_, k) => [
    (k % 2 === 0 ? 1 : 0.4) * cos((Math.PI * k) / 5),
    (k % 2 === 0 ? 1 : 0.4) * sin((Math.PI * k) / 5),
  ]),
);

describe.each([
  ['two rings', tiledTorus(1, 0.2), tiledTorus(0.8, 0.25), 5],
  ['a star and an ellipse', star, tiledEllipse([0.5, 0.2]), 8],
] as const)('the guarantee, for %s on a path with jumps', (_, shapeA, shapeB, per) => {
  it('is the distance of a certified search without memory, and no sampled pair of points is below the bound', () => {
    const random = createRandom(11);
    const tracker = createCandidateTracker(shapeA, shapeB);
    const contact = createContact();
    const [pointsA, pointsB] = [boundary(shapeA, per), boundary(shapeB, per)];
    const flat = shapeA.dimension === 2;
    let angle = 0;
    let at = [2, 0.5, 0];
    let jumps = 0;
    for (let k = 0; k < 24; k++) {
      // small steps, now and then a pose far away
      if (k % 6 === 5) at = [random.between(-2, 2), random.between(-2, 2), flat ? 0 : random.between(-1, 1)];
      else at = at.map((value, i) => value + (flat && i === 2 ? 0 : random.between(-0.05, 0.05)));
      angle += 0.1;
      const turn = flat ? angle : [cos(angle), sin(angle), 0.5 * sin(angle), 0];
      const length = Array.isArray(turn) ? Math.hypot(...turn) : 1;
      const poseB = createPose(at, Array.isArray(turn) ? turn.map((value) => value / length) : turn);
      const before = { ...contact.pointA };
      moveCandidates(contact, tracker, createPose(), poseB, k);
      if (Math.hypot(before.x - contact.pointA.x, before.y - contact.pointA.y) > 0.3) jumps++;

      const fresh = createCandidateSearch(shapeA, shapeB);
      searchCandidates(fresh, createPose(), poseB, 1e-10);
      expect(Math.abs(Math.abs(contact.distance) - fresh.distance)).toBeLessThan(contact.errorBound + 1e-9);
      expect(contact.errorBound).toBeLessThan(1e-9);

      let least = Number.POSITIVE_INFINITY;
      for (const p of pointsB) {
        const { x, y, z } = toWorld(createVec3(), poseB, createVec3(...p));
        for (const q of pointsA) least = Math.min(least, Math.hypot(q[0] - x, q[1] - y, q[2] - z));
      }
      expect(least).toBeGreaterThan(Math.abs(contact.distance) - contact.errorBound - 1e-12);
    }
    expect(jumps).toBeGreaterThan(1);
  });
});
