import { describe, expect, it } from 'vitest';
import { namedTiledBodies, nurbsEllipsoid } from '../../../test/tiled-bodies.ts';
import { readTrackerScene } from '../../../test/tracker-scenes.ts';
import { createRandom } from '../../math/random.ts';
import { createVec3 } from '../../math/vec3.ts';
import type { BezierPatch } from '../nurbs/bezier.ts';
import { createBezierCurve } from '../nurbs/create-bezier.ts';
import { normalCone, turningAngle } from '../nurbs/gauss-map.ts';
import type { Patch } from '../nurbs/patch.ts';
import { splitNurbsSurface } from '../nurbs/refine-nurbs.ts';
import { reversePatch, transformPatch } from '../nurbs/subdivide.ts';
import { bodyFromNurbs } from './body-from-nurbs.ts';
import { tiledBox, tiledHexahedron, tiledRoundedBox } from './box-bodies.ts';
import { tiledExtrusion } from './extruded-body.ts';
import { tiledLens } from './lens-body.ts';
import { tiledDisc, tiledPolygon, tiledRoundedRectangle } from './outline-bodies.ts';
import { outlineFromCurves } from './outline-from-curves.ts';
import {
  tiledCapsule,
  tiledCone,
  tiledEllipsoid,
  tiledRevolution,
  tiledSphere,
  tiledTorus,
} from './revolved-bodies.ts';
import { SEED_NORMAL, SEED_POINT, SEED_SIZE, spreadSeeds } from './seeds.ts';
import { splitCurvesByTurningAngle, splitFacesByNormals } from './split-by-gauss-map.ts';
import { tiledSuperellipsoid } from './superellipsoid-body.ts';
import { tileFromPatches } from './tile-from-patches.ts';
import type { TiledBody } from './tiled-body.ts';
import { tiledMassProperties } from './tiled-mass.ts';

/** Largest |f(point, normal)| over 6 x 6 points per face. */
function worst(body: TiledBody, f: (p: number[], n: number[]) => number): number {
  const seeds = spreadSeeds(body, 6);
  let largest = 0;
  for (let at = 0; at < seeds.length; at += SEED_SIZE) {
    const [point, normal] = [SEED_POINT, SEED_NORMAL].map((from) => [...seeds.subarray(at + from, at + from + 3)]);
    largest = Math.max(largest, Math.abs(f(point, normal)));
  }
  return largest;
}

const power = (base: number, exponent: number) => Math.abs(base) ** exponent;

function bezier(patch: Patch): BezierPatch {
  if (patch.kind !== 'bezier') throw new Error('no control points');
  return patch;
}

describe('builders of tiled bodies', () => {
  it('every point lies on the exact surface, to a few roundings', () => {
    const tolerance = 4e-15; // of bodies about 1 m in size
    expect(worst(tiledSphere(0.7), ([x, y, z]) => Math.hypot(x, y, z) - 0.7)).toBeLessThan(tolerance);
    const [a, b, c] = [1, 0.7, 0.5];
    const onEllipsoid = ([x, y, z]: number[]) => Math.hypot(x / a, y / b, z / c) - 1;
    expect(worst(tiledEllipsoid([a, b, c]), onEllipsoid)).toBeLessThan(tolerance);
    expect(worst(bodyFromNurbs([nurbsEllipsoid(a, b, c)]), onEllipsoid)).toBeLessThan(tolerance);
    const capsule = tiledCapsule(0.4, 0.6);
    const fromAxis = ([x, y, z]: number[]) => Math.hypot(x, y, Math.max(0, Math.abs(z) - 0.6));
    expect(worst(capsule, (p) => fromAxis(p) - 0.4)).toBeLessThan(tolerance);
    const box = tiledRoundedBox([0.9, 0.6, 0.5], 0.2);
    const beyondCore = (p: number[]) => Math.hypot(...p.map((x, k) => Math.max(0, Math.abs(x) - [0.7, 0.4, 0.3][k])));
    expect(worst(box, (p) => beyondCore(p) - 0.2)).toBeLessThan(tolerance);
    expect(worst(tiledTorus(1, 0.3), ([x, y, z]) => Math.hypot(Math.hypot(x, y) - 1, z) - 0.3)).toBeLessThan(tolerance);
    const cone = ([x, y, z]: number[]) => Math.min(Math.abs(z + 0.5), Math.abs(Math.hypot(x, y) - 0.6 * (0.5 - z)));
    expect(worst(tiledCone(0.6, 0, 0.5), cone)).toBeLessThan(tolerance);
    const superellipsoid = tiledSuperellipsoid([1, 0.8, 0.6], 0.5, 0.7);
    const [p, q] = [2 / 0.7, 2 / 0.5];
    const level = ([x, y, z]: number[]) => power(power(x, p) + power(y / 0.8, p), q / p) + power(z / 0.6, q) - 1;
    expect(worst(superellipsoid, level)).toBeLessThan(1e-13); // powers amplify by their exponent
  });

  it('normals point outward: away from the centre of a convex body', () => {
    for (const { body } of namedTiledBodies()) {
      if (!body.convex || !body.closed) continue;
      const seeds = spreadSeeds(body, 5);
      for (let at = 0; at < seeds.length; at += SEED_SIZE) {
        const [x, y, z, nx, ny, nz] = seeds.subarray(at + SEED_POINT, at + SEED_SIZE);
        const { center } = body;
        expect(nx * (x - center.x) + ny * (y - center.y) + nz * (z - center.z)).toBeGreaterThan(0);
        expect(Math.hypot(nx, ny, nz)).toBeCloseTo(1, 14);
      }
    }
  });

  it('vertices - edges + faces is 2, and 0 for a ring; all names of a body differ; its sphere contains it', () => {
    for (const { name, body } of namedTiledBodies()) {
      const { faces, edges, vertices, center, radius } = body;
      const euler = vertices.length - edges.length + faces.length;
      if (body.dimension === 3 && body.closed) expect([name, euler]).toEqual([name, name === 'torus' ? 0 : 2]);
      const names = [...faces, ...edges, ...vertices].map((part) => part.name);
      expect(new Set(names).size).toBe(names.length);
      expect(
        worst(body, ([x, y, z]) => Math.max(0, Math.hypot(x - center.x, y - center.y, z - center.z) - radius)),
      ).toBe(0);
    }
  });

  it('the lenses of the reference scenes follow from their three numbers, to the 15 digits of the files', () => {
    const scene = readTrackerScene('E');
    const lenses = [tiledLens(1.5, 0.75, [1, 1, 1]), tiledLens(1.2, 0.5, [0.8, 1.1, 0.75])];
    [scene.shapeA, scene.shapeB].forEach((stored, i) => {
      if (stored.kind !== 'tiled') throw new Error('a lens expected');
      const built = lenses[i];
      expect(built.edges.map(({ name, from, to, faces }) => ({ name, from, to, faces }))).toEqual(
        stored.edges.map(({ name, from, to, faces }) => ({ name, from, to, faces })),
      );
      expect(built.vertices.map(({ name }) => name)).toEqual(stored.vertices.map(({ name }) => name));
      stored.faces.forEach(({ patch, sides, name }, face) => {
        expect([built.faces[face].name, built.faces[face].sides]).toEqual([name, sides]);
        bezier(patch).control.forEach((value, at) => {
          // 15 digits of numbers up to 4.6, times weights up to 1
          expect(Math.abs(bezier(built.faces[face].patch).control[at] - value)).toBeLessThan(1e-13);
        });
      });
    });
  });

  it('the hexahedron of scene H from its corners equals the one from its plain form', () => {
    const { shapeA } = readTrackerScene('H');
    if (shapeA.kind !== 'tiled') throw new Error('a hexahedron expected');
    const corner = shapeA.vertices.map(({ point: { x, y, z } }) => [x, y, z]);
    const built = tiledHexahedron(corner);
    built.faces.forEach(({ patch }, face) => {
      expect(bezier(patch).control).toEqual(bezier(shapeA.faces[face].patch).control);
    });
    expect(built.faces.map(({ name }) => name)).toEqual(['bottom', 'top', 'side 1', 'side 2', 'side 3', 'side 4']);
  });

  it('names give the direction of a face and the faces of an edge', () => {
    const box = tiledBox([1, 2, 3]);
    expect(box.faces.map(({ name }) => name)).toEqual(['-x', '+x', '-y', '+y', '-z', '+z']);
    expect(box.edges.map(({ name }) => name)).toContain('-x | +z');
    expect(tiledRoundedBox([1, 1, 1], 0.1).faces.map(({ name }) => name)).toContain('+x-y+z');
    expect(tiledSphere(1).edges.map(({ name }) => name)).toContain('south 1 | north 1');
  });

  it('NURBS surfaces that enclose a volume give one body, its faces named by surface and index', () => {
    const halves = splitNurbsSurface(nurbsEllipsoid(1, 0.7, 0.5), 'u', 2);
    const body = bodyFromNurbs(halves);
    expect(body.faces.map(({ name }) => name).slice(2, 6)).toEqual(['S1,2,1', 'S1,2,2', 'S2,1,1', 'S2,1,2']);
    expect([body.edges.length, body.vertices.length, body.convex]).toEqual([12, 6, true]);
    expect(() => bodyFromNurbs([halves[0]])).toThrow(/^face "S1,1": side u0 must lie on another side/);
  });

  it('a profile that does not end on the axis leaves a hole, and the side at the hole is named', () => {
    const curve = createBezierCurve([
      [0.1, 0, -1],
      [1, 0, 0],
      [0, 0, 1],
    ]);
    expect(() => tiledRevolution([{ name: 'egg', curve }])).toThrow(/^face "egg 1": side v0 must lie on another side/);
  });

  it('invalid sizes are rejected by name', () => {
    expect(() => tiledSphere(0)).toThrow('sphere: radius: must be finite and above zero, got 0');
    expect(() => tiledBox([1, -1, 1])).toThrow(
      'box: halfExtents must be three numbers, finite and above zero, got [1,-1,1]',
    );
    expect(() => tiledRoundedBox([1, 0.5, 1], 0.5)).toThrow(
      'radius must be above zero and below the half extents, 0.5, got 0.5',
    );
    expect(() => tiledRoundedRectangle([1, 0.5], 0.6)).toThrow('got 0.6');
    expect(() => tiledCone(0, 0, 1)).toThrow('cone: the larger radius: must be finite and above zero, got 0');
    expect(() => tiledTorus(1, 1)).toThrow('torus: major - minor');
    expect(() => tiledLens(1, 1, [1, 1, 1])).toThrow('lens: offset must be above zero and below the radius, got 1');
    expect(() => tiledHexahedron([[0, 0, 0]])).toThrow('hexahedron: must have 8 corners, got 1');
    expect(() => tiledExtrusion(tiledSphere(1), 1)).toThrow('the outline must be a planar body');
  });

  it('an extrusion needs its whole outline visible from the centre', () => {
    const horseshoe = tiledPolygon([
      [0, 0],
      [3, 0],
      [3, 3],
      [2, 3],
      [2, 1],
      [1, 1],
      [1, 3],
      [0, 3],
    ]);
    expect(() => tiledExtrusion(horseshoe, 1)).toThrow(/^extrusion: curve "C\d" must be visible from the centre/);
  });
});

describe('tileFromPatches', () => {
  it('gives the same body for any order and direction of the patches', () => {
    const random = createRandom(11);
    const { faces, edges, vertices } = tiledRoundedBox([0.9, 0.6, 0.5], 0.2);
    for (let run = 0; run < 4; run++) {
      const shuffled = faces
        .map(({ patch }) => ({ patch: bezier(patch), key: random.next() }))
        .sort((p, q) => p.key - q.key)
        // reversed in both directions: the same normal
        .map(({ patch }) => (random.next() < 0.5 ? patch : reversePatch(reversePatch(patch, 'u'), 'v')));
      const body = tileFromPatches(shuffled);
      expect([body.faces.length, body.edges.length, body.vertices.length]).toEqual([
        faces.length,
        edges.length,
        vertices.length,
      ]);
      expect([body.convex, body.edges.every(({ smooth }) => smooth)]).toEqual([true, true]);
      expect([body.faces[0].name, body.edges[0].name, body.vertices[0].name]).toEqual(['S1', 'E1', 'V1']);
    }
  });

  it('a missing patch and one with a gap are named by the side without a neighbour', () => {
    const patches = tiledBox([1, 1, 1]).faces.map(({ patch }) => bezier(patch));
    expect(() => tileFromPatches(patches.slice(1))).toThrow(
      /^face "S2": side u0 must lie on another side, the nearest free one has a gap of 2.00 m, allowed 1.73e-9 m$/,
    );
    const m = { xx: 1, xy: 0, xz: 0, yx: 0, yy: 1, yz: 0, zx: 0, zy: 0, zz: 1 };
    const moved = [...patches.slice(0, 5), transformPatch(patches[5], m, createVec3(0, 0, 1e-4))];
    expect(() => tileFromPatches(moved)).toThrow(/a gap of 0\.000100 m/);
    expect(tileFromPatches(moved, { tolerance: 1e-3 }).vertices).toHaveLength(8);
  });

  it('an inside-out patch is named, and so is a clockwise outline', () => {
    const patches = tiledBox([1, 1, 1]).faces.map(({ patch }) => bezier(patch));
    expect(() => tileFromPatches(patches.with(3, reversePatch(patches[3], 'u')))).toThrow('"S4" is inside out');
    const curves = tiledDisc(1)
      .edges.map(({ curve }) => curve)
      .filter((curve) => curve.kind === 'bezier');
    expect(() => outlineFromCurves(curves.toReversed())).toThrow(/^curve "C1": t = 1 must lie at vertex "V2"/);
  });
});

describe('splitting by turning angle and Gauss map', () => {
  it('faces are split until their normals fit the cone, neighbours follow, and the shape does not change', () => {
    for (const body of [tiledSphere(1), tiledLens(1.5, 0.75, [1, 1, 1]), tiledRoundedBox([1, 1, 1], 0.3)]) {
      const cosine = Math.cos(Math.PI / 5);
      const split = splitFacesByNormals(body, cosine);
      expect(split.faces.length).toBeGreaterThan(body.faces.length);
      for (const { patch } of split.faces) expect(normalCone(bezier(patch)).cosine).toBeGreaterThan(cosine);
      expect([split.convex, split.vertices.length - split.edges.length + split.faces.length]).toEqual([true, 2]);
      expect(tiledMassProperties(split, 1).mass).toBeCloseTo(tiledMassProperties(body, 1).mass, 13);
      expect(splitFacesByNormals(body)).toBe(body); // all fit an open hemisphere already
    }
  });

  it('planar curves are split until no turning angle exceeds the limit', () => {
    const limit = Math.PI / 6;
    const split = splitCurvesByTurningAngle(tiledDisc(1), limit);
    expect(split.edges).toHaveLength(16);
    for (const { curve } of split.edges)
      if (curve.kind === 'bezier') expect(turningAngle(curve)).toBeLessThanOrEqual(limit);
    expect(split.edges[0].name).toBe('C1.1');
  });

  it('the octants of a superellipsoid, which cannot be split, need no split', () => {
    const body = tiledSuperellipsoid([1, 1, 1], 0.5, 0.5);
    expect(splitFacesByNormals(body)).toBe(body);
  });
});
