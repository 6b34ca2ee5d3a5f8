import { describe, expect, it } from 'vitest';
import { namedTiledBodies, randomTiledBody } from '../../../test/tiled-bodies.ts';
import { createMat3 } from '../../math/mat3.ts';
import { createRandom } from '../../math/random.ts';
import { createVec3 } from '../../math/vec3.ts';
import { arcCurve } from '../nurbs/arc.ts';
import { createBezierCurve, createBezierPatch } from '../nurbs/create-bezier.ts';
import { assembleTiledBody } from './assemble-tiled-body.ts';
import { tiledHexahedron } from './box-bodies.ts';
import { hasNonNegativeCurvature, isConvexPatch, windsAround } from './curve-convexity.ts';
import { tiledPolygon } from './outline-bodies.ts';
import { outlineFromCurves } from './outline-from-curves.ts';
import { transformTiledBody } from './transform-tiled-body.ts';

const ORIGIN = createVec3();
const NOT_CONVEX = ['L-shaped polygon', 'torus', 'extruded L'];

describe('convexity of tiled bodies', () => {
  it('convex and non-convex bodies of every kind are distinguished', () => {
    for (const { name, body } of namedTiledBodies())
      expect([name, body.convex]).toEqual([name, !NOT_CONVEX.includes(name)]);
  });

  it('property: round, boxy and pointed bodies of any proportions pass all checks and are convex', () => {
    const random = createRandom(21);
    for (let run = 0; run < 30; run++) {
      const { name, body } = randomTiledBody(random, run % 3 === 0 ? 2 : 3);
      expect([name, body.convex]).toEqual([name, true]);
    }
  });

  it('all checks give the same results for bodies of a micrometre and of a thousand kilometres, far from the origin', () => {
    for (const { name, body } of namedTiledBodies()) {
      for (const size of [1e-6, 1e6]) {
        const shift = createVec3(100 * size, -30 * size);
        const again = assembleTiledBody(transformTiledBody(body, createMat3(size, size, size), shift));
        expect([name, again.convex]).toEqual([name, body.convex]);
        expect(again.edges.map(({ smooth }) => smooth)).toEqual(body.edges.map(({ smooth }) => smooth));
      }
    }
  });

  it('property: a graph -(a x² + 2b xy + c y²) is convex exactly where its matrix is positive semidefinite', () => {
    const random = createRandom(5);
    for (let run = 0; run < 60; run++) {
      const [a, b, c] = [random.between(-0.2, 1), random.between(-0.7, 0.7), random.between(-0.2, 1)];
      // Bezier ordinates of x², xy, y² over [-1, 1]²
      const square = [1, -1, 1];
      const line = [-1, 0, 1];
      const points = line.map((x, i) => line.map((y, j) => [x, y, -(a * square[i] + 2 * b * x * y + c * square[j])]));
      const semidefinite = a >= 0 && c >= 0 && a * c >= b * b;
      expect(isConvexPatch(createBezierPatch(points), ORIGIN)).toBe(semidefinite);
    }
  });

  it('a curve with an inflection has no constant curvature sign, and an arc winds only around points on its own side', () => {
    const wave = createBezierCurve([
      [0, 0],
      [1, -1],
      [2, 1],
      [3, 0],
    ]);
    const arc = createBezierCurve([
      [1, 0],
      [1, 1],
      [0, 1],
    ]);
    expect(hasNonNegativeCurvature(wave, ORIGIN)).toBe(false);
    expect(hasNonNegativeCurvature(arc, ORIGIN)).toBe(true);
    expect(windsAround(arc, ORIGIN)).toBe(true);
    expect(windsAround(arc, createVec3(2, 2))).toBe(false);
  });

  it('one concave vertex, one twisted face, one inflected curve make a body non-convex', () => {
    expect(
      tiledPolygon([
        [0, 0],
        [2, 0],
        [2, 2],
        [1, 1.999],
        [0, 2],
      ]).convex,
    ).toBe(false);
    const corners = [
      [-1, -1, -1],
      [1, -1, -1],
      [1, 1, -1],
      [-1, 1, -1],
      [-1, -1, 1],
      [1, -1, 1],
      [1, 1, 1],
      [-1, 1, 1],
    ];
    expect(tiledHexahedron(corners).convex).toBe(true);
    // the top and two sides are saddles, by a millionth of their size
    expect(tiledHexahedron(corners.with(6, [1, 1, 1 - 1e-6])).convex).toBe(false);
    const lines = [
      [0, 0],
      [2, 0],
      [2, 1],
    ].map((from, i, all) => createBezierCurve([from, all[i + 1] ?? [0, 1]]));
    const waved = createBezierCurve([
      [0, 1],
      [-0.2, 0.7],
      [0.1, 0.3],
      [0, 0],
    ]);
    expect(outlineFromCurves([...lines, waved]).convex).toBe(false);
  });

  it('an outline with positive curvature everywhere that winds twice is not convex', () => {
    // eight quarter circles with centres on the x axis, so that consecutive half circles join smoothly
    const radii = [1, 1.2, 1, 0.8];
    let x = 1;
    const curves = radii.flatMap((radius, half) => {
      const sign = half % 2 === 0 ? 1 : -1;
      const center = createVec3(x - sign * radius);
      x -= 2 * sign * radius;
      return [0, 1].map((quarter) => {
        const from = half * Math.PI + (quarter * Math.PI) / 2;
        return arcCurve(center, createVec3(radius), createVec3(0, radius), [from, from + Math.PI / 2]);
      });
    });
    expect(curves.every((curve) => hasNonNegativeCurvature(curve, ORIGIN))).toBe(true);
    expect(outlineFromCurves(curves).convex).toBe(false);
  });

  it('smooth edges are exactly those between faces with a common tangent plane', () => {
    const smoothEdges = new Map(
      namedTiledBodies().map(({ name, body }) => [name, body.edges.filter(({ smooth }) => smooth).length]),
    );
    expect(smoothEdges.get('ellipsoid')).toBe(12);
    expect(smoothEdges.get('rounded box')).toBe(48);
    // four along the side, four on each end; the two rims of four are edges
    expect(smoothEdges.get('cylinder')).toBe(12);
    for (const name of ['box', 'lens', 'octahedron', 'disc']) expect([name, smoothEdges.get(name)]).toEqual([name, 0]);
  });
});
