/**
 * A world in your own loop: three crates fall on each other and come to rest. The program owns the loop, reads the state of every body, and asks
 * which contacts carry which force.
 *
 * Run it with `npx tsx stack-step-by-step.ts` after `npm install appulse`.
 */
import { advanceStep, contactGraph, createStepWorld, readScene } from 'appulse';

const crate = (name: string, height: number) =>
  ({ name, shape: { kind: 'box', halfExtents: [0.25, 0.25, 0.25] }, position: [0, 0, height], mass: 10 });
const scene = readScene(JSON.stringify({
  world: 'solids',
  title: 'Three crates',
  description: 'They fall by a few centimetres and rest on each other.',
  bodies: [
    { name: 'floor', shape: { kind: 'halfspace', normal: [0, 0, 1] }, motion: 'fixed' },
    crate('bottom', 0.27), crate('second', 0.8), crate('top', 1.33),
  ],
  contacts: { restitution: 0, friction: { law: 'algebraic', static: 0.5 } },
  forces: { gravity: [0, 0, -9.81] },
  time: { end: 3, method: 'steps', step: '10 ms', timeToSleep: 0 },
}), 'stack');
if (scene.world !== 'solids') throw new Error('not a rigid-body scene');

const world = createStepWorld(scene);
const step = 0.01; // [s]
for (let k = 0; k < 300; k++) advanceStep(world); // a page would do one step per frame and draw

const { positions, velocities } = world.bodies; // packed, three numbers per body
scene.bodies.forEach(({ name }, i) => {
  if (i === 0) return;
  const speed = Math.hypot(...velocities.subarray(3 * i, 3 * i + 3));
  console.log(`${name.padEnd(6)}  height ${positions[3 * i + 2]?.toFixed(4)} m, speed below 1e-5 m/s: ${speed < 1e-5}`);
});

for (const { bodyA, bodyB, points } of contactGraph(world)) {
  const impulse = points.reduce((sum, point) => sum + point.normalImpulse, 0);
  const names = [bodyA, bodyB].map((body) => scene.bodies[body]?.name).join(' and ');
  console.log(`${names}: ${points.length} points, force ${(impulse / step).toFixed(2)} N`);
}
