import { deserialize, serialize } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { openModelByName } from '../../test/fmu/model-values.ts';
import { readScene } from '../scene/read.ts';
import { createSceneWorld } from '../world/scene-world.ts';

const INERTIA = (1 + 0.01) / 12 + 0.25;

const HEADER = { title: 'A rod', description: 'For tests.', time: { end: 1, method: 'steps', step: 0.001 } };
const SOLIDS = (joint: object = {}) => ({
  ...HEADER,
  world: 'solids',
  bodies: [{ name: 'rod', shape: { kind: 'box', halfExtents: [0.5, 0.05, 0.05] }, position: [0.5, 0, 0], mass: 1 }],
  joints: [{ name: 'hinge', kind: 'hinge', bodies: ['world', 'rod'], position: [0, 0, 0], ...joint }],
});
const PLANAR = (joint: object = {}) => ({
  ...HEADER,
  world: 'planar',
  bodies: [{ name: 'rod', shape: { kind: 'rectangle', halfExtents: [0.5, 0.05] }, position: [0.5, 0], mass: 1 }],
  joints: [{ name: 'hinge', kind: 'hinge', bodies: ['world', 'rod'], position: [0, 0], ...joint }],
});

describe.each([
  ['solids', SOLIDS],
  ['planar', PLANAR],
])('joints of %s in an FMU', (world, scene) => {
  const torque = world === 'planar' ? 'joint.hinge.torque' : 'joint.hinge.torque[3]';

  it('have the torque of a motor as input, and position, velocity, reaction and work as outputs', () => {
    const { model, values, set, get } = openModelByName(scene());
    set('joint.hinge.motor.force', 2);
    model.advance(values, 0.5);
    const rate = (2 / INERTIA) * 0.5;
    expect(get('joint.hinge.velocity')).toBeCloseTo(rate, 9);
    expect(get('joint.hinge.position')).toBeCloseTo(0.25 * rate, 6);
    expect(get(torque)).toBeCloseTo(2, 9);
    expect(get('joint.hinge.motorForce')).toBeCloseTo(2, 9);
    expect(get('joint.hinge.motorWork')).toBeCloseTo(0.5 * INERTIA * rate ** 2, 6);
    // centripetal force, and inertia of the centre of mass
    const angle = get('joint.hinge.position');
    const [radial, across] = [0.5 * rate ** 2, (0.5 * 2) / INERTIA];
    expect(get('joint.hinge.force[1]')).toBeCloseTo(-radial * Math.cos(angle) - across * Math.sin(angle), 1);
    expect(get('joint.hinge.broken')).toBe(0);
    // without a torque the velocity stays
    set('joint.hinge.motor.force', 0);
    model.advance(values, 0.6);
    expect(get('joint.hinge.velocity')).toBeCloseTo(rate, 8);
    expect(get('joint.hinge.motorForce')).toBe(0);
  });

  it('have the target of their motor as input, with the start of the scene', () => {
    const { model, values, set, get } = openModelByName(
      scene({ motor: { position: 0.3, stiffness: 4000, damping: 80 } }),
    );
    const input = model.settable.find(({ name }) => name === 'joint.hinge.motor.position');
    expect(input).toMatchObject({ role: 'input', quantity: 'Angle', start: 0.3 });
    model.advance(values, 0.5);
    expect(get('joint.hinge.position')).toBeCloseTo(0.3, 6);
    set('joint.hinge.motor.position', -0.2);
    model.advance(values, 1);
    expect(get('joint.hinge.position')).toBeCloseTo(-0.2, 6);
  });

  it('continue with the same bits from a restored state', () => {
    const { model, values, set, outputs } = openModelByName(scene({ motor: { velocity: 1, maxForce: 5 } }));
    model.advance(values, 0.1);
    set('joint.hinge.motor.velocity', -2);
    model.advance(values, 0.2);
    const state = deserialize(serialize(model.save()));
    const saved = values.slice();
    model.advance(values, 0.3);
    const first = outputs();
    set('joint.hinge.motor.velocity', 7);
    model.advance(values, 0.4);
    model.restore(state, saved);
    model.advance(saved, 0.3);
    expect(outputs()).toEqual(first);
  });
});

describe('motors of planar scenes in code', () => {
  it('are set between steps, and rejected where there can be none', () => {
    const scene = readScene(JSON.stringify(PLANAR()), 'x');
    if (scene.world !== 'planar') throw new Error('not a planar scene');
    const world = createSceneWorld(scene);
    world.setMotor('hinge', { force: 2 });
    for (let k = 0; k < 100; k++) world.step();
    expect(world.frame().joints?.[0].velocity).toBeCloseTo((2 / INERTIA) * 0.1, 9);
    world.setMotor('hinge', undefined);
    world.step();
    expect(world.frame().joints?.[0].motorForce).toBe(0);
    expect(() => world.setMotor('elbow', undefined)).toThrow('setMotor: "elbow" is not a joint of the scene');
    expect(() => world.setMotor(0, { force: 1, velocity: 1 })).toThrow(
      'must have one of velocity, position, path and force',
    );
    expect(() => world.setMotor(0, { force: Number.NaN })).toThrow('must be a finite number');
  });
});
