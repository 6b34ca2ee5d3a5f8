import { describe, expect, it } from 'vitest';
import { exampleText, runAnyText } from '../../../test/scenes.ts';
import { SimulationError } from '../world.ts';

const rubber = { modulus: 1e5, poisson: 0, density: 1000 };

/** A cube of 0.1 m and 1 kg. */
const cube = (name: string, z: number, more: object = {}) => ({
  name,
  shape: { kind: 'hexahedra', halfExtents: [0.05, 0.05, 0.05], elements: [2, 2, 2] },
  position: [0, 0, z],
  elastic: rubber,
  ...more,
});

const run = (bodies: object[], contacts: object, time: object, more: object = {}) =>
  runAnyText(
    JSON.stringify({ world: 'deformable', title: 't', description: 'a', bodies, contacts, time, ...more }),
    'test',
  );

type RunLog = ReturnType<typeof run>;

const lastOf = <T>(list: readonly T[]): T => list[list.length - 1];

/** Runs an example with changes. */
function runChanged(name: string, contacts: object, time: object = {}): RunLog {
  const document = JSON.parse(exampleText(name));
  const changed = { contacts: { ...document.contacts, ...contacts }, time: { ...document.time, ...time } };
  return runAnyText(JSON.stringify({ ...document, ...changed }), name);
}

describe('a ball shot into a membrane', () => {
  const log = runAnyText(exampleText('sphere-into-membrane'), 'ball');
  const { ledgerStart, ledgerEnd, balance, maxPenetration } = log.summary;

  it('rebounds, and the momentum of ball, membrane and rim adds up', () => {
    expect(lastOf(log.frames).bodies[1].velocity.z).toBeGreaterThan(2.5);
    expect(balance.momentumError).toBeLessThan(1e-12);
    // the rim received about twice the momentum of the ball
    expect(ledgerEnd.impulseOnImmovable.z).toBeLessThan(1.5 * ledgerStart.momentum.z);
  });

  it('loses in the contact at most the energy of the light nodes it hits, and the balance closes', () => {
    expect(ledgerEnd.contactWork).toBeLessThan(0);
    expect(ledgerEnd.contactWork).toBeGreaterThan(-0.1 * ledgerStart.kineticEnergy);
    // central differences conserve the energy of linear springs; a stretched membrane is not linear
    expect(balance.energyError).toBeLessThan(5e-3);
  });

  it('begins when the lowest vertex arrives and never penetrates by more than a hundredth of its radius', () => {
    // 0.2 m above the membrane, 0.15 m in radius, 4 m/s; a vertex is at the pole of the ball or close to it
    expect(log.events[0].time).toBeGreaterThan(0.0125 - 1e-12);
    expect(log.events[0].time).toBeLessThan(0.0135);
    expect(maxPenetration).toBeLessThan(0.0015);
  });
});

describe('a rod bent onto itself', () => {
  /** Extent of the left half beyond the midplane, without the columns at the crown [m]. */
  const extent = ({ nodes }: RunLog) => {
    const [{ positions }] = lastOf(nodes);
    return Math.max(...positions.filter((_, k) => k % 3 === 0 && Math.floor(k / 3) % 25 < 11));
  };

  it('does not pass through itself; without self contact it does', () => {
    const log = runChanged('rod-on-itself', {});
    expect(log.events[0].bodies).toEqual(['rod', 'rod']);
    for (let k = 0; k < log.nodes.length; k++)
      expect(extent({ ...log, nodes: log.nodes.slice(0, k + 1) })).toBeLessThan(0);
    const through = runChanged('rod-on-itself', { selfContact: false });
    expect(through.events).toEqual([]);
    expect(
      Math.max(...through.nodes.map((_, k) => extent({ ...through, nodes: through.nodes.slice(0, k + 1) }))),
    ).toBeGreaterThan(0.02);
  });
});

describe('any broad phase', () => {
  it.each(['brute-force', 'sweep-and-prune', 'grid'])(
    '%s: the run ends in the same bits as with the tree',
    (broadPhase) => {
      const short = { end: 0.15 };
      const { stateHash } = runChanged('block-on-block', {}, short).summary;
      expect(runChanged('block-on-block', {}, { ...short, broadPhase }).summary.stateHash).toBe(stateHash);
    },
  );
});

describe('responses', () => {
  const falling = [cube('lower', 0.05, { clamp: ['z-'] }), cube('upper', 0.16, { velocity: [0, 0, -1] })];
  const upwards = (log: RunLog) => lastOf(log.frames).bodies[1].velocity.z;

  it.each([
    ['kinematic', {}, 2e-4, 5e-3],
    ['impact', { response: 'impact', restitution: 0.5 }, 2e-4, 5e-3],
    // a spring allows penetration, and its force begins with a kink somewhere within a step
    ['penalty', { response: 'penalty', penalty: 0.3 }, 0.01, 0.1],
  ])('%s: the upper cube rebounds without penetration', (_name, contacts, depth, energyError) => {
    const log = run(falling, contacts, { end: 0.1 });
    expect(upwards(log)).toBeGreaterThan(0.3);
    expect(log.summary.maxPenetration).toBeLessThan(depth);
    expect(log.summary.balance.momentumError).toBeLessThan(1e-13);
    expect(log.summary.balance.energyError).toBeLessThan(energyError);
  });

  it('the velocity check finds the contact at the time of free flight', () => {
    const log = run(falling, {}, { end: 0.02 });
    expect(log.events[0]).toMatchObject({ type: 'contact-begin', bodies: ['lower', 'upper'] });
    expect(Math.abs(log.events[0].time - 0.01)).toBeLessThan(1e-12);
    expect(log.contacts[0]).toMatchObject({ mode: 'frictionless' });
    expect(log.contacts[0].node).toBeGreaterThanOrEqual(0);
    expect(log.contacts[0].face).toBeGreaterThanOrEqual(0);
  });

  it('friction with a penalty force is in the impulse on clamped nodes', () => {
    const rough = { response: 'penalty', friction: 0.3 };
    const sliding = [cube('lower', 0.05, { clamp: ['all'] }), cube('upper', 0.1505, { velocity: [0.5, 0, -0.5] })];
    const { summary, frames } = run(sliding, rough, { end: 0.05 });
    expect(summary.ledgerEnd.impulseOnImmovable.x).toBeGreaterThan(0.01);
    expect(lastOf(frames).bodies[1].velocity.x).toBeLessThan(0.49);
    expect(summary.balance.momentumError).toBeLessThan(1e-13);
  });

  it('friction brakes a sliding cube by the friction coefficient times the normal impulse', () => {
    const sliding = [cube('lower', 0.05, { clamp: ['all'] }), cube('upper', 0.1505, { velocity: [0.5, 0, -0.5] })];
    const speed = (friction: number) => lastOf(run(sliding, { friction }, { end: 0.03 }).frames).bodies[1].velocity;
    const [smooth, rough] = [speed(0), speed(0.2)];
    expect(smooth.x).toBeCloseTo(0.5, 2);
    // Coulomb: the tangential loss is 0.2 of the normal gain, from -0.5 m/s up
    expect((smooth.x - rough.x) / (0.2 * (rough.z + 0.5))).toBeGreaterThan(0.8);
    expect((smooth.x - rough.x) / (0.2 * (rough.z + 0.5))).toBeLessThan(1.05);
  });
});

describe('edge-edge contacts', () => {
  // two bars crossed like swords, each rotated onto an edge: no node comes near a face
  const bar = (name: string, z: number, quaternion: number[], speed: number) => ({
    name,
    shape: { kind: 'hexahedra', halfExtents: [0.5, 0.05, 0.05], elements: [3, 1, 1] },
    position: [0, 0, z],
    rotation: { quaternion },
    velocity: [0, 0, speed],
    elastic: { modulus: 1e6, poisson: 0, density: 1000 },
  });
  const half = Math.SQRT1_2;
  const tilt = [Math.cos(Math.PI / 8), Math.sin(Math.PI / 8), 0, 0];
  const rotated = [half * tilt[0], half * tilt[1], half * tilt[1], half * tilt[0]];
  const bars = [bar('along', -0.1, tilt, 0.5), bar('across', 0.1, rotated, -0.5)];

  it('stop bars that node-face contacts let pass', () => {
    const stopped = run(bars, { edges: true }, { end: 0.4 });
    const passed = run(bars, { edges: false }, { end: 0.4 });
    const heights = ({ frames }: RunLog) => lastOf(frames).bodies.map(({ position }) => position.z);
    expect(stopped.events[0].time).toBeGreaterThan(0.05);
    expect(heights(stopped)[0]).toBeLessThan(heights(stopped)[1]);
    expect(heights(passed)[0]).toBeGreaterThan(heights(passed)[1]);
    expect(stopped.summary.balance.momentumError).toBeLessThan(1e-14);
  });
});

describe('bodies that overlap at the start', () => {
  const overlapping = [cube('lower', 0), cube('upper', 0.095)];
  const gapOf = ({ nodes }: RunLog) => {
    const [lower, upper] = lastOf(nodes).map(({ positions }) => [...positions].filter((_, k) => k % 3 === 2));
    return Math.min(...upper) - Math.max(...lower);
  };

  it('are separated gradually, and their centre of mass does not move', () => {
    const log = run(overlapping, {}, { end: 0.1 });
    const { bodies } = lastOf(log.frames);
    expect(bodies[0].position.z + bodies[1].position.z).toBeCloseTo(0.095, 14);
    expect(gapOf(log)).toBeGreaterThan(-1e-6);
    // 1 kg each: the strain of the separation accelerates them, but not beyond its energy
    const { contactWork } = log.summary.ledgerEnd;
    expect(contactWork).toBeGreaterThan(0);
    expect(bodies[1].velocity.z ** 2).toBeLessThan(contactWork);
    expect(log.summary.balance.momentumError).toBeLessThan(1e-13);
  });

  it('also run with penalty springs or without persistent contacts, and without them stay as they are', () => {
    expect(gapOf(run(overlapping, { response: 'penalty' }, { end: 0.1 }))).toBeGreaterThan(-0.005);
    expect(gapOf(run(overlapping, { persistentContacts: false }, { end: 0.1 }))).toBeCloseTo(-0.005, 14);
  });

  it('a ball in a block is moved as one rigid body', () => {
    const shape = { kind: 'icosphere', radius: 0.05, subdivisions: 2 };
    const log = run(
      [cube('block', 0, { clamp: ['z-'] }), { name: 'ball', shape, position: [0, 0, 0.09], mass: 1 }],
      {},
      { end: 0.02 },
    );
    expect(lastOf(log.frames).bodies[1].position.z).toBeGreaterThan(0.0902);
    const [, { positions }] = lastOf(log.nodes);
    const { position: centre } = lastOf(log.frames).bodies[1];
    for (let k = 0; k < positions.length; k += 3) {
      const [x, y, z] = positions.subarray(k, k + 3);
      expect(Math.hypot(x - centre.x, y - centre.y, z - centre.z)).toBeCloseTo(0.05, 12);
    }
  });
});

describe('prescribed motion', () => {
  it('moves prescribed nodes to their prescribed positions, and holds them afterwards', () => {
    const prescribedNodes = [{ nodes: 'z+', velocity: [0, 0, 0.1], angularVelocity: [0, 0, '1 turn/s'], until: 0.25 }];
    const log = run([cube('twisted', 0, { clamp: ['z-'], prescribedNodes })], {}, { end: 0.3 });
    const [{ positions }] = lastOf(log.nodes);
    // the corner (-0.05, -0.05) of the top, after a quarter turn and 0.025 m higher
    const corner = [...positions.subarray(3 * 18, 3 * 19)];
    [0.05, -0.05, 0.075].forEach((value, axis) => {
      expect(corner[axis]).toBeCloseTo(value, 14);
    });
    const { externalWork, kineticEnergy, potentialEnergy } = log.summary.ledgerEnd;
    expect(externalWork).toBeGreaterThan(0);
    // work of the drive and energy of the cube: large strains, so the balance closes only to the curvature over a step
    expect(Math.abs(externalWork - kineticEnergy - potentialEnergy)).toBeLessThan(0.01 * externalWork);
  });

  it('a prescribed ball keeps its prescribed motion in every contact', () => {
    const shape = { kind: 'icosphere', radius: 0.05, subdivisions: 1 };
    const ball = { name: 'ball', shape, position: [0, 0, 0.2], velocity: [0, 0, -0.5], motion: 'prescribed' };
    const log = run([cube('cube', 0), ball], {}, { end: 0.3 });
    expect(lastOf(log.frames).bodies[1].position.z).toBeCloseTo(0.05, 3);
    expect(lastOf(log.frames).bodies[0].velocity.z).toBeLessThan(-0.4);
    expect(log.summary.balance.momentumError).toBeLessThan(1e-13);
  });
});

it('gravity alone gives the parabola, for elastic and rigid bodies', () => {
  const ball = { name: 'ball', shape: { kind: 'icosphere', radius: 0.05 }, position: [1, 0, 0], mass: 2 };
  const bodies = [cube('cube', 0, { angularVelocity: [0, 0, 3] }), ball];
  const { frames, summary } = run(bodies, {}, { end: 0.5 }, { forces: { gravity: [0, 0, -10] } });
  const { time, bodies: last } = lastOf(frames);
  for (const { position, velocity } of last) {
    expect(position.z).toBeCloseTo(-5 * time * time, 10);
    expect(velocity.z).toBeCloseTo(-10 * time, 10);
  }
  for (const error of Object.values(summary.balance)) expect(error).toBeLessThan(1e-4);
  expect(summary.balance.momentumError).toBeLessThan(1e-13);
});

it('a step that is too long for the elements is reported', () => {
  const shaken = cube('cube', 0, { clamp: ['z-'], prescribedNodes: [{ nodes: 'z+', velocity: [0, 0, 1] }] });
  expect(() => run([shaken], {}, { end: 100, step: 0.1 })).toThrow(SimulationError);
});
