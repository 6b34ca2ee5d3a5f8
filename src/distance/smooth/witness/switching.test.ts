import { describe, expect, it } from 'vitest';
import { featureNumber, readTrackerScene, scenePoses } from '../../../../test/tracker-scenes.ts';
import { createMovingPose } from '../../../math/moving-pose.ts';
import { createRandom } from '../../../math/random.ts';
import { setVec3 } from '../../../math/vec3.ts';
import { createPoint } from '../../../shapes/point.ts';
import { tiledCone } from '../../../shapes/tiled/revolved-bodies.ts';
import type { TiledBody } from '../../../shapes/tiled/tiled-body.ts';
import { switchFeatures } from './switching.ts';
import { labelOf, setWitness } from './witness.ts';
import { createWitnessPair, evaluatePair, movePair, pairDistance, type WitnessPair } from './witness-pair.ts';

const atRest = createMovingPose();
const planar = readTrackerScene('C').shapeA as TiledBody;
const lens = readTrackerScene('D').shapeA as TiledBody;
const box = readTrackerScene('H').shapeA as TiledBody;

/** A body at the origin and a point. */
function bodyAndPoint(body: TiledBody, x: number, y: number, z: number): WitnessPair {
  const pair = createWitnessPair(body, createPoint());
  const point = createMovingPose();
  setVec3(point.pose.position, x, y, z);
  movePair(pair, atRest, point);
  return pair;
}

/** Feature names after one round of a witness at these parameters. */
function next(pair: WitnessPair, from: string, u = 0, v = 0): string {
  const { a } = pair;
  setWitness(a, featureNumber(a.shape, from), u, v);
  evaluatePair(pair);
  switchFeatures(pair, 1);
  return labelOf(a.shape, a.feature, 0);
}

describe('switching in the plane [PG05-6.2]', () => {
  // Va = (1.4, -0.7) joins C1, which comes along (0.6, 0.6), to C2, which leaves along (0.15, 0.8)
  it('a witness at the end of a curve switches to the vertex when the point is beyond the end', () => {
    expect(next(bodyAndPoint(planar, 2.4, -0.7, 0), 'C1', 1)).toBe('Va');
    expect(next(bodyAndPoint(planar, 1.4, -1.7, 0), 'C1', 1)).toBe('C1');
  });

  it('the guard: elsewhere on the curve it stays, for any position of the point', () => {
    expect(next(bodyAndPoint(planar, 2.4, -0.7, 0), 'C1', 0.99)).toBe('C1');
  });

  it('a vertex switches to the curve that approaches the point', () => {
    expect(next(bodyAndPoint(planar, 2.4, -0.7, 0), 'Va')).toBe('C2');
    expect(next(bodyAndPoint(planar, 1.4, -1.7, 0), 'Va')).toBe('C1');
    // inside the cone of the two normals (0.6, -0.6) and (0.8, -0.15) the vertex is closest
    expect(next(bodyAndPoint(planar, 1.4 + 0.7, -0.7 - 0.4, 0), 'Va')).toBe('Va');
  });

  it('the start of a curve switches to its start vertex', () => {
    const pair = bodyAndPoint(planar, 1.4, -1.7, 0);
    expect(next(pair, 'C2', 0)).toBe('Va');
  });
});

describe('switching in space [PG05-6.2]', () => {
  it('a face of the box switches to the edge that the point is beyond, and the edge to the next face', () => {
    // the top of the frustum is 1.08 x 0.96 at z = 0.6
    const outside = bodyAndPoint(box, 2, 0, 0.6);
    expect(next(outside, 'top', 1, 0.5)).toBe('e56');
    expect(next(outside, 'e56', 0.5)).toBe('f12');
    const above = bodyAndPoint(box, 0.1, 0, 3);
    expect(next(above, 'top', 1, 0.5)).toBe('top');
    expect(next(above, 'e56', 0.5)).toBe('top');
  });

  it('over a corner the largest trigger wins, and repeated rounds reach the vertex', () => {
    const pair = bodyAndPoint(box, 3, 3, 3);
    const { a } = pair;
    setWitness(a, featureNumber(box, 'top'), 1, 1);
    evaluatePair(pair);
    expect(switchFeatures(pair, 8)).toBe(2);
    expect(labelOf(box, a.feature, 0)).toBe('p6');
  });

  it('a degenerate edge of a lens switches to its vertex, and the vertex by an edge to a face', () => {
    const below = bodyAndPoint(lens, 0, 0, -3);
    expect(next(below, 'S1', 0.3, 0)).toBe('V0');
    expect(next(below, 'V0')).toBe('V0');
    const pair = bodyAndPoint(lens, 3, 0, 0);
    setWitness(pair.a, featureNumber(lens, 'V0'));
    evaluatePair(pair);
    switchFeatures(pair, 8);
    expect(labelOf(lens, pair.a.feature, 0)).toBe('S1');
  });

  it('the apex of a cone switches to a face between its edges, although r points away from all edges', () => {
    // edges (±1, 0, -0.7), (0, ±1, -0.7), halfway between two of them the generator (0.71, 0.71, -0.7): for r = (0.8, 0.8, z)
    // the edges give 0.8 - 0.7 z, the generator 1.13 - 0.7 z
    const cone = tiledCone(1, 0, 0.35);
    const apex = cone.vertices.find(({ point }) => point.z === 0.35)?.name ?? '';
    expect(next(bodyAndPoint(cone, 0.8, 0.8, 0.35 + 1.2), apex)).toBe('side 1');
    expect(next(bodyAndPoint(cone, 0.8, 0.8, 0.35 + 1.7), apex)).toBe(apex);
  });

  it('the conormal at a degenerate corner comes from the mixed derivative: an edge end tests both faces', () => {
    // Ea runs between S1 (around angle 0) and S2 (around 120 degrees)
    const towardsS1 = bodyAndPoint(lens, 3, 0, -1.3);
    expect(next(towardsS1, 'Ea', 0)).toBe('S1');
    expect(next(bodyAndPoint(lens, -1.5, 2.6, -1.3), 'Ea', 0)).toBe('S2');
    expect(next(bodyAndPoint(lens, 3, 0, 1.3), 'Ea', 1)).toBe('S1');
  });
});

describe('a switch', () => {
  it.each(['C', 'D', 'E', 'H'] as const)(
    'moves no witness, ends within 8 rounds and is never undone, scene %s',
    (name) => {
      const scene = readTrackerScene(name);
      const random = createRandom(64);
      const pair = createWitnessPair(scene.shapeA, scene.shapeB);
      let switches = 0;
      for (let trial = 0; trial < 3000; trial++) {
        const { a, b } = scenePoses(scene, random.between(scene.t0, scene.t1));
        movePair(pair, a, b);
        // parameters at bounds, where switches happen, in half of the cases
        const parameter = () => (random.next() < 0.5 ? random.below(2) : random.next());
        for (const witness of [pair.a, pair.b]) {
          setWitness(witness, random.below(witness.diameters.length), parameter(), parameter());
        }
        evaluatePair(pair);
        const before = pairDistance(pair);
        switches += switchFeatures(pair, 8);
        // edges and sides of faces are the same points except for rounding
        expect(Math.abs(pairDistance(pair) - before)).toBeLessThan(1e-14 * (1 + before));
        expect(switchFeatures(pair, 8)).toBe(0);
      }
      expect(switches).toBeGreaterThan(500);
    },
  );

  it('does not happen to an open witness', () => {
    const pair = bodyAndPoint(box, 3, 3, 3);
    pair.a.open = true;
    expect(next(pair, 'top', 1, 1)).toBe('top');
  });
});
