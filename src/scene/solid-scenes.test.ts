import { describe, expect, it } from 'vitest';
import { createMat3 } from '../math/mat3.ts';
import { createVec3 } from '../math/vec3.ts';
import { createSolidLaws } from '../sim/solids/pair-material.ts';
import { readScene } from './read.ts';
import { SceneError } from './scene-error.ts';
import type { SolidScene } from './solid-scene.ts';

const floor = { name: 'floor', shape: { kind: 'halfspace', normal: [0, 0, 2] }, motion: 'fixed' };
const crate = { name: 'crate', shape: { kind: 'box', halfExtents: [1, 0.5, 0.25] }, position: [0, 0, 3], density: 600 };

function read(changes: Record<string, unknown> = {}): SolidScene {
  const document = {
    title: 't',
    description: 'a',
    world: 'solids',
    bodies: [floor, crate],
    time: { end: 1 },
    ...changes,
  };
  const scene = readScene(JSON.stringify(document, null, 2), 'x.scene.json');
  if (scene.world !== 'solids') throw new Error(`the scene has the world ${scene.world}`);
  return scene;
}

function inputErrorIn(changes: Record<string, unknown>): string {
  try {
    read(changes);
  } catch (error) {
    if (error instanceof SceneError) return `${error.path}: ${error.expected}`;
    throw error;
  }
  throw new Error('the scene was accepted');
}

describe('a scene of solids', () => {
  it('has defaults filled in', () => {
    const { bodies, contacts, docking, forces, time } = read();
    expect(bodies[0].shape).toEqual({ kind: 'halfspace', normal: createVec3(0, 0, 1) });
    expect([bodies[0].mass, bodies[0].moments.x]).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
    expect(contacts).toMatchObject({ classes: [0, 0], pairs: [], restitutionThreshold: 0 });
    expect(contacts.laws).toHaveLength(1);
    expect(contacts.laws[0][0]).toMatchObject({ collide: true, material: { restitution: 1, frictionLaw: 'none' } });
    expect([docking, forces.loads]).toEqual([[], []]);
    expect(time).toEqual({ end: 1, method: 'events', step: 0.01, substeps: 8, timeToSleep: 0.5, maxEvents: 1000000 });
  });

  it('computes the mass properties of a box from its density, in the order of its axes', () => {
    const [, box] = read().bodies;
    expect(box.mass).toBe(600);
    // m/12 (b² + c²) with the edges 2, 1, 0.5
    expect([box.moments.x, box.moments.y, box.moments.z]).toEqual(
      [62.5, 212.5, 250].map((value) => expect.closeTo(value, 9)),
    );
    expect(box.principalAxes).toEqual(createMat3());
  });

  it('moves the origin of a free body to its centre of mass, and docking sensors with it', () => {
    const vertices = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const wedge = { name: 'wedge', shape: { kind: 'hull', vertices }, position: [10, 0, 0], mass: 3 };
    const { bodies, sensors } = read({
      bodies: [wedge, crate],
      sensors: [{ name: 'tip', body: 'wedge', point: [0, 0, 1] }],
    });
    const { position } = bodies[0].pose;
    expect([position.x, position.y, position.z]).toEqual([10.25, 0.25, 0.25].map((value) => expect.closeTo(value, 14)));
    expect(sensors[0].point.z).toBeCloseTo(0.75, 14);
    // ∫x² = m 3/80 about the centroid, and the trace of the inertia is twice that for three axes
    const { x, y, z } = bodies[0].moments;
    expect(x + y + z).toBeCloseTo((3 * 6 * 3) / 80, 12);
  });

  it('uses given moments of inertia unchanged', () => {
    const [, given] = read({
      bodies: [floor, { ...crate, density: undefined, mass: 2, inertia: [1, '15000000 g cm^2', 2] }],
    }).bodies;
    expect(given.moments).toEqual(createVec3(1, 1.5, 2));
  });

  it('repeats a body on a grid, with unique names and one shape for all', () => {
    const { bodies } = read({ bodies: [floor, { ...crate, repeat: { count: [2, 1, 3], spacing: [3, 0, 1] } }] });
    expect(bodies.map(({ name }) => name)).toEqual(['floor', ...[1, 2, 3, 4, 5, 6].map((k) => `crate ${k}`)]);
    expect(bodies[2].pose.position).toEqual(createVec3(3, 0, 3));
    expect(bodies[5].pose.position).toEqual(createVec3(0, 0, 5));
    expect(bodies[6].shape).toBe(bodies[1].shape);
  });

  it('jitters copies reproducibly, within the given limits', () => {
    const repeat = { count: [10, 10, 10], spacing: [3, 3, 3], positionJitter: 0.1, rotationJitter: '10 deg', seed: 7 };
    const [first, second] = [0, 1].map(() => read({ bodies: [{ ...crate, position: [0, 0, 0], repeat }] }).bodies);
    expect(first).toEqual(second);
    for (const { pose } of first) {
      const off = [pose.position.x, pose.position.y, pose.position.z].map((value) =>
        Math.abs(value - 3 * Math.round(value / 3)),
      );
      expect(Math.max(...off)).toBeLessThan(0.1);
      // the trace of a rotation by α is 1 + 2 cos α
      const { xx, yy, zz } = pose.rotation;
      expect((xx + yy + zz - 1) / 2).toBeGreaterThanOrEqual(Math.cos(Math.PI / 18) - 1e-12);
    }
    const other = read({ bodies: [{ ...crate, position: [0, 0, 0], repeat: { ...repeat, seed: 8 } }] }).bodies;
    expect(other[0].pose.position).not.toEqual(first[0].pose.position);
  });
});

describe('contact settings', () => {
  const material = (restitution: number, coefficient: number) => ({
    restitution,
    friction: { law: 'algebraic', static: coefficient },
  });
  const bodies = [
    floor,
    { ...crate, name: 'rubber', ...material(0.9, 0.8) },
    { ...crate, name: 'ice', ...material(0.4, 0.2), group: 'cold' },
    { ...crate, name: 'snow', group: 'cold' },
  ];

  it('of two materials combine the smaller restitution and the geometric mean of friction', () => {
    const { contacts } = read({ bodies });
    const laws = createSolidLaws(contacts);
    expect(laws(1, 2).material).toMatchObject({ restitution: 0.4, staticFriction: 0.4, frictionLaw: 'algebraic' });
    expect(laws(2, 1)).toEqual(laws(1, 2));
    // the scene itself has no friction, and elastic contacts
    expect(laws(0, 1).material).toMatchObject({ restitution: 0.9, staticFriction: 0, frictionLaw: 'none' });
  });

  it('of groups override those of materials, and those of pairs override both', () => {
    const { contacts } = read({
      bodies,
      contacts: {
        groups: [{ groups: ['cold', 'cold'], collide: false }],
        pairs: [{ bodies: ['snow', 'rubber'], restitution: 0.1 }],
      },
    });
    const laws = createSolidLaws(contacts);
    expect(laws(2, 3).collide).toBe(false);
    expect(laws(1, 3)).toMatchObject({ collide: true, material: { restitution: 0.1, frictionLaw: 'none' } });
    expect(laws(0, 2).collide).toBe(true);
  });

  it('of a thousand bodies in two groups are four', () => {
    const repeat = { count: [10, 10, 5], spacing: [3, 3, 3] };
    const { contacts } = read({
      bodies: [
        { ...crate, name: 'a', group: 'a', repeat },
        { ...crate, name: 'b', group: 'b', repeat },
      ],
      contacts: { groups: [{ groups: ['a', 'b'], collide: false }] },
    });
    expect(contacts.laws.flat()).toHaveLength(4);
    expect(contacts.pairs).toEqual([]);
    expect(createSolidLaws(contacts)(3, 900).collide).toBe(false);
  });
});

describe('errors in a scene of solids', () => {
  const load = { body: 'crate', force: [1, 0, 0] };
  it.each([
    [
      { bodies: [{ ...floor, motion: 'free', mass: 1 }] },
      'bodies[0].motion: must be "fixed" or "prescribed" for a halfspace',
    ],
    [{ bodies: [{ ...crate, density: undefined }] }, 'bodies[0].mass: is missing, a free body needs mass or density'],
    [{ bodies: [{ ...crate, mass: 1 }] }, 'bodies[0].density: must be left out where mass is given'],
    [{ bodies: [{ ...crate, motion: 'fixed' }] }, 'bodies[0].density: must be left out, no force moves a fixed body'],
    [
      { bodies: [{ ...crate, density: undefined, mass: 1, inertia: [1, 1, 3] }] },
      'bodies[0].inertia: must be moments of a real body, none larger than the sum of the others',
    ],
    [
      { bodies: [{ ...crate, shape: { ...crate.shape, radius: 0.3 } }] },
      'bodies[0].shape: box: radius must be from 0 to 0.25 m, the smallest half extent, got 0.3',
    ],
    [
      { bodies: [{ ...crate, shape: { kind: 'smooth', surface: { kind: 'disc', radius: 1 } } }] },
      'bodies[0].shape: must be three-dimensional, not disc',
    ],
    [{ bodies: [floor, { ...crate, name: 'floor' }] }, 'bodies[1].name: must be unique, bodies[0] has the same name'],
    [
      {
        bodies: [
          { ...crate, repeat: { count: [2, 1, 1], spacing: [1, 0, 0] } },
          { ...crate, name: 'crate 2' },
        ],
      },
      'bodies[1].name: must be unique, bodies[0] has the same name',
    ],
    [
      { bodies: [{ ...crate, repeat: { count: [100, 100, 100], spacing: [1, 1, 1] } }] },
      'bodies[0].repeat: makes more than 100000 bodies in all',
    ],
    [
      { contacts: { groups: [{ groups: ['cold', 'warm'] }] } },
      'contacts.groups[0].groups[0]: is not the group of any body',
    ],
    [
      { contacts: { pairs: [{ bodies: ['crate', 'crate'] }] } },
      'contacts.pairs[0].bodies: must be two different bodies',
    ],
    [
      { time: { end: 1, method: 'steps' }, forces: { loads: [{ ...load, body: 'floor' }] } },
      'forces.loads[0].body: must be a free body, no force moves the others',
    ],
  ])('%# are reported with their path', (changes, message) => {
    expect(inputErrorIn(changes)).toContain(message);
  });
});
