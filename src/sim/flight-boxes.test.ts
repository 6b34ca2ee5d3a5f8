import { describe, expect, it } from 'vitest';
import { collisions, runDocument } from '../../test/scenes.ts';
import { fixedSolid, freeSolid, solidScene } from '../../test/solid-scenes.ts';
import { createRandom } from '../math/random.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { createSphere } from '../shapes/sphere.ts';
import { addNeighbours, beginInterval, createFlightBoxes, type Flight } from './flight-boxes.ts';
import { advanceToNextEvent } from './solids/events/advance-events.ts';
import { createEventWorld } from './solids/events/create-event-world.ts';
import { stateOf } from './solids/events/world-state.ts';

const three = (x: number, y: number, z: number) => ({ x, y, z });

describe('pairs that may touch soon', () => {
  it('property: includes every pair that touches in the interval, by fine sampling of all pairs', () => {
    const random = createRandom(3);
    for (let trial = 0; trial < 8; trial++) {
      const flights = Array.from({ length: 60 }, (): { flight: Flight; radius: number } => ({
        flight: {
          pose: { position: three(random.between(-9, 9), random.between(-9, 9), random.between(-9, 9)) },
          velocity: three(random.normal(), random.normal(), random.normal()),
          acceleration: three(0, 0, random.between(-5, 5)),
        },
        radius: random.between(0.1, 0.6),
      }));
      const boxes = createFlightBoxes();
      const pairs = beginInterval(boxes, flights.length, 10, (i) => flights[i]);
      const found = new Set(
        Array.from({ length: pairs.count }, (_, k) => pairs.indices.slice(2 * k, 2 * k + 2).join()),
      );
      expect(pairs.count).toBeLessThanOrEqual(16 * flights.length);
      const at = ({ flight: { pose, velocity: v, acceleration: a } }: (typeof flights)[number], s: number) =>
        (['x', 'y', 'z'] as const).map((k) => pose.position[k] + s * (v[k] + 0.5 * s * a[k]));
      for (let sample = 0; sample <= 50; sample++) {
        const positions = flights.map((flight) => at(flight, (boxes.span * sample) / 50));
        for (const [i, p] of positions.entries()) {
          for (let j = i + 1; j < positions.length; j++) {
            const distance = Math.hypot(p[0] - positions[j][0], p[1] - positions[j][1], p[2] - positions[j][2]);
            if (distance <= flights[i].radius + flights[j].radius) expect(found.has(`${i},${j}`)).toBe(true);
          }
        }
      }
      const near: number[] = [];
      addNeighbours(boxes, 7, near);
      expect(near).toEqual(flights.map((_, j) => j).filter((j) => found.has(`${Math.min(j, 7)},${Math.max(j, 7)}`)));
    }
  });

  it('the number of pairs per body hardly grows with the number of bodies, however far the end', () => {
    const pairsOf = (side: number) => {
      const random = createRandom(4);
      const flights = Array.from({ length: side ** 3 }, (_, i) => ({
        flight: {
          pose: { position: three(i % side, Math.floor(i / side) % side, Math.floor(i / side ** 2)) },
          velocity: three(random.normal(), random.normal(), random.normal()),
          acceleration: three(0, 0, 0),
        },
        radius: 0.3,
      }));
      return beginInterval(createFlightBoxes(), flights.length, 1e3, (i) => flights[i]).count / side ** 3;
    };
    for (const side of [6, 12, 16]) expect(pairsOf(side)).toBeLessThanOrEqual(16);
  });
});

describe('worlds that search one short interval after another', () => {
  it('a hundred discs in a room conserve energy, and no impact is missed', () => {
    const random = createRandom(5);
    const walls = [[1, 0], [-1, 0], [0, 1], [0, -1]].map(([x, y], i) => ({ name: `wall ${i}`, shape: { kind: 'halfspace', normal: [x, y] }, position: [-6 * x, -6 * y], motion: 'fixed' })); // biome-ignore format: one wall a row
    const discs = Array.from({ length: 100 }, (_, i) => ({
      name: `disc ${i}`,
      shape: { kind: 'disc', radius: 0.4 },
      position: [(i % 10) - 4.5, Math.floor(i / 10) - 4.5],
      velocity: [3 * random.normal(), 3 * random.normal()],
      mass: 1,
    }));
    const log = runDocument({
      bodies: [...walls, ...discs],
      contacts: { restitution: 1 },
      time: { end: 2 },
      record: { interval: 0.05 },
    });
    expect(collisions(log).length).toBeGreaterThan(1000);
    const { ledgerStart, ledgerEnd } = log.summary;
    expect(Math.abs(ledgerEnd.kineticEnergy / ledgerStart.kineticEnergy - 1)).toBeLessThan(1e-12);
    let [nearest, farthest] = [Number.POSITIVE_INFINITY, 0];
    for (const { bodies } of log.frames) {
      const positions = bodies.slice(4).map(({ position }) => position);
      for (const [i, p] of positions.entries()) {
        farthest = Math.max(farthest, Math.abs(p.x), Math.abs(p.y));
        for (const q of positions.slice(i + 1)) nearest = Math.min(nearest, Math.hypot(p.x - q.x, p.y - q.y));
      }
    }
    expect(nearest).toBeGreaterThan(0.8 - 1e-12);
    expect(farthest).toBeLessThan(5.6 + 1e-12);
  });

  it('spheres that fall on a floor collide, and none passes through another', () => {
    const random = createRandom(6);
    const spheres = Array.from({ length: 125 }, (_, i) =>
      freeSolid(`ball ${i}`, createSphere(0.3), {
        at: [i % 5, Math.floor(i / 5) % 5, 1 + Math.floor(i / 25)],
        velocity: [5 * random.normal(), 5 * random.normal(), 5 * random.normal()],
      }),
    );
    const floor = fixedSolid('floor', createHalfspace([0, 0, 1]));
    const world = createEventWorld(solidScene([floor, ...spheres], { end: 1, gravity: [0, 0, -10] }));
    let nearest = Number.POSITIVE_INFINITY;
    for (let until = 0.05; until < 1; ) {
      const { status } = advanceToNextEvent(world, until);
      if (status === 'happened') continue;
      expect(status).toBe('reached');
      const { positions: p } = stateOf(world).bodies;
      for (let i = 3; i < p.length; i += 3) {
        nearest = Math.min(nearest, 2 * p[i + 2]);
        for (let j = 3; j < i; j += 3) {
          nearest = Math.min(nearest, Math.hypot(p[i] - p[j], p[i + 1] - p[j + 1], p[i + 2] - p[j + 2]));
        }
      }
      until += 0.05;
    }
    expect(world.flights.span).toBeLessThan(1);
    expect(world.collisions).toBeGreaterThan(100);
    expect(nearest).toBeGreaterThan(0.6 - 1e-9);
  });
});
