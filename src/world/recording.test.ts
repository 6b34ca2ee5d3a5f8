import { describe, expect, it } from 'vitest';
import { createCompound } from '../bounds/create-compound.ts';
import { createPose } from '../math/pose.ts';
import { decodeRecording, encodeRecording } from '../record/recording-files.ts';
import { readScene } from '../scene/read.ts';
import { createBox } from '../shapes/box.ts';
import { createCapsule } from '../shapes/capsule.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { createSphere } from '../shapes/sphere.ts';
import { createWorld } from './create-world.ts';

describe('a recording of a world in code', () => {
  it('holds all bodies, also those added and removed meanwhile, and a scene that can be read', async () => {
    const world = createWorld({ timeStep: 0.01 });
    world.addBody({ shape: createHalfspace([0, 0, 1]), name: 'floor' });
    const post = { shape: createBox([0.1, 0.1, 0.5]), pose: createPose() };
    const dumbbell = createCompound([post, { shape: createSphere(0.3), pose: createPose([0, 0, 0.8]) }]);
    world.addBody({ shape: dumbbell, name: 'mace', position: [0, 0, 2], mass: 4 });
    const recording = world.record({ interval: 0.05, title: 'Test' });
    const ball = world.addBody({ shape: createSphere(0.2), name: 'ball', position: [2, 0, 0.5], color: 'red' });
    while (world.time < 0.5) world.step();
    world.removeBody(ball);
    world.addBody({ shape: createCapsule(0.1, 0.2), name: 'pill', position: [3, 0, 1] });
    while (world.time < 1) world.step();
    const done = recording.finish();
    expect(done.bodies).toEqual(['floor', 'mace', 'ball', 'pill']);
    expect(done.frames.rowCount).toBe(21 * 4);
    expect(done.events.some(({ type }) => type === 'contact-begin')).toBe(true);
    expect(done.summary.collisions).toBeGreaterThan(0);
    expect(done.summary.balance.energyError).toBeLessThan(1e-12);
    const scene = readScene(done.sceneText, 'recorded');
    expect(scene.bodies.map(({ name }) => name)).toEqual(done.bodies);
    // the frames hold centres of mass: so does the scene
    const mace = done.frames.columns.z[1];
    expect(scene.world === 'solids' && scene.bodies[1].pose.position.z).toBeCloseTo(mace, 12);
    const files = await encodeRecording(done);
    const decoded = await decodeRecording(files);
    expect(decoded.frames.columns.z).toEqual(done.frames.columns.z);
    expect(() => recording.finish()).toThrow('already finished');
  });
});
