import { describe, expect, it } from 'vitest';
import { runAnyText } from '../../../../test/scenes.ts';
import {
  type ContactLaw,
  contactPotential,
  createDmtContact,
  createHertzContact,
  createJkrContact,
  effectiveRadius,
  hertzContactTime,
  hertzMaxDepth,
  hertzStiffness,
  huntCrossleyRestitution,
  interactionRange,
  pullOffForce,
} from '../../../response/contact-laws.ts';
import { createCustomContact } from '../../../response/custom-contact.ts';
import { hertzRadius } from '../../../response/hertz-ellipse.ts';
import { createSpringDamper, dampingRatio, restitutionFromDamping } from '../../../response/penalty.ts';
import { readScene } from '../../../scene/read.ts';
import type { SolidScene } from '../../../scene/solid-scene.ts';
import type { RunSummary } from '../../observer.ts';
import { runSolids } from '../run-solids.ts';
import { createStepWorld } from '../steps/step-world.ts';

function run(document: object) {
  return runAnyText(JSON.stringify({ title: 'test', description: 'A test.', world: 'solids', ...document }), 'test');
}

const RADII = [0.02, 0.03];
const MASSES = [0.2, 0.5];
const SPEED = 1.5;
const GAP = 1e-3;
/** Effective mass of the two spheres [kg]. */
const MASS = (MASSES[0] * MASSES[1]) / (MASSES[0] + MASSES[1]);

/** Two spheres that approach at `SPEED`, with a gap between them. */
function headOnDocument(penalty: object, step: number, duration: number) {
  const sphere = (i: number, x: number, v: number) => {
    const shape = { kind: 'sphere', radius: RADII[i] };
    return { name: `sphere ${i}`, shape, mass: MASSES[i], position: [x, 0, 0], velocity: [v, 0, 0] };
  };
  const end = GAP / SPEED + duration;
  return {
    bodies: [sphere(0, 0, SPEED), sphere(1, RADII[0] + RADII[1] + GAP, 0)],
    contacts: { response: 'penalty', penalty },
    time: { end, method: 'steps', step },
    record: { interval: end },
  };
}

function headOnScene(penalty: object, step: number, duration: number): SolidScene {
  const document = headOnDocument(penalty, step, duration);
  const text = JSON.stringify({ title: 'test', description: 'A test.', world: 'solids', ...document });
  const scene = readScene(text, 'test');
  if (scene.world !== 'solids') throw new Error('not a scene of solids');
  return scene;
}

function runSolidScene(scene: SolidScene): RunSummary {
  const steps = runSolids(scene, { frame() {}, contact() {}, event() {} });
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

function headOn(penalty: object, step: number, duration: number) {
  const log = run(headOnDocument(penalty, step, duration));
  const [a, b] = log.frames[log.frames.length - 1].bodies;
  return { ...log, restitution: (b.velocity.x - a.velocity.x) / SPEED };
}

describe('two spheres in compliant contact', () => {
  const hertz = createHertzContact({ modulus: 1e7, radius: effectiveRadius(RADII[0], RADII[1]) });
  const duration = hertzContactTime(hertz, MASS, SPEED);
  const depth = hertzMaxDepth(hertz, MASS, SPEED);

  it('have the contact time, depth and force of Hertz, with the effective radius of their shapes', () => {
    const step = duration / 400;
    const { contacts, events, summary, restitution } = headOn({ law: 'hertz', modulus: 1e7 }, step, 1.5 * duration);
    const forces = contacts.map(({ impulse }) => impulse.x / step);
    const [begin, end] = events;
    expect([begin.type, end.type, events.length]).toEqual(['contact-begin', 'contact-end', 2]);
    expect(Math.abs(end.time - begin.time - duration)).toBeLessThan(step);
    expect(summary.maxPenetration / depth).toBeCloseTo(1, 5);
    expect(Math.max(...forces) / (hertzStiffness(hertz) * depth ** 1.5)).toBeCloseTo(1, 5);
    expect(forces.reduce((sum, force) => sum + force * step, 0) / (2 * MASS * SPEED)).toBeCloseTo(1, 4);
    expect(restitution).toBeCloseTo(1, 7);
    expect(summary.balance.energyError).toBeLessThan(1e-8);
    expect(summary.balance.momentumError).toBeLessThan(1e-14);
  });

  it('keep their energy to the order 2.5 of the step, the smoothness of the Hertz force', () => {
    for (const n of [25, 50, 100, 200, 400, 800]) {
      const { summary } = headOn({ law: 'hertz', modulus: 1e7 }, duration / n, 1.5 * duration);
      expect(summary.balance.energyError, `${n} steps`).toBeLessThan(0.05 / n ** 2.5);
    }
  });

  it('have the restitution of Hunt and Crossley, and the energy lost is the work of the contact', () => {
    const penalty = { law: 'hertz', modulus: 1e7, damping: 0.2 };
    const { restitution, summary } = headOn(penalty, duration / 400, 2 * duration);
    expect(restitution).toBeCloseTo(huntCrossleyRestitution(0.2, SPEED), 6);
    const lost = 0.5 * MASS * SPEED * SPEED * (1 - restitution * restitution);
    expect(summary.ledgerEnd.contactWork / -lost).toBeCloseTo(1, 6);
    expect(summary.balance.energyError).toBeLessThan(1e-7);
  });

  it('have the restitution of a Kelvin-Voigt impact, at the fourth order of the integrator', () => {
    const spring = { stiffness: 1e5, damping: 40, noTension: false };
    const expected = restitutionFromDamping(dampingRatio(createSpringDamper(spring), MASS), false);
    const period = 2 * Math.PI * Math.sqrt(MASS / spring.stiffness);
    const runs = [50, 100, 200].map((n) => headOn({ law: 'linear', ...spring }, period / n, period));
    const errors = runs.map(({ restitution }) => Math.abs(restitution - expected));
    expect(errors[0]).toBeLessThan(1e-5);
    expect(Math.log2(errors[0] / errors[1])).toBeGreaterThan(3.7);
    expect(Math.log2(errors[1] / errors[2])).toBeGreaterThan(3.7);
    expect(runs[2].summary.balance.energyError).toBeLessThan(1e-7);
  });

  it('have the restitution of a spring that does not pull', () => {
    const spring = { stiffness: 1e5, damping: 40 };
    const expected = restitutionFromDamping(dampingRatio(createSpringDamper(spring), MASS), true);
    const period = 2 * Math.PI * Math.sqrt(MASS / spring.stiffness);
    expect(headOn({ law: 'linear', ...spring }, period / 400, period).restitution).toBeCloseTo(expected, 5);
  });

  it('end the run with the maximum step if the step is too long', () => {
    const { summary } = headOn({ law: 'linear', stiffness: 1e5 }, 0.01, 0.1);
    const limit = Number(/must be at most (\S+) s/.exec(summary.failure ?? '')?.[1]);
    expect(summary.status).toBe('failed');
    expect(summary.failure).toContain('the contact of sphere 0 and sphere 1');
    expect(headOn({ law: 'linear', stiffness: 1e5 }, 0.99 * limit, 0.1).summary.status).toBe('end');
  });
});

const ADHESIVE = { radius: 0.01, modulus: 1e5, adhesion: 0.5 };
const { radius, modulus, adhesion } = ADHESIVE;
const mass = 0.004;

describe('a sphere under a DMT ceiling', () => {
  const law = createDmtContact(ADHESIVE);
  const step = 2e-4;

  /** The sphere, pulled down by `force` [N], at rest where the contact pulls with 0.99 of its pull-off force. */
  function hang(force: number) {
    const depth = Math.cbrt((0.01 * pullOffForce(law)) / hertzStiffness(law)) ** 2;
    return run({
      bodies: [
        { name: 'ceiling', shape: { kind: 'halfspace', normal: [0, 0, -1] }, motion: 'fixed' },
        { name: 'sphere', shape: { kind: 'sphere', radius }, mass, position: [0, 0, depth - radius] },
      ],
      contacts: { response: 'penalty', penalty: { law: 'dmt', modulus, adhesion } },
      forces: { loads: [{ body: 'sphere', force: [0, 0, -force] }] },
      time: { end: 0.2, method: 'steps', step },
    });
  }

  it('stays at rest under a load below the pull-off force', () => {
    const { frames, events, summary } = hang(0.99 * pullOffForce(law));
    const [first, last] = [frames[0], frames[frames.length - 1]].map(({ bodies }) => bodies[1].position.z);
    expect(last - first).toBeCloseTo(0, 12);
    expect(events.map(({ type }) => type)).toEqual(['contact-begin']);
    expect(summary.balance.energyError).toBeLessThan(1e-6);
  });

  it('drops under a load above it', () => {
    const { events, frames, summary } = hang(1.01 * pullOffForce(law));
    expect(events.map(({ type }) => type)).toEqual(['contact-begin', 'contact-end']);
    expect(frames[frames.length - 1].bodies[1].position.z).toBeLessThan(-2 * radius);
    expect(summary.balance.energyError).toBeLessThan(1e-5);
  });
});

describe.each([createJkrContact(ADHESIVE), createDmtContact(ADHESIVE)])(
  'a sphere that bounces off a $kind floor',
  (law) => {
    const speed = 0.2;
    const step = 2e-5;
    const { frames, contacts, summary } = run({
      bodies: [
        { name: 'floor', shape: { kind: 'halfspace', normal: [0, 0, 1] }, motion: 'fixed' },
        {
          name: 'sphere',
          shape: { kind: 'sphere', radius },
          mass,
          position: [0, 0, 1.1 * radius],
          velocity: [0, 0, -speed],
        },
      ],
      contacts: { response: 'penalty', penalty: { law: law.kind, modulus, adhesion } },
      time: { end: 0.1, method: 'steps', step },
    });

    it('is pulled back with the pull-off force at most', () => {
      const tension = -Math.min(...contacts.map(({ impulse }) => impulse.z / step));
      expect(tension / pullOffForce(law)).toBeGreaterThan(0.98);
      expect(tension / pullOffForce(law)).toBeLessThan(1 + 1e-12);
    });

    it('loses the energy of the hysteresis of its law, and the ledger closes', () => {
      // attaches at depth 0, breaks at the end of its range; the same depth for DMT
      const loss = contactPotential(law, -interactionRange(law), true) - contactPotential(law, 0, true);
      const { z } = frames[frames.length - 1].bodies[1].velocity;
      const initial = 0.5 * mass * speed * speed;
      expect(0.5 * mass * z * z).toBeGreaterThan(0.5 * initial);
      expect((initial - 0.5 * mass * z * z - loss) / initial).toBeCloseTo(0, 5);
      expect((summary.ledgerEnd.contactWork + loss) / initial).toBeCloseTo(0, 5);
      expect(summary.balance.energyError).toBeLessThan(1e-5);
    });
  },
);

describe('a law of two functions', () => {
  /** The head-on impact, with the law of the scene replaced. */
  function impact(penalty: ContactLaw, step: number) {
    const scene = headOnScene({ law: 'linear', stiffness: 1 }, step, 0.02);
    const laws = scene.contacts.laws.map((row) => row.map((law) => ({ ...law, penalty })));
    return runSolidScene({ ...scene, contacts: { ...scene.contacts, laws } });
  }

  it('gives the same motion as the built-in law with these functions', () => {
    const spring = createSpringDamper({ stiffness: 1e5, damping: 40, noTension: false });
    const custom = createCustomContact({
      force: (depth, rate) => 1e5 * depth + 40 * rate,
      potential: (depth) => 0.5e5 * depth * depth,
    });
    const [builtIn, own] = [spring, custom].map((law) => impact(law, 1e-4));
    expect(own.ledgerEnd.contactWork).toBeLessThan(-0.01);
    expect(own.stateHash).toBe(builtIn.stateHash);
    expect(own.balance.energyError).toBeLessThan(1e-6);
  });

  it('limits the step by its slopes', () => {
    const force = (depth: number) => 1e5 * depth + 1e9 * depth ** 3;
    const custom = createCustomContact({ force, potential: (depth) => 0.5e5 * depth ** 2 + 0.25e9 * depth ** 4 });
    expect(impact(custom, 0.01).failure).toMatch(/time.step: must be at most \S+ s/);
    expect(impact(custom, 1e-4).status).toBe('end');
  });

  it('must be functions', () => {
    expect(() => createCustomContact({ force: 1 as never, potential: () => 0 })).toThrow(
      'custom.force: must be a function',
    );
  });
});

describe('solids of other shapes in compliant contact', () => {
  const floor = { name: 'floor', shape: { kind: 'halfspace', normal: [0, 0, 1] }, motion: 'fixed' };
  const gravity = [0, 0, -9.81];

  it('share the weight of a box between its four corners', () => {
    const { frames, contacts, summary } = run({
      bodies: [
        floor,
        { name: 'box', shape: { kind: 'box', halfExtents: [0.1, 0.1, 0.1] }, position: [0, 0, 0.1], mass: 2 },
      ],
      contacts: { response: 'penalty', penalty: { law: 'linear', stiffness: 1e4, damping: 100 } },
      forces: { gravity },
      time: { end: 1, method: 'steps', step: 1e-3 },
    });
    const box = frames[frames.length - 1].bodies[1];
    expect(0.1 - box.position.z).toBeCloseTo((2 * 9.81) / 4e4, 9);
    expect(contacts.slice(-4).map(({ impulse }) => impulse.z / 1e-3)).toEqual(
      Array.from({ length: 4 }, () => expect.closeTo(0.5 * 9.81, 6)),
    );
    expect(summary.balance.energyError).toBeLessThan(1e-6);
  });

  it('take the law of an ellipsoid from its curvatures: c/a² and c/b² at the end of the half-axis c', () => {
    const [a, b, c] = [0.05, 0.04, 0.03];
    const hertz = createHertzContact({ modulus: 1e6, radius: hertzRadius(c / a ** 2, c / b ** 2) });
    const { frames } = run({
      bodies: [
        floor,
        {
          name: 'egg',
          shape: { kind: 'ellipsoid', semiAxes: [a, b, c] },
          position: [0, 0, c],
          velocity: [0, 0, -1],
          mass: 0.3,
        },
      ],
      contacts: { response: 'penalty', penalty: { law: 'hertz', modulus: 1e6 } },
      time: { end: 0.5 * hertzContactTime(hertz, 0.3, 1), method: 'steps', step: 5e-5 },
    });
    const egg = frames[frames.length - 1].bodies[1];
    expect((c - egg.position.z) / hertzMaxDepth(hertz, 0.3, 1)).toBeCloseTo(1, 6);
    expect(egg.velocity.z).toBeCloseTo(0, 4);
  });

  it('are rejected if the law needs a curvature that they do not have', () => {
    const box = { name: 'box', shape: { kind: 'box', halfExtents: [0.1, 0.1, 0.1] }, position: [0, 0, 1], mass: 2 };
    const time = { end: 1, method: 'steps' };
    const scene = (penalty: object) => ({ bodies: [floor, box], contacts: { response: 'penalty', penalty }, time });
    expect(() => run(scene({ law: 'hertz', modulus: 1e6 }))).toThrow('floor (halfspace) and box (box)');
    expect(run(scene({ law: 'hertz', modulus: 1e6, radius: 0.1 })).summary.status).toBe('end');
  });

  it('keep the balance when a prescribed body drives them', () => {
    const { summary } = run({
      bodies: [
        { ...floor, motion: 'prescribed', velocity: [0, 0, 0.5] },
        { name: 'ball', shape: { kind: 'sphere', radius: 0.1 }, position: [0, 0, 0.15], mass: 1 },
      ],
      contacts: { response: 'penalty', penalty: { law: 'linear', stiffness: 1e4, damping: 20 } },
      forces: { gravity },
      time: { end: 0.5, method: 'steps', step: 1e-3 },
    });
    expect(summary.ledgerEnd.contactWork).toBeGreaterThan(0.1);
    expect(summary.balance.energyError).toBeLessThan(1e-6);
    expect(summary.balance.momentumError).toBeLessThan(1e-12);
  });

  it('keep momentum, angular momentum and energy in an oblique hit of two ellipsoids', () => {
    const egg = (side: 1 | -1) => ({
      name: `egg ${side}`,
      shape: { kind: 'ellipsoid', semiAxes: [0.1, 0.07, 0.05] },
      position: [0.2 * side, 0.02 * side, 0.01],
      velocity: [-side, 0, 0],
      angularVelocity: [1, 2, 3],
      mass: 1,
    });
    const { summary, frames } = run({
      bodies: [egg(-1), egg(1)],
      contacts: { response: 'penalty', penalty: { law: 'hertz', modulus: 1e6 } },
      time: { end: 0.5, method: 'steps', step: 2e-4 },
    });
    expect(Math.abs(frames[frames.length - 1].bodies[1].velocity.y)).toBeGreaterThan(0.05);
    expect(summary.balance.momentumError).toBeLessThan(1e-13);
    expect(summary.balance.angularMomentumError).toBeLessThan(1e-9);
    expect(summary.balance.energyError).toBeLessThan(1e-6);
  });

  it('pass through a trigger, which reports them', () => {
    const gate = { name: 'gate', shape: { kind: 'box', halfExtents: [1, 1, 0.05] }, position: [0, 0, 0.5] };
    const ball = { name: 'ball', shape: { kind: 'sphere', radius: 0.1 }, position: [0, 0, 1.1], mass: 1 };
    const { events, contacts, frames } = run({
      bodies: [{ ...gate, motion: 'fixed', trigger: true }, ball],
      contacts: { response: 'penalty' },
      forces: { gravity },
      time: { end: 0.6, method: 'steps', step: 1e-3 },
    });
    expect(events.map(({ type }) => type)).toEqual(['contact-begin', 'contact-end']);
    expect(contacts).toEqual([]);
    expect(frames[frames.length - 1].bodies[1].position.z).toBeCloseTo(1.1 - 0.5 * 9.81 * 0.36, 9);
  });

  it('have the laws of their groups and pairs', () => {
    const ball = (name: string, x: number, group: string) => {
      const shape = { kind: 'sphere', radius: 0.1 };
      return { name, shape, position: [x, 0, 0.1], mass: 1, group };
    };
    const spring = (stiffness: number) => ({ law: 'linear', stiffness, damping: 100 });
    const { frames } = run({
      bodies: [
        { ...floor, group: 'floors' },
        ball('common', 0, 'hard'),
        ball('soft', 1, 'soft'),
        ball('own', 2, 'soft'),
      ],
      contacts: {
        response: 'penalty',
        penalty: spring(1e4),
        groups: [{ groups: ['floors', 'soft'], penalty: spring(1e3) }],
        pairs: [{ bodies: ['own', 'floor'], penalty: spring(2e3) }],
      },
      forces: { gravity },
      time: { end: 2, method: 'steps', step: 2e-3 },
    });
    const depths = frames[frames.length - 1].bodies.slice(1).map(({ position }) => 0.1 - position.z);
    expect(depths).toEqual([1e4, 1e3, 2e3].map((stiffness) => expect.closeTo(9.81 / stiffness, 6)));
  });

  it('need the method steps', () => {
    const scene = { bodies: [floor], contacts: { response: 'penalty' }, time: { end: 1 } };
    expect(() => run(scene)).toThrow('"penalty" needs time.method "steps"');
  });

  it('are rejected when they touch along a line and the law has no radius', () => {
    const shape = { kind: 'capsule', radius: 0.1, halfHeight: 0.2 };
    const rotation = { axis: [1, 0, 0], angle: '90 deg' };
    const body = { name: 'capsule', shape, position: [0, 0, 0.11], rotation, mass: 1 };
    const scene = {
      bodies: [floor, body],
      contacts: { response: 'penalty', penalty: { law: 'hertz', modulus: 1e6 } },
      forces: { gravity },
      time: { end: 1, method: 'steps', step: 1e-4 },
    };
    expect(() => run(scene)).toThrow('needs its radius, because floor and capsule touch along a line or in a face');
  });

  it('have no step world', () => {
    const scene = headOnScene({ law: 'linear', stiffness: 1e4 }, 1e-3, 0.1);
    expect(() => createStepWorld(scene)).toThrow('"penalty" has no step world');
  });
});
