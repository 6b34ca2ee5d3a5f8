/**
 * A conveyor belt is a static body with a surface velocity. Parcels are dropped on it, one per second, and removed at its end, where a trigger
 * counts them: a world that changes while it runs.
 *
 * Run it with `npx tsx conveyor-belt.ts` after `npm install appulse`.
 */
import { box, createWorld } from 'appulse';

const world = createWorld({ timeStep: 1 / 200, friction: 0.6 });
world.addBody({ name: 'belt', shape: box([3, 0.4, 0.1]), type: 'static', surfaceVelocity: [0.8, 0, 0] });
const gate = world.addBody({ name: 'gate', shape: box([0.05, 0.4, 0.3]), type: 'static', position: [2.8, 0, 0.4], trigger: true });

const arrived: number[] = [];
world.on('contact-begin', ({ bodyA, bodyB, time }) => {
  if (bodyA !== gate && bodyB !== gate) return;
  arrived.push(time);
  world.removeBody(bodyA === gate ? bodyB : bodyA);
});

for (let second = 0; second < 20; second++) {
  world.addBody({ shape: box([0.1, 0.1, 0.1]), position: [-2.5, 0, 0.21], density: 400 });
  while (world.time < second + 1) world.step();
}

console.log(`${arrived.length} parcels arrived, ${world.bodies().length - 2} are on the belt`);
const [first = 0, second = 0] = arrived;
console.log(`first after ${first.toFixed(2)} s, then one every ${(second - first).toFixed(2)} s`);
const speeds = world.bodies().slice(2).map((body) => world.state(body).velocity.x);
console.log(`speed of the oldest parcel ${Math.max(...speeds).toFixed(3)} m/s`);
