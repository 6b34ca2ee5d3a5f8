import * as THREE from 'three';
import { describe, expect, it } from 'vitest';
import { createPose } from '../math/pose.ts';
import { createRandom } from '../math/random.ts';
import { closest } from '../pairs/query.ts';
import { massProperties } from '../shapes/mass-properties.ts';
import { createPoint } from '../shapes/point.ts';
import { createSphere } from '../shapes/sphere.ts';
import { weldVertices } from '../shapes/weld-vertices.ts';
import { shapeFromGeometry } from './shape-from-geometry.ts';

/** Rounding of positions to single precision, for coordinates up to 8 m [m]. */
const SINGLE = 5e-7;

const SOLIDS: readonly [string, () => THREE.BufferGeometry][] = [
  ['box', () => new THREE.BoxGeometry(1, 2, 3, 2, 3, 4)],
  ['sphere', () => new THREE.SphereGeometry(1, 32, 16)],
  ['torus', () => new THREE.TorusGeometry(1, 0.25, 16, 48)],
  ['torus knot', () => new THREE.TorusKnotGeometry(1, 0.2)],
  ['cylinder', () => new THREE.CylinderGeometry(1, 1, 2)],
  ['cone', () => new THREE.ConeGeometry(1, 2)],
  ['capsule', () => new THREE.CapsuleGeometry(0.5, 1)],
  ['icosahedron', () => new THREE.IcosahedronGeometry(1, 2)],
  ['dodecahedron', () => new THREE.DodecahedronGeometry(1)],
  ['extrusion', () => new THREE.ExtrudeGeometry(new THREE.Shape().absarc(0, 0, 1, 0, 2 * Math.PI))],
];

describe('the solids of three.js', () => {
  it.each(SOLIDS)('are closed with their vertices welded: %s', (_name, create) => {
    expect(shapeFromGeometry(create()).closed).toBe(true);
    const geometry = create();
    if (geometry.index) expect(shapeFromGeometry(geometry.toNonIndexed()).closed).toBe(true);
    expect(shapeFromGeometry(create().scale(1e-4, 1e-4, 1e-4)).closed).toBe(true);
  });

  it('have the nodes of the polyhedron: 8 of a box, 2 + 15 · 32 of a sphere, 16 · 48 of a torus', () => {
    expect(shapeFromGeometry(new THREE.BoxGeometry()).positions.length / 3).toBe(8);
    expect(shapeFromGeometry(new THREE.SphereGeometry(1, 32, 16)).positions.length / 3).toBe(2 + 15 * 32);
    expect(shapeFromGeometry(new THREE.TorusGeometry(1, 0.25, 16, 48)).positions.length / 3).toBe(16 * 48);
  });

  it('have the volumes of the polyhedra', () => {
    const volume = (geometry: THREE.BufferGeometry) => massProperties(shapeFromGeometry(geometry), 1).mass;
    expect(volume(new THREE.BoxGeometry(1, 2, 3))).toBeCloseTo(6, 12);
    // filaments along chords: N sin(2π/N) R times the area of the 16-gon
    const section = 8 * 0.25 ** 2 * Math.sin(Math.PI / 8);
    const torus = 48 * Math.sin(Math.PI / 24) * section;
    expect(Math.abs(volume(new THREE.TorusGeometry(1, 0.25, 16, 48)) - torus)).toBeLessThan(SINGLE);
  });
});

describe('distances', () => {
  const origin = createPose();

  it('of boxes and spheres are those of the formula, from every side', () => {
    const mesh = shapeFromGeometry(new THREE.BoxGeometry(1, 2, 3));
    const hull = shapeFromGeometry(new THREE.BoxGeometry(1, 2, 3), { convex: true });
    expect(hull.kind).toBe('hull');
    const random = createRandom(3);
    for (let i = 0; i < 100; i++) {
      const centre = [1, 2, 3].map((edge) => (random.next() - 0.5) * (edge + 4));
      const outside = centre.map((value, axis) => Math.max(0, Math.abs(value) - (axis + 1) / 2));
      const expected = Math.hypot(...outside) - 0.1;
      if (expected < 0) continue;
      for (const shape of [mesh, hull]) {
        expect(closest(shape, origin, createSphere(0.1), createPose(centre)).distance).toBeCloseTo(expected, 12);
      }
    }
  });

  it('of spheres along their poles are the distance of the centres less the radii', () => {
    const sphere = shapeFromGeometry(new THREE.SphereGeometry(1, 32, 16));
    const large = shapeFromGeometry(new THREE.SphereGeometry(1, 32, 16), { scale: 2 });
    expect(closest(sphere, origin, sphere, createPose([0, 3, 0])).distance).toBeCloseTo(1, 6);
    expect(closest(large, origin, sphere, createPose([0, 5, 0])).distance).toBeCloseTo(2, 6);
  });

  it('of points and a torus: outside, in the hole, and inside the tube', () => {
    const torus = shapeFromGeometry(new THREE.TorusGeometry(1, 0.25, 16, 48));
    const distance = (x: number) => closest(torus, origin, createPoint(), createPose([x, 0, 0])).distance;
    expect(Math.abs(distance(3) - 1.75)).toBeLessThan(SINGLE);
    // the inner polygon of 48 sides, from its centre
    expect(Math.abs(distance(0) - 0.75 * Math.cos(Math.PI / 48))).toBeLessThan(SINGLE);
    expect(distance(1)).toBeLessThan(-0.2);
    const hull = shapeFromGeometry(new THREE.TorusGeometry(1, 0.25, 16, 48), { convex: true });
    expect(closest(hull, origin, createPoint(), origin).distance).toBeLessThan(-0.2);
  });
});

describe('an open mesh', () => {
  it('is rejected as a solid, with the number of its open edges', () => {
    const plane = new THREE.PlaneGeometry(2, 1, 4, 3);
    expect(() => shapeFromGeometry(plane)).toThrow(/14 of 43 edges are open .* from \[-1,0\.5,0\] .*closed: false/);
    const tube = new THREE.CylinderGeometry(1, 1, 2, 12, 1, true);
    expect(() => shapeFromGeometry(tube)).toThrow('24 of 48 edges are open');
  });

  it('is a surface on demand, at the analytic distance', () => {
    const plane = shapeFromGeometry(new THREE.PlaneGeometry(2, 1), { closed: false });
    expect(plane.closed).toBe(false);
    const sphere = createSphere(0.5);
    expect(closest(plane, createPose(), sphere, createPose([0, 0, 2])).distance).toBeCloseTo(1.5, 12);
    expect(closest(plane, createPose(), sphere, createPose([0, 0, -2])).distance).toBeCloseTo(1.5, 12);
  });

  it('is no hull if it is flat', () => {
    expect(() => shapeFromGeometry(new THREE.PlaneGeometry(2, 1), { convex: true })).toThrow('a flat polygon');
  });

  it('stays open where only a larger tolerance closes the gap', () => {
    const geometry = new THREE.BoxGeometry().toNonIndexed();
    geometry.getAttribute('position').setX(0, 0.501);
    expect(() => shapeFromGeometry(geometry)).toThrow('edges are open');
    expect(shapeFromGeometry(geometry, { tolerance: 0.01 }).closed).toBe(true);
  });
});

describe('malformed input', () => {
  it('is rejected by name', () => {
    const make = (positions: number[], index?: number[]) => {
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3));
      if (index) geometry.setIndex(index);
      return () => shapeFromGeometry(geometry);
    };
    const triangle = [0, 0, 0, 1, 0, 0, 0, 1, 0];
    expect(() => shapeFromGeometry(new THREE.BufferGeometry())).toThrow('with a "position" attribute');
    expect(make([...triangle, 0, 0, 1])).toThrow('must have three vertices per triangle, got 4');
    expect(make([0, 0, 0, 1, Number.NaN, 0, 0, 1, 0])).toThrow('position of vertex 1 must be finite');
    expect(make(triangle, [0, 1, 7])).toThrow('index 2 must be a vertex from 0 to 2, got 7');
    expect(make(triangle, [0, 1, 1])).toThrow('no triangle is left');
    expect(make(triangle, [0, 1, 2, 0, 1, 2])).toThrow('3 of 3 edges have others');
    expect(() => shapeFromGeometry(new THREE.BoxGeometry(), { scale: 0 })).toThrow('options.scale: must be finite');
    expect(() => shapeFromGeometry(new THREE.BoxGeometry(), { tolerance: -1 })).toThrow('options.tolerance');
    const misspelt = { scale: 1, convexe: true };
    expect(() => shapeFromGeometry(new THREE.BoxGeometry(), misspelt)).toThrow('did you mean "convex"?');
  });
});

it('property: the grid merges the same vertices as comparing all of them', () => {
  const random = createRandom(7);
  for (const tolerance of [0, 1e-6, 0.03, 0.4]) {
    // some in pairs at about the tolerance, on both sides of cell borders
    const positions = Array.from({ length: 900 }, () => random.next() - 0.5);
    for (let k = 450; k < 900; k++) positions[k] = positions[k - 450] + 2 * tolerance * (random.next() - 0.5);
    const attribute = new THREE.BufferAttribute(Float64Array.from(positions), 3);
    const corners = Int32Array.from({ length: 300 }, (_, k) => k);
    const nodes: number[][] = [];
    for (const k of corners) {
      const point = positions.slice(3 * k, 3 * k + 3);
      const isNear = (node: number[]) => node.every((value, axis) => Math.abs(value - point[axis]) <= tolerance);
      if (!nodes.some(isNear)) nodes.push(point);
    }
    expect([...weldVertices(attribute, corners, tolerance).positions]).toEqual(nodes.flat());
  }
});

it('interleaved attributes give the same shape', () => {
  const box = new THREE.BoxGeometry(1, 2, 3);
  const position = box.getAttribute('position');
  const packed = Float32Array.from({ length: 5 * position.count }, (_, k) =>
    k % 5 < 3 ? position.getComponent(Math.floor(k / 5), k % 5) : 9,
  );
  const interleaved = new THREE.BufferGeometry().setIndex(box.index);
  const buffer = new THREE.InterleavedBuffer(packed, 5);
  interleaved.setAttribute('position', new THREE.InterleavedBufferAttribute(buffer, 3, 0));
  expect(shapeFromGeometry(interleaved)).toEqual(shapeFromGeometry(box));
});
