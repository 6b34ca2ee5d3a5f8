import { describe, expect, it } from 'vitest';
import { collisions, exampleText, lastState, runDocument, runText } from '../../test/scenes.ts';
import { convexPenetration } from '../distance/convex-polygon/penetration.ts';
import { createRandom } from '../math/random.ts';
import { createPolygon, type Polygon } from '../shapes/polygon.ts';
import type { BodyState } from './observer.ts';

const floor = { name: 'floor', shape: { kind: 'halfspace', normal: [0, 1] }, motion: 'fixed' };
const ball = { name: 'ball', shape: { kind: 'disc', radius: 0.5 }, mass: 1 };
const square = { kind: 'polygon', vertices: [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]] }; // biome-ignore format: one shape a line

/** A room of half-spaces and four random polygons in its corners. */
function room(seed: number, extra: object): object {
  const random = createRandom(seed);
  const walls = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ].map(([x, y], i) => ({
    // biome-ignore format: one wall a row
    name: `wall ${i}`,
    shape: { kind: 'halfspace', normal: [x, y] },
    position: [-2 * x, -2 * y],
    motion: 'fixed',
  }));
  const bodies = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map((position, i) => ({
    // biome-ignore format: one row
    name: `body ${i}`,
    shape: { kind: 'regular-polygon', sides: 3 + i, radius: random.between(0.3, 0.6) },
    position,
    angle: random.between(0, 6),
    velocity: [random.normal(), random.normal()],
    angularVelocity: random.normal(),
    density: random.between(0.5, 2),
  }));
  return { bodies: [...bodies, ...walls], contacts: { restitution: 1 }, ...extra };
}

function worldPolygon(polygon: Polygon, { position, rotation }: BodyState): Polygon {
  const vertices: number[][] = [];
  for (let i = 0; i < polygon.vertices.length; i += 2) {
    const [x, y] = [polygon.vertices[i], polygon.vertices[i + 1]];
    vertices.push([position.x + rotation.xx * x + rotation.xy * y, position.y + rotation.yx * x + rotation.yy * y]);
  }
  return createPolygon(vertices);
}

describe('the event-driven world [CP13-4.3]', () => {
  it('worked example: a disc thrown at a wall returns to its start distance with its normal velocity reversed', () => {
    const wall = { name: 'wall', shape: { kind: 'halfspace', normal: [-1, 0] }, position: [3, 0], motion: 'fixed' };
    const log = runDocument({ bodies: [{ ...ball, velocity: [2, 1] }, wall], time: { end: 2.5 } });
    expect(collisions(log).map(({ time, impulse }) => [time, impulse])).toEqual([[1.25, 4]]);
    expect(lastState(log, 'ball').position).toEqual({ x: 0, y: 2.5, z: 0 });
    expect(lastState(log, 'ball').velocity).toEqual({ x: -2, y: 1, z: 0 });
  });

  it('worked example: a falling ball bounces at the times of the closed form, each bounce 0.8 times as fast', () => {
    const g = 10;
    const e = 0.8;
    const log = runDocument({
      bodies: [{ ...ball, position: [0, 5.5] }, floor],
      contacts: { restitution: e },
      forces: { gravity: [0, -g] },
      time: { end: 8 },
    });
    const times = collisions(log).map(({ time }) => time);
    let time = Math.sqrt((2 * 5) / g);
    let speed = g * time;
    expect(times.length).toBeGreaterThan(5);
    for (const found of times.slice(0, 6)) {
      expect(Math.abs(found - time)).toBeLessThan(1e-12); // the contact tolerance, 1e-13 of the size, over the slowest speed
      speed *= e;
      time += (2 * speed) / g;
    }
    expect(log.summary.balance.energyError).toBeLessThan(1e-14);
  });

  it('Zeno: a ball that bounces ever faster comes to rest, and the run records it', () => {
    const log = runDocument({
      bodies: [{ ...ball, position: [0, 1.5] }, floor],
      contacts: { restitution: 0.5 },
      forces: { gravity: [0, -10] },
      time: { end: 3, step: 0.001 },
    });
    // drop from 1 m: √0.2 s, then 2 e √0.2 (1 + e + ...) = 2 √0.2 s more
    const [{ time }] = log.events.filter(({ type }) => type === 'zeno');
    expect(Math.abs(time - 3 * Math.sqrt(0.2))).toBeLessThan(1e-5); // the bounces that remain when the run switches to steps
    const { position, velocity } = lastState(log, 'ball');
    expect(Math.abs(position.y - 0.5)).toBeLessThan(1e-4);
    expect(Math.abs(velocity.y)).toBeLessThan(1e-12);
  });

  it('target: 10 000 elastic collisions of four polygons in a box conserve energy to 1e-12 without penetration', () => {
    const log = runDocument(room(4, { time: { end: 1e5, maxEvents: 10_000 }, record: { interval: 1e6 } }));
    expect(log.summary.status).toBe('event-limit');
    expect(log.summary.collisions).toBe(10_000);
    const { ledgerStart, ledgerEnd, maxPenetration, balance } = log.summary;
    expect(Math.abs(ledgerEnd.kineticEnergy / ledgerStart.kineticEnergy - 1)).toBeLessThan(1e-12);
    expect(maxPenetration).toBeLessThan(1e-12 * 0.5);
    expect(balance.momentumError).toBeLessThan(1e-12);
    expect(balance.angularMomentumError).toBeLessThan(1e-12);
  });

  it('at every frame of a long run no two polygons overlap and none is behind a wall, by an independent test', () => {
    const log = runDocument(room(5, { time: { end: 200 }, record: { interval: 0.1 } }));
    const polygons = log.scene.bodies.slice(0, 4).map(({ shape }) => shape as Polygon);
    let deepest = 0;
    for (const { bodies } of log.frames) {
      const moved = polygons.map((polygon, i) => worldPolygon(polygon, bodies[i]));
      moved.forEach((a, i) => {
        for (const b of moved.slice(i + 1)) deepest = Math.max(deepest, convexPenetration(a, b).signedDepth);
        deepest = Math.max(deepest, ...Array.from(a.vertices, (v) => Math.abs(v) - 2));
      });
    }
    expect(collisions(log).length).toBeGreaterThan(300);
    expect(deepest).toBeLessThan(1e-12); // of bodies about 0.5 m in size
  });

  it('inelastic impacts and friction lose exactly the work of their impulses; the walls receive the momentum', () => {
    const contacts = { restitution: 0.7, friction: { law: 'algebraic', static: 0.5, dynamic: 0.4 } };
    const { summary } = runDocument(room(6, { contacts, time: { end: 30 } }));
    expect(summary.collisions).toBeGreaterThan(20);
    expect(summary.ledgerEnd.kineticEnergy).toBeLessThan(0.9 * summary.ledgerStart.kineticEnergy);
    // rounding of some hundred impulses
    for (const error of Object.values(summary.balance)) expect(error).toBeLessThan(1e-13);
  });

  it('the recording interval does not change the run', () => {
    const hash = (interval: number) =>
      runDocument(room(7, { time: { end: 20 }, record: { interval } })).summary.stateHash;
    expect(hash(0.013)).toBe(hash(5));
  });

  it("Newton's cradle: sequential impacts pass the speed on; simultaneous impacts distribute it", () => {
    const sequential = runText(exampleText('newtons-cradle-sequential'), 'sequential');
    const first = sequential.frames.find(({ time }) => time > 1.2);
    const speeds = (log: typeof sequential, at: (typeof sequential.frames)[number] | undefined) =>
      log.scene.bodies.flatMap((body, i) => (body.motion === 'free' ? [at?.bodies[i].velocity.x ?? Number.NaN] : []));
    expect(speeds(sequential, first)).toEqual([0, 0, 0, 0, 1]);
    const simultaneous = runText(exampleText('newtons-cradle-simultaneous'), 'simultaneous');
    const shared = speeds(
      simultaneous,
      simultaneous.frames.find(({ time }) => time > 1.2),
    );
    // five equal discs, e = 1: the first bounces back, the others leave together with 2/5 of its speed
    for (const [i, speed] of [-0.6, 0.4, 0.4, 0.4, 0.4].entries()) expect(shared[i]).toBeCloseTo(speed, 12);
    // discs that move on together, equal to machine precision, do not collide again and again
    expect(simultaneous.events.filter(({ type }) => type === 'zeno')).toEqual([]);
  });

  it('results do not depend on size and speed: the same scene a billion times smaller or larger, and as much slower', () => {
    const scaled = (size: number, speed: number) => {
      const { bodies, ...rest } = room(8, {}) as { bodies: Record<string, unknown>[] };
      const scale = (value: unknown, factor: number) => (value as number[] | undefined)?.map((v) => v * factor);
      const resized = bodies.map(({ shape, position, velocity, angularVelocity, ...body }) => {
        const { radius, ...form } = shape as { radius?: number };
        return {
          ...body,
          shape: radius === undefined ? form : { ...form, radius: radius * size },
          position: scale(position, size),
          ...(velocity
            ? { velocity: scale(velocity, size * speed), angularVelocity: (angularVelocity as number) * speed }
            : {}),
        };
      });
      return runDocument({ ...rest, bodies: resized, time: { end: 10 / speed } });
    };
    const plain = collisions(scaled(1, 1));
    for (const [size, speed] of [
      [1e-9, 1],
      [1e9, 1],
      [1, 1e-9],
      [1e-6, 1e-6],
    ]) {
      // biome-ignore format: one row
      const found = collisions(scaled(size, speed));
      expect(found.map(({ bodies }) => bodies)).toEqual(plain.map(({ bodies }) => bodies));
      expect(Math.abs(found[9].time * speed - plain[9].time)).toBeLessThan(1e-6); // the tenth event of a chaotic flow
    }
  });

  it('invalid input: the error names bodies that overlap at the start', () => {
    const overlapping = [
      { name: 'one', shape: square, mass: 1 },
      { name: 'two', shape: square, position: [0.5, 0], mass: 1 },
    ];
    expect(() => runDocument({ bodies: overlapping, time: { end: 1 } })).toThrow(/one and two overlap at t = 0/);
  });
});
