/**
 * A world in your own loop: three crates fall on each other and come to rest. The program owns the loop, reads the state of every body, and asks
 * which contacts carry which force.
 *
 * Run it with `npx tsx stack-step-by-step.ts` after `npm install appulse`.
 */
import { box, createWorld, halfspace } from 'appulse';

const world = createWorld({ gravity: [0, 0, -9.81], timeStep: 0.01, substeps: 8, friction: 0.5, timeToSleep: 0 });
world.addBody({ name: 'floor', shape: halfspace([0, 0, 1]) });
const crate = (name: string, height: number) =>
  world.addBody({ name, shape: box([0.25, 0.25, 0.25]), position: [0, 0, height], mass: 10 });
const crates = [crate('bottom', 0.27), crate('second', 0.8), crate('top', 1.33)];

while (world.time < 3) world.step(); // a page would do one step per frame and draw

for (const crate of crates) {
  const { name, position, velocity } = world.state(crate);
  const speed = Math.hypot(velocity.x, velocity.y, velocity.z);
  console.log(`${name.padEnd(6)}  height ${position.z.toFixed(4)} m, speed below 1e-5 m/s: ${speed < 1e-5}`);
}

for (const { bodyA, bodyB, points } of world.contacts()) {
  const force = points.reduce((sum, point) => sum + point.force.z, 0);
  const names = [bodyA, bodyB].map((body) => world.state(body).name).join(' and ');
  console.log(`${names}: ${points.length} points, force ${force.toFixed(2)} N`);
}
