import { describe, expect, it } from 'vitest';
import { exampleText, runAnyText } from '../../../test/scenes.ts';
import { createMovingPose } from '../../math/moving-pose.ts';
import { movingPoseAt } from '../../math/prescribed-path.ts';
import { lengthVec3 } from '../../math/vec3.ts';
import { readScene } from '../../scene/read.ts';
import type { SmoothScene } from '../../scene/smooth-scene.ts';
import { sampledSpringLimits } from './coupler-energy.ts';
import { createHapticLoop, hapticSummary, stepHapticLoop } from './haptic-loop.ts';

interface Changes {
  contacts?: object;
  coupler?: object;
  step?: number;
}

/** A tool on a coupler above the top of a block, at z = 20 mm. */
function wall({ contacts = {}, coupler = {}, step = 1e-3 }: Changes = {}): SmoothScene {
  const document = {
    world: 'smooth',
    title: 'wall',
    description: 'a tool above a block',
    bodies: [
      {
        name: 'block',
        shape: { kind: 'rounded-box', halfExtents: [0.06, 0.04, 0.02], radius: 0.005 },
        motion: 'fixed',
      },
      { name: 'tool', shape: { kind: 'sphere', radius: 0.008 }, position: [0, 0, 0.04], mass: 0.05 },
    ],
    contacts: { response: 'penalty', penalty: { law: 'linear', stiffness: 20000, damping: 20 }, ...contacts },
    couplers: [
      {
        name: 'hand',
        body: 'tool',
        handle: { position: { kind: 'static', point: [0, 0, 0.04] } },
        stiffness: 800,
        damping: 10,
        angularStiffness: 0.05,
        angularDamping: 5e-4,
        ...coupler,
      },
    ],
    time: { end: 10, step },
  };
  return readScene(JSON.stringify(document), 'wall') as SmoothScene;
}

/** Steps with a handle at the height z(t) and the position x(t). */
function press(scene: SmoothScene, steps: number, z: (t: number) => number, x: (t: number) => number = () => 0) {
  const loop = createHapticLoop(scene, { warmUpSteps: 0 });
  const handle = createMovingPose();
  const { step } = scene.time;
  for (let k = 0; k < steps; k++) {
    const t = k * step;
    Object.assign(handle.pose.position, { x: x(t), z: z(t) });
    Object.assign(handle.velocity, { x: (x(t + step) - x(t)) / step, z: (z(t + step) - z(t)) / step });
    stepHapticLoop(loop, handle);
  }
  return loop;
}

describe('haptic loop', () => {
  it('on the path of the scene it follows the run of the scene', () => {
    const text = JSON.stringify({ ...JSON.parse(exampleText('haptic-tool')), time: { end: 1.5, step: 0.001 } });
    const { frames } = runAnyText(text, 'haptic');
    const scene = readScene(text, 'haptic') as SmoothScene;
    const loop = createHapticLoop(scene, { warmUpSteps: 300 });
    const handle = createMovingPose();
    for (let k = 0; k < 1500; k++) stepHapticLoop(loop, movingPoseAt(handle, scene.couplers[0].handle, k * 1e-3));
    const { position } = frames[frames.length - 1].bodies[1];
    const { position: own } = loop.tool.pose;
    // straight parts of 1 ms instead of the curve
    expect(Math.hypot(own.x - position.x, own.y - position.y, own.z - position.z)).toBeLessThan(1e-5);
    expect(loop.failure).toBeUndefined();
  });

  it('a warm-up does not change a bit of the results', () => {
    const run = (warmUpSteps: number) => {
      const scene = readScene(exampleText('haptic-tool'), 'haptic') as SmoothScene;
      const loop = createHapticLoop(scene, { warmUpSteps });
      const handle = createMovingPose();
      const trace: number[] = [];
      for (let k = 0; k < 400; k++) {
        stepHapticLoop(loop, movingPoseAt(handle, scene.couplers[0].handle, 0.9 + k * 1e-3));
        trace.push(loop.force.x, loop.force.z, loop.torque.y, loop.distance, loop.tool.pose.position.z);
      }
      return [...trace, ...Object.values(hapticSummary(loop)).slice(1)];
    };
    expect(run(600)).toEqual(run(0));
  });

  it('two springs in series: the force on a hand that presses slowly', () => {
    const loop = press(wall(), 3000, (t) => Math.max(0.023, 0.04 - 0.02 * t));
    const expected = 0.005 / (1 / 800 + 1 / 20000);
    expect(loop.force.z).toBeCloseTo(expected, 6);
    expect(lengthVec3(loop.contactForce)).toBeCloseTo(expected, 6);
    expect(loop.distance).toBeCloseTo(-expected / 20000, 10);
    expect(loop.pointOther.z).toBeCloseTo(0.02, 9);
  });

  it('a turned handle gives a torque of the angular spring', () => {
    const scene = wall();
    const loop = createHapticLoop(scene, { warmUpSteps: 0 });
    const handle = createMovingPose();
    handle.pose.position.z = 0.04;
    stepHapticLoop(loop, handle);
    const angle = 0.2;
    Object.assign(handle.pose.rotation, {
      xx: Math.cos(angle),
      xy: -Math.sin(angle),
      yx: Math.sin(angle),
      yy: Math.cos(angle),
    });
    stepHapticLoop(loop, handle);
    expect(loop.torque.z).toBeCloseTo(-2 * 0.05 * Math.sin(angle / 2), 9);
  });

  it('friction: the tool lags behind a sliding hand by the force μ N', () => {
    const contacts = { friction: { law: 'algebraic', static: 0.3, dynamic: 0.3 } };
    const slide = (t: number) => (t < 1 ? 0 : 0.02 * (t - 1));
    const loop = press(wall({ contacts }), 2000, (t) => Math.max(0.023, 0.04 - 0.02 * t), slide);
    const normal = loop.contactForce.z;
    expect(normal).toBeCloseTo(0.005 / (1 / 800 + 1 / 20000), 3);
    // steady sliding: the coupler balances the friction
    expect(-loop.contactForce.x / normal).toBeCloseTo(0.3, 3);
    expect(-loop.force.x).toBeCloseTo(0.3 * normal, 3);
    // without friction there is no such force
    const smooth = press(wall(), 2000, (t) => Math.max(0.023, 0.04 - 0.02 * t), slide);
    expect(Math.abs(smooth.force.x)).toBeLessThan(1e-3);
  });
});

describe('passivity of the coupler', () => {
  const tapping = (t: number) => 0.028 + 0.006 * Math.cos(12 * t);

  it('a damped coupler returns less energy than was put in', () => {
    const summary = hapticSummary(press(wall(), 4000, tapping));
    expect(summary.energyPut).toBeGreaterThan(0.01);
    expect(summary.energyReturned).toBeLessThan(summary.energyPut);
    expect(summary.maxExcess).toBe(0);
    expect(summary.damped).toBe(true);
    expect(summary.minDamping).toBe(0.4);
  });

  it('a stiff coupler without damping, moved fast and sampled slowly, returns more than was put in, and the check says so', () => {
    // the tool is heavy and hardly moves, so the hand feels a sampled spring alone
    const coupler = { stiffness: 2000, damping: 0, angularStiffness: 0, angularDamping: 0 };
    const scene = wall({ coupler, step: 5e-3, contacts: { response: 'none' } });
    const heavy = scene.bodies.map((body) =>
      body.motion.kind === 'free' ? { ...body, motion: { ...body.motion, mass: 1e6 } } : body,
    );
    const summary = hapticSummary(press({ ...scene, bodies: heavy }, 400, (t) => 0.04 + 0.01 * Math.sin(40 * t)));
    // ∫ K T/2 v² dt
    expect(summary.maxExcess).toBeCloseTo(0.5 * 2000 * 5e-3 * 0.5 * (0.01 * 40) ** 2 * 2, 1);
    expect(summary.maxExcess).toBeGreaterThan(1e-4);
    expect(summary.damped).toBe(false);
  });

  it('a sampled spring against a moving hand creates the energy of the damping -K T/2', () => {
    // handle moved at constant speed away from and back to a body that cannot follow: closed form of the sampled spring
    const [K, T, v] = [800, 1e-3, 0.1];
    let created = 0;
    for (let k = 0; k < 100; k++) {
      const x = v * T * (k < 50 ? k : 100 - k);
      created -= K * x * (k < 50 ? v * T : -v * T);
    }
    const { damping } = sampledSpringLimits({ stiffness: K, angularStiffness: 0 }, T);
    expect(created).toBeCloseTo(damping * v * v * 100 * T, 12);
  });
});

describe('haptic loop, bad input', () => {
  it('names what is wrong', () => {
    const scene = wall();
    expect(() => createHapticLoop(scene, { coupler: 'foot' })).toThrow('coupler must be one of hand, got "foot"');
    expect(() => createHapticLoop(scene, { warmUpSteps: -1 })).toThrow(
      'warmUpSteps must be an integer of at least 0, got -1',
    );
    expect(() => createHapticLoop({ ...scene, couplers: [] })).toThrow('the scene must have a coupler, got none');
    const impulses = { ...scene, contacts: { ...scene.contacts, response: 'impulse' as const } };
    expect(() => createHapticLoop(impulses)).toThrow('contacts.response must be "penalty" or "none", got "impulse"');
  });

  it('a handle that is not a number stops the loop, which then gives no force', () => {
    const loop = createHapticLoop(wall(), { warmUpSteps: 0 });
    const handle = createMovingPose();
    handle.pose.position.x = Number.NaN;
    stepHapticLoop(loop, handle);
    expect(loop.failure).toBeDefined();
    expect(lengthVec3(loop.force)).toBe(0);
  });
});
