/** Scenes that the tests of FMUs export. */

/** A box and a sphere on a table between two walls, and a hammer that a path moves. */
export const SOLIDS = JSON.stringify({
  world: 'solids',
  title: 'A box, a sphere and a hammer',
  description: 'For tests.',
  bodies: [
    { name: 'table', shape: { kind: 'halfspace', normal: [0, 0, 1] }, motion: 'fixed' },
    { name: 'left', shape: { kind: 'halfspace', normal: [1, 0, 0] }, position: [-1, 0, 0], motion: 'fixed' },
    { name: 'right', shape: { kind: 'halfspace', normal: [-1, 0, 0] }, position: [1, 0, 0], motion: 'fixed' },
    {
      name: 'box',
      shape: { kind: 'box', halfExtents: [0.1, 0.15, 0.2] },
      position: [-0.3, 0, 0.5],
      velocity: [1, 0, 0],
      mass: 2,
    },
    { name: 'a sphere', shape: { kind: 'sphere', radius: 0.1 }, position: [0.3, 0.02, 0.4], mass: 1 },
    { name: 'hammer', shape: { kind: 'sphere', radius: 0.05 }, position: [0, 0, 2], motion: 'prescribed' },
  ],
  contacts: { restitution: 0.5, friction: { law: 'algebraic', static: 0.4, dynamic: 0.3 } },
  forces: { gravity: [0, 0, -9.81] },
  time: { end: 10, method: 'steps', step: '5 ms' },
});

/** Two discs that collide in the plane. */
export const DISCS = JSON.stringify({
  title: 'Two discs',
  description: 'For tests.',
  bodies: [
    { name: 'one', shape: { kind: 'disc', radius: 0.5 }, position: [0, 0], mass: 1 },
    { name: 'two', shape: { kind: 'disc', radius: 0.5 }, position: [1.5, 0.2], mass: 2 },
    { name: 'post', shape: { kind: 'disc', radius: 0.5 }, position: [4, 0], motion: 'fixed' },
  ],
  contacts: { restitution: 0.8 },
  time: { end: 3, method: 'steps', step: 0.01 },
});

/** Two spheres in space. */
export const BLOCK = JSON.stringify({
  block: 'collision',
  title: 'Two spheres',
  dimension: 3,
  shape_A: { kind: 'sphere', radius: 0.5 },
  shape_B: { kind: 'sphere', radius: 0.5 },
  e: 0.5,
});
