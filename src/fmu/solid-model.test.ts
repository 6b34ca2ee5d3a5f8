import { deserialize, serialize } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { openModelByName } from '../../test/fmu/model-values.ts';
import { openModel } from './create-model.ts';

/** A chaser in front of a target, with ports that face each other. */
const DOCKING = {
  world: 'solids',
  title: 'Docking',
  description: 'For tests.',
  bodies: [
    { name: 'target', shape: { kind: 'box', halfExtents: [0.5, 0.5, 0.5] }, position: [2, 0, 0], mass: 3 },
    { name: 'chaser', shape: { kind: 'box', halfExtents: [0.4, 0.4, 0.4] }, mass: 1 },
  ],
  sensors: [
    { name: 'port', body: 'target', point: [-0.52, 0, 0], axis: [-1, 0, 0] },
    { name: 'probe', body: 'chaser', point: [0.42, 0, 0], axis: [1, 0, 0] },
  ],
  docking: [{ sensors: ['port', 'probe'], tolerance: 0.01 }],
  contacts: { restitution: 0.5 },
  time: { end: 10, method: 'steps', step: 0.01 },
};

const SOFT = {
  ...DOCKING,
  docking: [
    {
      sensors: ['port', 'probe'],
      tolerance: 0.01,
      softCapture: { stiffness: 200, damping: 40, attenuation: 0.5, retraction: 0.5 },
    },
  ],
};

describe('docking of solids in an FMU', () => {
  it('happens under forces from outside, keeps the momentum that they gave, and ends on request', () => {
    const { model, values, set, get } = openModelByName(DOCKING);
    set('chaser.force[1]', 0.5);
    model.advance(values, 0.2);
    set('chaser.force[1]', 0);
    expect(get('chaser.velocity[1]')).toBeCloseTo(0.1, 12);
    for (let k = 1; get('docking.port.probe.docked') === 0; k++) {
      expect(k).toBeLessThan(200);
      model.advance(values, 0.2 + 0.1 * k);
    }
    expect(get('dockingCount')).toBe(1);
    // m v = (m + M) V
    expect(get('chaser.velocity[1]')).toBeCloseTo(0.025, 9);
    expect(get('target.velocity[1]')).toBeCloseTo(0.025, 9);
    // a thruster of the chaser moves both
    set('chaser.force[1]', 4);
    model.advance(values, 21);
    const speed = get('target.velocity[1]');
    expect(speed).toBeGreaterThan(0.1);
    expect(get('chaser.velocity[1]')).toBeCloseTo(speed, 9);
    set('chaser.force[1]', -1);
    set('docking.port.probe.undock', 1);
    model.advance(values, 22);
    expect(get('docking.port.probe.docked')).toBe(0);
    expect(get('chaser.velocity[1]')).toBeLessThan(get('target.velocity[1]') - 0.1);
  });

  it('restores a state within a soft capture, from bytes, with the same bits', () => {
    const first = openModelByName(SOFT);
    first.set('chaser.force[1]', 0.3);
    let time = 0;
    while (first.get('docking.port.probe.captured') === 0) {
      time += 0.05;
      expect(time).toBeLessThan(10);
      first.model.advance(first.values, time);
    }
    first.set('chaser.force[1]', 0);
    const bytes = serialize(first.model.save());
    const run = ({ model, outputs }: typeof first, values: Float64Array) =>
      Array.from({ length: 60 }, (_, k) => {
        model.advance(values, time + 0.05 * (k + 1));
        return outputs();
      });
    const values = first.values.slice();
    const expected = run(first, values);
    expect(first.get('docking.port.probe.docked')).toBe(1);
    const second = openModelByName(SOFT);
    second.model.restore(deserialize(bytes), values);
    expect(run(second, values)).toEqual(expected);
  });
});

describe('a prescribed body in an FMU', () => {
  const HAMMER = {
    ...DOCKING,
    sensors: [],
    docking: [],
    bodies: [
      ...DOCKING.bodies,
      {
        name: 'hammer',
        shape: { kind: 'sphere', radius: 0.1 },
        position: [0, 0, 5],
        velocity: [0, 0, 1],
        motion: 'prescribed',
      },
    ],
  };

  it('moves as in the scene until its inputs change, then to the pose of its inputs, also after a state is restored', () => {
    const { model, values, set, get } = openModelByName(HAMMER);
    model.advance(values, 0.5);
    expect(get('hammer.position[3]')).toBeCloseTo(5.5, 12);
    set('hammer.target.position[3]', 4.5);
    // 90 degrees about z
    set('hammer.target.orientation[1]', Math.SQRT1_2);
    set('hammer.target.orientation[4]', Math.SQRT1_2);
    model.advance(values, 0.7);
    expect(get('hammer.position[3]')).toBe(4.5);
    expect(get('hammer.angularVelocity[3]')).toBeCloseTo(Math.PI / 2 / 0.2, 9);
    expect(get('hammer.orientation[4]')).toBeCloseTo(Math.SQRT1_2, 12);
    const bytes = serialize(model.save());
    const second = openModelByName(HAMMER);
    second.model.restore(deserialize(bytes), values);
    second.values.set(values);
    second.set('hammer.target.position[3]', 4);
    second.model.advance(second.values, 0.8);
    expect(second.get('hammer.position[3]')).toBe(4);
    set('hammer.target.orientation[1]', 0);
    set('hammer.target.orientation[4]', 0);
    expect(() => model.advance(values, 1)).toThrow('hammer.target.orientation: must not be the zero quaternion');
  });

  it('has internal steps and defaults that follow from them as the settings say', () => {
    const settings = { source: 'test', pairs: [], timeStep: 0.02, method: 'events' } as const;
    const { model, stopTime } = openModel(JSON.stringify(HAMMER), settings);
    expect([model.timeStep, stopTime]).toEqual([0.02, 10]);
    expect(() => openModel('{ "world": "solids" }', settings)).toThrow(/^test:1:1/);
  });
});
