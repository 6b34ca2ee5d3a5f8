import { describe, expect, it } from 'vitest';
import { exampleText, runAnyText, runDocument } from '../../../test/scenes.ts';
import { createVec3, lengthVec3, type ReadonlyVec3, subVec3 } from '../../math/vec3.ts';

/** Runs a scene of smooth bodies. */
function run(document: Record<string, unknown>) {
  return runAnyText(JSON.stringify({ title: 'test', description: 'A test.', world: 'smooth', ...document }), 'test');
}

type RunLog = ReturnType<typeof run>;

function state(log: RunLog, name: string) {
  const found = log.frames[log.frames.length - 1].bodies.find((body) => body.name === name);
  if (!found) throw new Error(`no body ${name}`);
  return found;
}

function apart(a: ReadonlyVec3, b: ReadonlyVec3): number {
  return lengthVec3(subVec3(createVec3(), a, b));
}

const collisions = ({ events }: RunLog) => events.filter((event) => event.type === 'collision');

describe('impacts of smooth bodies', () => {
  it('two ellipsoids conserve momentum, angular momentum and energy to machine precision', () => {
    const log = runAnyText(exampleText('ellipsoids-collide'), 'ellipsoids-collide');
    const { ledgerStart: start, ledgerEnd: end } = log.summary;
    expect(log.summary.collisions).toBe(1);
    // a thousand steps of free flight, each exact to 1e-13
    expect(Math.abs(end.kineticEnergy - start.kineticEnergy)).toBeLessThan(1e-12 * start.kineticEnergy);
    expect(apart(end.momentum, start.momentum)).toBeLessThan(1e-14 * start.momentumScale);
    expect(apart(end.angularMomentum, start.angularMomentum)).toBeLessThan(1e-13 * start.angularMomentumScale);
    // and the impact changed the velocities
    expect(apart(log.frames[0].bodies[0].velocity, state(log, 'large').velocity)).toBeGreaterThan(0.5);
  });

  it('two balls collide at the time and with the velocities of the closed form', () => {
    const tolerance = 1e-9;
    const log = run({
      bodies: [
        { name: 'a', shape: { kind: 'sphere', radius: 0.5 }, velocity: [1, 0, 0], mass: 2 },
        { name: 'b', shape: { kind: 'sphere', radius: 0.3 }, position: [2, 0, 0], velocity: [-1, 0, 0], mass: 1 },
      ],
      contacts: { response: 'impulse', restitution: 0.5, tolerance },
      time: { end: 1, step: 0.1 },
    });
    const [hit] = collisions(log);
    expect(hit.time).toBeCloseTo((2 - 0.8 - tolerance) / 2, 12);
    // w' = -e w and the momentum 2 - 1 is conserved
    expect(state(log, 'a').velocity.x).toBeCloseTo(0, 12);
    expect(state(log, 'b').velocity.x).toBeCloseTo(1, 12);
    // ½ (1 - e²) m w² with m = 2/3, w = 2
    expect(log.summary.ledgerEnd.contactWork).toBeCloseTo(-1, 12);
    expect(log.summary.balance.energyError).toBeLessThan(1e-14);
  });

  it('planar discs end at the positions of the event-driven planar world', () => {
    const bodies = (planar: boolean) => {
      const vector = (x: number, y: number) => (planar ? [x, y] : [x, y, 0]);
      const angularVelocity = (w: number) => (planar ? w : [0, 0, w]);
      return [
        {
          name: 'a',
          shape: { kind: 'disc', radius: 0.5 },
          velocity: vector(1, 0.1),
          angularVelocity: angularVelocity(2),
          mass: 2,
        },
        {
          name: 'b',
          shape: { kind: 'disc', radius: 0.4 },
          position: vector(2, 0.3),
          velocity: vector(-1, 0),
          angularVelocity: angularVelocity(-1),
          mass: 1,
        },
      ];
    };
    const contacts = { response: 'impulse', restitution: 0.8, friction: { law: 'algebraic', static: 0.4 } };
    const smooth = run({
      bodies: bodies(false),
      contacts: { ...contacts, tolerance: 1e-10 },
      time: { end: 2, step: 0.05 },
    });
    const exact = runDocument({ bodies: bodies(true), contacts, time: { end: 2 } });
    expect([smooth, exact].map(({ summary }) => summary.collisions)).toEqual([1, 1]);
    for (const body of exact.frames[exact.frames.length - 1].bodies) {
      const { position, velocity, angularVelocity } = state(smooth, body.name);
      // contact begins at a gap of 1e-10, after which the discs separate
      expect(apart(position, body.position)).toBeLessThan(1e-9);
      expect(apart(velocity, body.velocity)).toBeLessThan(1e-9);
      expect(apart(angularVelocity, body.angularVelocity)).toBeLessThan(1e-9);
    }
  });

  it('three balls in a row pass an impulse on to the last within one step', () => {
    const ball = (name: string, x: number, speed: number) => ({
      name,
      shape: { kind: 'sphere', radius: 0.5 },
      position: [x, 0, 0],
      velocity: [speed, 0, 0],
      mass: 1,
    });
    const log = run({
      bodies: [ball('a', 0, 1), ball('b', 1.1, 0), ball('c', 2.2, 0)],
      contacts: { response: 'impulse', tolerance: 1e-9 },
      time: { end: 1, step: 0.5 },
    });
    expect(collisions(log).map(({ bodies }) => bodies.join())).toEqual(['a,b', 'b,c']);
    expect(['a', 'b', 'c'].map((name) => state(log, name).velocity.x)).toEqual([
      expect.closeTo(0, 12),
      expect.closeTo(0, 12),
      expect.closeTo(1, 12),
    ]);
  });

  it.each(['impulse', 'penalty'])(
    'bodies with prescribed motion pass through each other without energy change (%s)',
    (response) => {
      const prescribed = (name: string, x: number, speed: number) => ({
        name,
        shape: { kind: 'sphere', radius: 0.5 },
        motion: 'prescribed',
        path: { position: { kind: 'linear', point: [x, 0.1, 0], velocity: [speed, 0, 0] } },
      });
      const log = run({
        bodies: [
          prescribed('a', 0, 1),
          prescribed('b', 1.2, -1),
          { name: 'far', shape: { kind: 'sphere', radius: 0.5 }, position: [9, 0, 0], mass: 1 },
        ],
        contacts: { response },
        time: { end: 2, step: 0.1 },
        record: { interval: 0.1 },
      });
      expect([log.summary.collisions, log.contacts.length]).toEqual([0, 0]);
      expect(Math.min(...log.tracking.map(({ distance }) => distance))).toBeLessThan(-0.5);
      expect(log.summary.balance).toEqual({
        momentumError: 0,
        angularMomentumError: 0,
        energyError: 0,
        energyCreationError: 0,
      });
    },
  );

  it('a body with prescribed motion does work, which is in the energy balance', () => {
    const log = run({
      bodies: [
        {
          name: 'bat',
          shape: { kind: 'rounded-box', halfExtents: [0.1, 0.5, 0.5], radius: 0.05 },
          motion: 'prescribed',
          path: {
            position: { kind: 'linear', point: [-1, 0, 0], velocity: [2, 0, 0] },
            orientation: { axis: [0, 0, 1], rate: 0.5 },
          },
        },
        { name: 'ball', shape: { kind: 'ellipsoid', semiAxes: [0.2, 0.3, 0.25] }, position: [0.3, 0.05, 0.1], mass: 1 },
      ],
      contacts: { response: 'impulse', restitution: 1 },
      time: { end: 1, step: 0.01 },
    });
    const { balance, ledgerEnd, collisions } = log.summary;
    expect(collisions).toBeGreaterThan(0);
    expect(ledgerEnd.kineticEnergy).toBeGreaterThan(1);
    expect(ledgerEnd.contactWork).toBeGreaterThan(1);
    for (const error of Object.values(balance)) expect(error).toBeLessThan(1e-12);
  });

  it('a fast pass through a thin corner within one step is not missed', () => {
    // a point crosses a tenth of the lens within one step of 20 ms: both ends of the step are outside
    const log = run({
      bodies: [
        { name: 'lens', shape: { kind: 'lens', radius: 1.5, offset: 0.75 }, motion: 'fixed' },
        { name: 'point', shape: { kind: 'point' }, position: [-0.5, 0.02, 1.25], velocity: [50, 0, 0], mass: 1 },
      ],
      contacts: { response: 'impulse' },
      time: { end: 0.04, step: 0.02 },
      record: { interval: 0.02 },
    });
    expect(log.summary.collisions).toBe(1);
    expect(log.summary.balance.energyError).toBeLessThan(1e-14);
  });
});

describe('smooth bodies under gravity', () => {
  const drop = (step: number) =>
    run({
      bodies: [
        { name: 'slab', shape: { kind: 'box', halfExtents: [2, 2, 0.1] }, motion: 'fixed', position: [0, 0, -0.1] },
        {
          name: 'egg',
          shape: { kind: 'ellipsoid', semiAxes: [0.3, 0.25, 0.2] },
          position: [0.1, 0.05, 0.5],
          velocity: [0.3, 0.1, 0],
          angularVelocity: [0.2, 1, 0.3],
          mass: 1,
        },
      ],
      contacts: { response: 'impulse', restitution: 0.5, friction: { law: 'algebraic', static: 0.3 } },
      forces: { gravity: [0, 0, -9.81] },
      time: { end: 1, step },
      record: { interval: 0.05 },
    });

  it('bounce, come to rest, continue rocking, and never penetrate; the balance closes to machine precision', () => {
    const log = drop(2e-3);
    expect(log.summary.collisions).toBeGreaterThan(4);
    expect(log.events.filter(({ type }) => type === 'contact-begin')).toHaveLength(1);
    expect(log.contacts.filter(({ mode }) => mode === 'resting').length).toBeGreaterThan(100);
    // every contact acts at the tolerance of 1e-7 of the egg, and none below the surface
    for (const { distance } of log.contacts) expect(distance).toBeGreaterThan(0);
    expect(log.summary.maxPenetration).toBe(0);
    for (const error of Object.values(log.summary.balance)) expect(error).toBeLessThan(1e-12);
    // resting contact dissipates only by friction
    const energies = log.frames.slice(-5).map(({ ledger }) => ledger.kineticEnergy + ledger.potentialEnergy);
    expect(Math.max(...energies)).toBeLessThanOrEqual(energies[0] + 1e-12);
    expect(energies[4]).toBeGreaterThan(0.999 * energies[0]);
  });
});

describe('a virtual coupler', () => {
  const body = { name: 'tool', shape: { kind: 'ellipsoid', semiAxes: [0.02, 0.03, 0.04] }, mass: 0.5 };
  const free = { name: 'far', shape: { kind: 'sphere', radius: 0.1 }, motion: 'fixed', position: [5, 0, 0] };
  const coupled = (coupler: object, changes: object, time: object) =>
    run({
      bodies: [{ ...body, ...changes }, free],
      couplers: [{ name: 'hand', body: 'tool', handle: {}, ...coupler }],
      time,
      record: { interval: 0.1 },
    });

  it('oscillates as a spring: x cos(√(K/m) t)', () => {
    const log = coupled({ stiffness: 200 }, { position: [0.1, 0, 0] }, { end: 2, step: 1e-3 });
    for (const { time, bodies } of log.frames) {
      // fourth order: the phase is late by ω t (ω h)⁴/120 = 5.3e-8, times the amplitude of 0.1 m
      expect(Math.abs(bodies[0].position.x - 0.1 * Math.cos(20 * time))).toBeLessThan(6e-9);
    }
    expect(log.summary.balance.energyError).toBeLessThan(1e-7);
    expect(log.summary.balance.momentumError).toBeLessThan(1e-13);
  });

  it('rotates the body as a pendulum of 2 sin(angle/2)', () => {
    const changes = { rotation: { axis: [0, 0, 1], angle: 1 } };
    const log = coupled({ angularStiffness: 0.2 }, changes, { end: 2, step: 1e-3 });
    const inertia = 0.2 * 0.5 * (0.02 ** 2 + 0.03 ** 2);
    // the same by small steps of the angle alone: I θ'' = -2 K sin(θ/2)
    let [theta, rate] = [1, 0];
    const h = 1e-6;
    for (let k = 0; k < 2e6; k++) {
      rate -= (h * 0.4 * Math.sin(theta / 2)) / inertia;
      theta += h * rate;
    }
    const { rotation } = state(log, 'tool');
    expect(Math.atan2(rotation.yx, rotation.xx)).toBeCloseTo(theta, 3); // 70 oscillations, first order in h
    expect(log.summary.balance.energyError).toBeLessThan(1e-4);
  });

  it('transmits the work of the handle, less the loss in its dampers', () => {
    const handle = {
      position: { kind: 'harmonic', amplitude: [0.1, 0.05, 0], angularFrequency: [5, 7, 0] },
      orientation: { axis: [1, 1, 0], rate: 2 },
    };
    const coupler = {
      handle,
      stiffness: 200,
      damping: 4,
      angularStiffness: 0.2,
      angularDamping: 1e-3,
      point: [0, 0, 0.02],
    };
    const errorAt = (step: number) => coupled(coupler, {}, { end: 1, step }).summary.balance.energyError;
    const [coarse, fine] = [errorAt(2e-3), errorAt(1e-3)];
    expect(fine).toBeLessThan(1e-6);
    // fourth order: sixteen times smaller error with half the step
    expect(coarse / fine).toBeGreaterThan(8);
  });
});

describe('the haptic tool', () => {
  const document = JSON.parse(exampleText('haptic-tool'));
  const log = run(document);

  it('penetrates the block by less than half a millimetre, however deep the handle goes', () => {
    const { couplers, contacts } = document;
    // the handle goes 15 mm below the contact position of the tool: K of the coupler over K of the contact is 4 %
    const fraction = Number.parseFloat(couplers[0].stiffness) / Number.parseFloat(contacts.penalty.stiffness);
    expect(fraction * 0.012).toBeLessThan(5e-4);
    expect(log.summary.maxPenetration).toBeGreaterThan(1e-4);
    expect(log.summary.maxPenetration).toBeLessThan(5e-4);
    expect(Math.min(...log.tracking.map(({ distance }) => distance))).toBeGreaterThan(-5e-4);
  });

  it('does not vibrate: speeds stay near that of the handle', () => {
    const fastest = Math.max(...log.frames.map(({ bodies }) => lengthVec3(bodies[1].velocity)));
    // amplitudes times frequencies add up to 0.14 m/s
    expect(fastest).toBeLessThan(0.2);
  });

  it('closes its balance: momentum to machine precision, energy to a thousandth at 1 kHz and better with finer steps', () => {
    const { momentumError, angularMomentumError, energyError } = log.summary.balance;
    expect(momentumError).toBeLessThan(1e-12);
    expect(angularMomentumError).toBeLessThan(1e-7);
    expect(energyError).toBeLessThan(1e-3);
    const finer = run({ ...document, time: { end: 2, step: 2.5e-4 } }).summary.balance;
    const coarser = run({ ...document, time: { end: 2, step: 1e-3 } }).summary.balance;
    expect(finer.energyError).toBeLessThan(coarser.energyError);
  });

  it('records when contact begins and ends', () => {
    const types = log.events.map(({ type }) => type).filter((type) => type.startsWith('contact'));
    expect(types.length).toBeGreaterThan(2);
    types.forEach((type, k) => {
      expect(type).toBe(k % 2 === 0 ? 'contact-begin' : 'contact-end');
    });
  });
});
