/**
 * A control loop: four motors of a drone hold a height and a level attitude, also when a parcel lands on it. Each step the program reads the
 * state, computes the thrust of every motor, and applies it at its point of the frame, in body axes.
 *
 * Run it with `npx tsx hovering-drone.ts` after `npm install appulse`.
 */
import { box, createWorld, halfspace, sphere } from 'appulse';

const world = createWorld({ gravity: [0, 0, -9.81], timeStep: 1 / 500 });
world.addBody({ name: 'ground', shape: halfspace([0, 0, 1]) });
const drone = world.addBody({ name: 'drone', shape: box([0.2, 0.2, 0.03]), position: [0, 0, 0.03], mass: 1.2 });
const motors = [[0.2, 0.2], [-0.2, 0.2], [-0.2, -0.2], [0.2, -0.2]] as const;

const target = 2; // [m]
let sum = 0; // integral of the height error [m s]
const fly = (until: number) => {
  while (world.time < until) {
    const { position, velocity, rotation, angularVelocity } = world.state(drone);
    const error = target - position.z;
    sum += error * world.timeStep;
    const lift = 1.2 * 9.81 + 12 * error + 4 * sum - 8 * velocity.z; // [N], of all four motors
    for (const [x, y] of motors) {
      // rotation.zx, zy: tilt of the body axes; the motors on the lower side have more thrust
      const level = -30 * (x * rotation.zx + y * rotation.zy) - 5 * (y * angularVelocity.x - x * angularVelocity.y);
      const thrust = Math.min(Math.max(lift / 4 + level, 0), 15);
      world.applyForce(drone, [0, 0, thrust], { at: [x, y, 0], frame: 'body' });
    }
    world.step();
  }
};

fly(10);
console.log(`height ${world.state(drone).position.z.toFixed(3)} m after 10 s`);
world.addBody({ name: 'parcel', shape: sphere(0.05), position: [0.03, 0, 2.15], mass: 0.3, restitution: 0 });
let parcels = 0;
world.on('contact-begin', ({ bodyA, bodyB }) => {
  if (bodyA === drone || bodyB === drone) parcels++;
});
fly(10.4);
const tilt = Math.acos(Math.min(1, world.state(drone).rotation.zz));
console.log(`touched by the parcel: ${parcels > 0}, tilted by less than 60 degrees: ${tilt < Math.PI / 3}`);
fly(30);
console.log(`height ${world.state(drone).position.z.toFixed(3)} m after 30 s`);
console.log(`energy balance closes: ${world.balance().energyError < 1e-6}`);
