import { describe, expect, it } from 'vitest';
import { lastState, runAnyText, runDocument } from '../../test/scenes.ts';
import { createPose } from '../math/pose.ts';
import { createRandom } from '../math/random.ts';
import { createVec3 } from '../math/vec3.ts';
import { pointQuery } from '../ray/point-query.ts';
import { readScene } from '../scene/read.ts';
import { createBox } from '../shapes/box.ts';
import { createCapsule } from '../shapes/capsule.ts';
import { createDisc } from '../shapes/disc.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { massProperties } from '../shapes/mass-properties.ts';
import { createSurfaceMesh } from '../shapes/mesh.ts';
import { planarMass } from '../shapes/planar-mass.ts';
import { createPolygon } from '../shapes/polygon.ts';
import type { PlanarShape } from '../shapes/shape.ts';
import { createTrimesh } from '../shapes/trimesh.ts';
import { planarBoundingShape, solidBoundingShape } from './bounding-shape.ts';
import { createCompound } from './create-compound.ts';

/** An L, whose hull has one corner cut off and whose box is the square of 2 m. */
const CORNERS = [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]]; // biome-ignore format: one row
const L = createPolygon(CORNERS);
const areaOf = (shape: PlanarShape) => planarMass(shape, 1).mass;

describe('bounding volumes as shapes', () => {
  it('worked example: hull, box and circle of an L have the areas of the textbook', () => {
    expect(areaOf(planarBoundingShape(L, 'hull'))).toBeCloseTo(3.5, 14);
    expect(areaOf(planarBoundingShape(L, 'obb'))).toBeCloseTo(4, 14);
    // about the origin of the body: its farthest corner is (2, 1)
    expect(areaOf(planarBoundingShape(L, 'sphere'))).toBeCloseTo(5 * Math.PI, 13);
    expect(areaOf(planarBoundingShape(createDisc(0.5), 'obb'))).toBe(1);
    expect(planarBoundingShape(createDisc(0.5), 'hull')).toEqual(createDisc(0.5));
    expect(() => planarBoundingShape(createHalfspace([0, 1]), 'obb')).toThrow(/no bounding volume/);
  });

  it('contain the body: no vertex of a random mesh is outside', () => {
    const random = createRandom(13);
    const positions = Array.from({ length: 12 }, () => random.between(-1, 1));
    const mesh = createTrimesh(createSurfaceMesh({ positions, triangles: [0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2] }));
    for (const kind of ['obb', 'hull', 'sphere'] as const) {
      const volume = solidBoundingShape(mesh, kind);
      for (let i = 0; i < positions.length; i += 3) {
        const { distance } = pointQuery(volume, createPose(), createVec3(...positions.slice(i, i + 3)));
        expect(distance, kind).toBeLessThan(1e-14);
      }
      expect(massProperties(volume, 1).mass).toBeGreaterThan(massProperties(mesh, 1).mass * (1 - 1e-12));
    }
  });

  it('of compounds and curved bodies', () => {
    const pieces = [
      { shape: createBox([1, 0.5, 0.5]), pose: createPose([1, 0, 0]) },
      { shape: createBox([0.5, 1, 0.5]), pose: createPose([0.5, 1, 0]) },
    ];
    expect(massProperties(solidBoundingShape(createCompound(pieces), 'hull'), 1).mass).toBeCloseTo(4.25, 12);
    const capsule = createCapsule(0.5, 1);
    expect(solidBoundingShape(capsule, 'obb')).toEqual(createBox([0.5, 0.5, 1.5]));
    expect(solidBoundingShape(capsule, 'hull')).toBe(capsule);
    const curved = createCompound([{ shape: capsule, pose: createPose([1, 0, 0]) }]);
    expect(() => solidBoundingShape(curved, 'hull')).toThrow(/the hull of a compound body with curved parts/);
    expect(massProperties(solidBoundingShape(curved, 'obb'), 1).mass).toBeCloseTo(3, 12);
  });
});

describe('collideAs of a body', () => {
  const wall = { name: 'wall', shape: { kind: 'halfspace', normal: [-1, 0] }, position: [5, 0], motion: 'fixed' };
  const flyer = { name: 'flyer', shape: { kind: 'polygon', vertices: CORNERS }, velocity: [1, 0], mass: 3 };
  const angle = 0.3;
  const run = (collideAs?: string) =>
    runDocument({ bodies: [wall, { ...flyer, angle, ...(collideAs && { collideAs }) }], time: { end: 6 } });

  it('changes what hits, not the mass: a circle about the centre of mass bounces without rotation, the shape rotates', () => {
    const [shape, sphere] = [run(), run('sphere')];
    // the centre of mass of the L is at (5/6, 5/6), its farthest corner (2, 0) or (0, 2)
    const radius = Math.hypot(7 / 6, 5 / 6);
    const [impact] = sphere.events.filter(({ type }) => type === 'collision');
    expect(impact.time).toBeCloseTo(5 - (Math.cos(angle) - Math.sin(angle)) * (5 / 6) - radius, 12);
    expect(lastState(sphere, 'flyer').angularVelocity.z).toBeCloseTo(0, 14);
    expect(lastState(shape, 'flyer').angularVelocity.z).not.toBeCloseTo(0, 3);
    const [a, b] = [shape, sphere].map(({ scene }) => scene.bodies[1]);
    expect([b.mass, b.inertia, b.position]).toEqual([a.mass, a.inertia, a.position]);
    expect(b.drawnShape).toEqual(a.shape);
    expect(a.drawnShape).toBeUndefined();
  });

  it('the edge of the box is hit where the shape has a notch', () => {
    const probe = {
      name: 'probe',
      shape: { kind: 'disc', radius: 0.1 },
      position: [4, 1.5],
      velocity: [-1, 0],
      mass: 1,
    };
    const target = { ...flyer, velocity: [0, 0], mass: 1e6 };
    const hitAt = (collideAs: string) =>
      runDocument({ bodies: [{ ...target, collideAs }, probe], time: { end: 4 } }).events[0].time;
    expect(hitAt('shape')).toBeCloseTo(4 - 0.1 - 1, 9);
    expect(hitAt('obb')).toBeCloseTo(4 - 0.1 - 2, 9);
    // the hull has the edge from (2, 1) to (1, 2)
    expect(hitAt('hull')).toBeCloseTo(4 - (1.5 + 0.1 * Math.SQRT2), 9);
  });

  it('in space: a capsule that collides as a box stands on its face', () => {
    const text = (collideAs: string) =>
      JSON.stringify({
        world: 'solids',
        title: 'test',
        description: 'A test.',
        bodies: [
          { name: 'floor', shape: { kind: 'halfspace', normal: [0, 0, 1] }, motion: 'fixed' },
          { name: 'pill', shape: { kind: 'capsule', radius: 0.2, halfHeight: 0.3 }, position: [0, 0, 0.5], mass: 1, collideAs, rotation: { axis: [1, 0, 0], angle: 0.05 } },
        ],
        contacts: { restitution: 0, friction: { law: 'algebraic', static: 0.8 } },
        forces: { gravity: [0, 0, -9.81] },
        time: { end: 3, method: 'steps', step: 1 / 240 },
      }); // biome-ignore format: one body a line
    const [box, capsule] = ['obb', 'shape'].map((kind) => lastState(runAnyText(text(kind), 'test') as never, 'pill'));
    expect(box.position.z).toBeCloseTo(0.5, 2);
    expect(capsule.position.z).toBeLessThan(0.3);
  });

  it('is rejected for a half-space', () => {
    const scene = { title: 'test', description: 'A test.', bodies: [{ ...wall, collideAs: 'obb' }], time: { end: 1 } };
    expect(() => readScene(JSON.stringify(scene), 'test')).toThrow(/bodies\[0\].collideAs.* no bounding volume/);
    expect(() =>
      readScene(
        JSON.stringify({
          ...scene,
          world: 'solids',
          bodies: [
            { ...wall, shape: { kind: 'halfspace', normal: [0, 0, 1] }, position: [0, 0, 0], collideAs: 'hull' },
          ],
        }),
        'test',
      ),
    ).toThrow(/collideAs.* must be "shape" for a halfspace/);
  });
});
