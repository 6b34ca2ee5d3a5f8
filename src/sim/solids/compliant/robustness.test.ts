import { describe, expect, it } from 'vitest';
import { runAnyText } from '../../../../test/scenes.ts';

function run(document: object) {
  return runAnyText(JSON.stringify({ title: 'test', description: 'A test.', world: 'solids', ...document }), 'test');
}

const last = <T>(list: readonly T[]): T => list[list.length - 1];
const floor = { name: 'floor', shape: { kind: 'halfspace', normal: [0, 0, 1] }, motion: 'fixed' };
const forces = { gravity: [0, 0, -9.81] };
const spring = { law: 'linear', stiffness: 1e5, damping: 100 };
const compliant = (penalty: object, mu = 0) => ({
  response: 'penalty',
  penalty,
  friction: mu > 0 ? { law: 'algebraic', static: mu } : { law: 'none' },
});

describe('a fast body in compliant contact', () => {
  const wall = { name: 'wall', shape: { kind: 'box', halfExtents: [0.001, 1, 1] }, motion: 'fixed' };
  /** A ball that flies against the wall. */
  function shot(speed: number, step: number, stiffness: number) {
    const shape = { kind: 'sphere', radius: 0.01 };
    return run({
      bodies: [wall, { name: 'ball', shape, position: [-0.5, 0, 0], velocity: [speed, 0, 0], mass: 0.01 }],
      contacts: compliant({ law: 'linear', stiffness }),
      time: { end: 1 / speed, method: 'steps', step },
    });
  }

  it('does not pass through a wall that is half as thick as it flies in a step', () => {
    const { frames, summary } = shot(100, 4e-5, 2e6);
    expect(summary.status).toBe('end');
    expect(last(frames).bodies[1].velocity.x / -100).toBeCloseTo(1, 2);
  });

  it('ends the run with its name and the longest step where that is too long', () => {
    const { summary } = shot(1000, 1e-3, 2e6);
    expect(summary.status).toBe('failed');
    expect(summary.failure).toMatch(/time.step: must be at most \S+ s, got 0.001: ball moves at 1000 m\/s/);
    const limit = Number(/at most (\S+) s/.exec(summary.failure ?? '')?.[1]);
    expect(limit).toBeGreaterThan(1e-4);
    expect(limit).toBeLessThan(1e-3);
  });

  it('ends the run where its law is too soft to stop it within the wall', () => {
    const { summary } = shot(1000, 1e-5, 2e6);
    expect(summary.status).toBe('failed');
    expect(summary.failure).toMatch(/the law is too soft .* wall and ball overlap by \S+ m/);
  });

  it('hits a ball that it meets within a step, up to the accuracy of a contact of ten steps', () => {
    const ball = (name: string, x: number, speed: number) => ({
      name,
      shape: { kind: 'sphere', radius: 0.01 },
      position: [x, 0, 0],
      velocity: [speed, 0, 0],
      mass: 0.01,
    });
    const { frames } = run({
      bodies: [ball('fast', -0.5, 100), ball('resting', 0, 0)],
      contacts: compliant({ law: 'linear', stiffness: 5e6 }),
      time: { end: 1e-2, method: 'steps', step: 3e-5 },
    });
    expect(last(frames).bodies.map(({ velocity }) => velocity.x / 100)).toEqual([
      expect.closeTo(0, 1),
      expect.closeTo(1, 1),
    ]);
  });
});

const cubeMesh = (half: number) => {
  const vertices = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x * half, y * half, z * half])));
  const faces = [
    [0, 1, 3, 2],
    [4, 6, 7, 5],
    [0, 4, 5, 1],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 5, 7, 3],
  ];
  return {
    kind: 'trimesh',
    vertices,
    triangles: faces.flatMap(([a, b, c, d]) => [
      [a, b, c],
      [a, c, d],
    ]),
  };
};

describe('bodies with faces in compliant contact', () => {
  const prism = Array.from({ length: 9 }, (_, i) => (2 * Math.PI * i) / 9).flatMap((angle) =>
    [-0.05, 0.05].map((z) => [0.1 * Math.cos(angle), 0.1 * Math.sin(angle), z]),
  );
  const table = {
    name: 'table',
    shape: { kind: 'box', halfExtents: [1, 1, 0.1] },
    position: [0, 0, -0.1],
    motion: 'fixed',
  };

  it.each([
    ['box on a half-space', floor, { kind: 'box', halfExtents: [0.1, 0.08, 0.05] }],
    ['box on a box', table, { kind: 'box', halfExtents: [0.1, 0.08, 0.05] }],
    ['hull on a half-space', floor, { kind: 'hull', vertices: prism }],
    ['hull on a box', table, { kind: 'hull', vertices: prism }],
    ['cylinder on a half-space', floor, { kind: 'cylinder', radius: 0.1, halfHeight: 0.05 }],
    ['mesh on a half-space', floor, cubeMesh(0.05)],
  ])('rest without drift: %s', (_, ground, shape) => {
    const { frames, summary } = run({
      bodies: [ground, { name: 'body', shape, position: [0.013, 0.007, 0.05], mass: 1 }],
      contacts: compliant(spring, 0.4),
      forces,
      time: { end: 1, method: 'steps', step: 5e-4 },
      record: { interval: 0.5 },
    });
    expect(summary.status).toBe('end');
    const [, halfway, end] = frames.map(({ bodies }) => bodies[1]);
    const drift = Math.hypot(end.position.x - halfway.position.x, end.position.y - halfway.position.y);
    expect(drift).toBeLessThan(1e-9);
    expect(Math.abs(end.position.z - halfway.position.z)).toBeLessThan(1e-9);
    expect(Math.hypot(end.velocity.x, end.velocity.y, end.velocity.z)).toBeLessThan(1e-9);
  });

  it('stand in a column of five, and each contact carries the weight above it', () => {
    const shape = { kind: 'box', halfExtents: [0.05, 0.05, 0.05] };
    const cube = (i: number) => ({ name: `cube ${i}`, shape, position: [0, 0, 0.05 + 0.1 * i], mass: 1 });
    const { contacts, frames } = run({
      bodies: [floor, ...[0, 1, 2, 3, 4].map(cube)],
      contacts: compliant(spring, 0.4),
      forces,
      time: { end: 1.5, method: 'steps', step: 2.5e-4 },
      record: { interval: 1 },
    });
    for (const { position, velocity } of last(frames).bodies.slice(1)) {
      expect(Math.hypot(position.x, position.y)).toBeLessThan(1e-6);
      expect(Math.abs(velocity.z)).toBeLessThan(1e-4);
    }
    const { time } = last(contacts);
    for (const i of [0, 1, 2, 3, 4]) {
      const rows = contacts.filter((row) => row.time === time && row.bodyB === i + 1 && row.bodyA === i);
      const force = rows.reduce((sum, { impulse }) => sum + impulse.z / 2.5e-4, 0);
      expect(force / ((5 - i) * 9.81)).toBeCloseTo(1, 2);
    }
  });

  it('keep their energy when they tumble without damping and friction', () => {
    const errors = [4e-4, 2e-4].map((step) => {
      const { summary } = run({
        bodies: [
          floor,
          {
            name: 'box',
            shape: { kind: 'box', halfExtents: [0.1, 0.15, 0.05] },
            position: [0, 0, 0.4],
            rotation: { axis: [1, 2, 3], angle: 1 },
            velocity: [1, 0.5, 0],
            angularVelocity: [3, 5, -4],
            mass: 2,
          },
        ],
        contacts: compliant({ law: 'linear', stiffness: 1e5 }),
        forces,
        time: { end: 1, method: 'steps', step },
      });
      expect(summary.ledgerEnd.contactWork).toBe(0);
      return summary.balance.energyError;
    });
    expect(errors[0]).toBeLessThan(1e-4);
    expect(errors[1]).toBeLessThan(1e-5);
  });

  it.each([
    ['cylinder', { kind: 'cylinder', radius: 0.1, halfHeight: 0.05 }],
    ['cone', { kind: 'cone', radius: 0.1, halfHeight: 0.1 }],
  ])(
    'the balance shows what the rim of a tumbling %s gains or loses without damping, below 1 %% in a second',
    (_, shape) => {
      const tumble = (penalty: object) =>
        run({
          bodies: [
            floor,
            {
              name: 'body',
              shape,
              position: [0, 0, 0.4],
              rotation: { axis: [1, 2, 3], angle: 1 },
              velocity: [1, 0.5, 0],
              angularVelocity: [3, 5, -4],
              mass: 2,
            },
          ],
          contacts: compliant(penalty),
          forces,
          time: { end: 1, method: 'steps', step: 2e-4 },
        }).summary;
      const gain = ({ ledgerStart: from, ledgerEnd: to }: ReturnType<typeof tumble>) =>
        (to.kineticEnergy + to.potentialEnergy) / (from.kineticEnergy + from.potentialEnergy) - 1;
      // eight points represent a rim, and its deepest point is added between them: the energy of that spring comes and goes
      const undamped = tumble({ law: 'linear', stiffness: 1e5 });
      expect(Math.abs(gain(undamped))).toBeLessThan(1e-2);
      expect(undamped.balance.energyError).toBeGreaterThan(0.9 * Math.abs(gain(undamped)));
      expect(gain(tumble({ law: 'linear', stiffness: 1e5, damping: 100 }))).toBeLessThan(0);
    },
  );

  it('never gain energy from friction and dampers', () => {
    const energies: number[] = [];
    const { summary, frames } = run({
      bodies: [
        floor,
        {
          name: 'box',
          shape: { kind: 'box', halfExtents: [0.1, 0.15, 0.05] },
          position: [0, 0, 0.4],
          rotation: { axis: [1, 2, 3], angle: 1 },
          velocity: [2, 1, 0],
          angularVelocity: [10, -20, 30],
          mass: 2,
        },
        {
          name: 'ball',
          shape: { kind: 'sphere', radius: 0.05 },
          position: [0.3, 0.1, 0.2],
          mass: 1,
          angularVelocity: [0, 50, 0],
        },
      ],
      contacts: compliant(spring, 0.8),
      forces,
      time: { end: 1.5, method: 'steps', step: 2e-4 },
      record: { interval: 2e-3 },
    });
    for (const { ledger } of frames) energies.push(ledger.kineticEnergy + ledger.potentialEnergy);
    const rises = energies.slice(1).map((energy, i) => energy - energies[i]);
    expect(Math.max(...rises) / energies[0]).toBeLessThan(1e-6);
    expect(summary.balance.energyError).toBeLessThan(1e-3);
  });
});

describe('many spheres in compliant contact', () => {
  const count = 64;
  const balls = Array.from({ length: count }, (_, i) => ({
    name: `ball ${i}`,
    shape: { kind: 'sphere', radius: 0.05 },
    position: [(i % 4) * 0.11 + 0.001 * (i % 7), (Math.floor(i / 4) % 4) * 0.11, 0.06 + Math.floor(i / 16) * 0.11],
    mass: 0.5,
  }));
  const document = (bodies: object[]) => ({
    bodies,
    contacts: compliant({ law: 'hertz', modulus: 1e6, damping: 0.3 }, 0.4),
    forces,
    time: { end: 0.15, method: 'steps', step: 2e-4 },
    record: { interval: 0.15 },
  });

  it('keep the balance of momentum and energy', () => {
    const { balance, status } = run(document([floor, ...balls])).summary;
    expect(status).toBe('end');
    expect(balance.momentumError).toBeLessThan(1e-11);
    expect(balance.energyError).toBeLessThan(1e-6);
  });
});
