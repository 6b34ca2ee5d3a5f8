/**
 * Throw and catch: a paddle on a prescribed path throws a ball, the program predicts where it will land with a ray and a shape cast, and a second paddle
 * moves there in time. A snapshot taken at the throw gives the same flight again.
 *
 * Run it with `npx tsx throw-and-catch.ts` after `npm install appulse`.
 */
import { box, createWorld, halfspace, motion, pose, sphere, vec3 } from 'appulse';

// with rolling resistance the ball stays where it was caught
const world = createWorld({ gravity: [0, 0, -9.81], timeStep: 1 / 400, friction: 0.8, rollingFriction: 0.005, restitution: 0 });
const floor = world.addBody({ name: 'floor', shape: halfspace([0, 0, 1]), position: [0, 0, -1] });
const ball = world.addBody({ name: 'ball', shape: sphere(0.05), position: [0.0708, 0, 0.0708], mass: 0.2 });
world.addBody({
  name: 'thrower',
  shape: box([0.2, 0.2, 0.05]),
  type: 'kinematic',
  // tilted by 45 degrees about y; accelerates along its normal for 0.15 s and stops
  path: (time) => {
    const s = 0.5 * 30 * Math.min(time, 0.15) ** 2;
    return { position: [s, 0, s], orientation: [Math.cos(Math.PI / 8), 0, Math.sin(Math.PI / 8), 0] };
  },
});

let start: ReturnType<typeof world.snapshot> | undefined;
world.on('contact-end', ({ bodyA, bodyB }) => {
  if (bodyA === ball || bodyB === ball) start ??= world.snapshot();
});
while (!start) world.step();

const { position, velocity } = world.state(ball);
const gravity = vec3(0, 0, -9.81);
const below = world.raycast(position, [0, 0, -1], { filter: (body) => body === floor });
const flight = world.castShape(sphere(0.05), motion(pose([position.x, position.y, position.z]), velocity, vec3(), gravity), 5, {
  filter: (body) => body === floor,
});
if (!below || !flight) throw new Error('the ball does not come down');
const landing = { time: world.time + flight.impact.time, x: flight.impact.pointA.x };
console.log(`thrown at ${velocity.x.toFixed(2)} m/s forward, ${below.hit.distance.toFixed(2)} m above the floor`);

const left = world.time;
const catcher = world.addBody({
  name: 'catcher',
  shape: box([0.3, 0.3, 0.05]),
  type: 'kinematic',
  // to the landing point, and with the ball from there on
  path: (time) => {
    const arrival = Math.min((time - left) / (landing.time - left), 1);
    const beyond = Math.max(time - landing.time, 0);
    return { position: [3 + arrival * (landing.x - 3) + beyond * velocity.x, 0, -0.95] };
  },
});
const thrown = world.snapshot();
const run = () => {
  while (world.time < 3) world.step();
  return world.state(ball);
};
const caught = run();
console.log(`caught: ${world.contacts(ball).some(({ bodyA, bodyB }) => bodyA === catcher || bodyB === catcher)}`);
world.restore(thrown);
console.log(`again with the same bits: ${run().position.x === caught.position.x}`);
