import { describe, expect, it } from 'vitest';
import { exampleText, runAnyText, runDocument, runText } from '../../test/scenes.ts';
import { readScene } from '../scene/read.ts';

const disc = (name: string, radius: number, position: number[], velocity: number[]) => ({
  name,
  shape: { kind: 'disc', radius },
  position,
  velocity,
  mass: 1,
});

const solid = (document: object) =>
  JSON.stringify({ world: 'solids', title: 'test', description: 'A test.', ...document });

describe('distances of chosen pairs', () => {
  it('worked example: two discs that pass each other have the distance and the rate of the closed form in every frame', () => {
    const bodies = [disc('a', 0.5, [0, 0], [0, 0]), disc('b', 0.25, [-4, 1], [2, 0]), disc('c', 1, [0, 9], [0, 0])];
    const { distances, summary, frames } = runDocument({
      bodies,
      time: { end: 4 },
      record: { interval: 0.125, distances: [['a', 'b']] },
    });
    expect(distances.length).toBe(frames.length);
    for (const { time, distance, rate, bodyA, bodyB, pointA, pointB } of distances) {
      const x = -4 + 2 * time;
      const centres = Math.sqrt(x * x + 1);
      expect([bodyA, bodyB]).toEqual([0, 1]);
      expect(distance).toBeCloseTo(centres - 0.75, 13);
      expect(rate).toBeCloseTo((2 * x) / centres, 13);
      expect(Math.hypot(pointA.x, pointA.y)).toBeCloseTo(0.5, 13);
      expect(Math.hypot(pointB.x - x, pointB.y - 1)).toBeCloseTo(0.25, 13);
    }
    expect(summary.distances?.minimum).toEqual({
      bodies: ['a', 'b'],
      distance: 0.25,
      time: 2,
      points: [
        [0, 0.5, 0],
        [0, 0.75, 0],
      ],
    });
  });

  it('the rate is the derivative of the distance of rotating polygons', () => {
    const square = { kind: 'rectangle', halfExtents: [0.5, 0.3] };
    const bodies = [
      { name: 'a', shape: square, angularVelocity: 0.7, mass: 1 },
      { name: 'b', shape: square, position: [2, 0.4], velocity: [-0.1, 0.2], angularVelocity: -0.3, mass: 1 },
    ];
    const interval = 1e-4;
    const { distances } = runDocument({ bodies, time: { end: 0.5 }, record: { interval, distances: [['b', 'a']] } });
    let compared = 0;
    for (let i = 1; i + 1 < distances.length; i++) {
      const difference = (distances[i + 1].distance - distances[i - 1].distance) / (2 * interval);
      // the closest features change once or twice: there the rate may jump
      if (Math.abs(distances[i + 1].rate - distances[i - 1].rate) > 1e-3) continue;
      expect(distances[i].rate).toBeCloseTo(difference, 6);
      compared++;
    }
    expect(compared).toBeGreaterThan(4990);
  });

  it('an impact between two frames counts: the minimum is the gap of the contact, at the time of impact', () => {
    const bodies = [
      disc('left', 0.5, [0, 0], [3, 0]),
      disc('right', 0.5, [2, 0], [0, 0]),
      disc('far', 1, [0, 50], [0, 0]),
    ];
    const run = { bodies, time: { end: 1 }, record: { interval: 0.5, distances: [['far', 'left'], ['right', 'left']] } }; // biome-ignore format: one line
    const { distances } = runDocument(run).summary;
    expect(distances?.minimum.bodies).toEqual(['right', 'left']);
    expect(distances?.minimum.time).toBeCloseTo(1 / 3, 9);
    expect(Math.abs(distances?.minimum.distance ?? 1)).toBeLessThan(1e-9);
    expect(distances?.pairs.map(({ bodies }) => bodies)).toEqual([
      ['far', 'left'],
      ['right', 'left'],
    ]);
    // the points of the bodies in the order of the pair: both at the point of contact
    for (const [x] of distances?.minimum.points ?? []) expect(x).toBeCloseTo(1.5, 9);
    expect(distances?.pairs[0].distance).toBeCloseTo(48.5, 1);
  });

  it.each(['events', 'steps'])('rigid bodies in space, method %s: a sphere that falls past a box', (method) => {
    const bodies = [
      { name: 'box', shape: { kind: 'box', halfExtents: [1, 1, 1] }, motion: 'fixed' },
      { name: 'ball', shape: { kind: 'sphere', radius: 0.5 }, position: [2, 0, 3], velocity: [0, 0, -2], mass: 1 },
    ];
    const document = { bodies, time: { end: 3, method, step: 1 / 64 }, record: { interval: 1 / 8, distances: [['box', 'ball']] } }; // biome-ignore format: one line
    const { distances, summary } = runAnyText(solid(document), 'test');
    expect(distances.length).toBe(25);
    for (const { time, distance } of distances) {
      const z = Math.abs(3 - 2 * time);
      expect(distance).toBeCloseTo(Math.hypot(1, Math.max(z - 1, 0)) - 0.5, 12);
    }
    expect(summary.distances?.minimum.distance).toBeCloseTo(0.5, 12);
  });

  it('bodies that stay together have their minimum when they met, not where rounding is least', () => {
    const { summary } = runText(exampleText('manipulator-capture'), 'manipulator-capture');
    // the first frame after the docking at 4.913 s
    expect(summary.distances?.minimum.time).toBeCloseTo(4.95, 12);
  });

  it('does not change the run: the final state has the same bits', () => {
    const bodies = [disc('a', 0.5, [0, 0], [3, 0.1]), disc('b', 0.5, [2, 0.3], [0, 0])];
    const plain = runDocument({ bodies, time: { end: 1 } });
    const monitored = runDocument({ bodies, time: { end: 1 }, record: { distances: [['a', 'b']] } });
    expect(monitored.summary.stateHash).toBe(plain.summary.stateHash);
    expect(plain.summary.distances).toBeUndefined();
  });
});

describe('a scene with wrong pairs is rejected', () => {
  const wall = (name: string, x: number) => ({
    name,
    shape: { kind: 'halfspace', normal: [-1, 0] },
    position: [x, 0],
    motion: 'fixed',
  });
  const read = (distances: unknown) => () =>
    readScene(
      JSON.stringify({
        title: 'test',
        description: 'A test.',
        bodies: [disc('a', 1, [0, 0], [0, 0]), wall('b', 4), wall('c', 5)],
        time: { end: 1 },
        record: { distances },
      }),
      'test',
    );
  it.each([
    [[['a', 'x']], /record\.distances\[0\]\[1\].* is not the name of a body/],
    [[['a', 'a']], /record\.distances\[0\].* must be two different bodies/],
    [[['a', 'b'], ['b', 'a']], /record\.distances\[1\].* must be listed once, record\.distances\[0\]/],
    [[['b', 'c']], /must not be two half-spaces/],
  ] as const)('%j', (distances, message) => expect(read(distances)).toThrow(message)); // biome-ignore format: one case per line
});
