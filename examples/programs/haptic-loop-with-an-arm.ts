/**
 * A haptic loop with a mechanism on the human side: a link on a hinge, driven by a spring like that of a wrist, carries the handle. In each step of 1 ms
 * the pose of its end goes into the loop, and force and torque on the hand come back and act on the link. The tool rests on a block; the link stays above it.
 *
 * Run it with `npx tsx haptic-loop-with-an-arm.ts` after `npm install appulse`.
 */
import { box, createMovingPose, createWorld, readScene, type SmoothScene } from 'appulse';
import { createHapticLoop, hapticSummary, sampledSpringLimits, stepHapticLoop } from 'appulse/tracking';

const step = 1e-3; // [s]
const stiffness = 800; // of the coupler [N/m]
const scene = readScene(JSON.stringify({
  world: 'smooth',
  title: 'A tool on an arm',
  description: 'The end of a hinged link leads a tool onto a block.',
  bodies: [
    { name: 'block', shape: { kind: 'rounded-box', halfExtents: [0.06, 0.04, 0.02], radius: 0.005 }, motion: 'fixed' },
    { name: 'tool', shape: { kind: 'sphere', radius: 0.008 }, position: [0, 0, 0.05], mass: 0.05 },
  ],
  contacts: { response: 'penalty', penalty: { law: 'linear', stiffness: 20000, damping: 20 }, friction: { law: 'algebraic', static: 0.3 } },
  couplers: [
    { name: 'hand', body: 'tool', handle: { position: { kind: 'static', point: [0, 0, 0.05] } }, stiffness, damping: 10, angularStiffness: 0.05, angularDamping: 5e-4 },
  ],
  time: { end: 60, step },
}), 'arm') as SmoothScene;
const loop = createHapticLoop(scene, { warmUpSteps: 4000 });

// a link of 0.3 m on a hinge at its left end; its right end is the handle, 50 mm above the centre of the block
const length = 0.3;
const world = createWorld({ gravity: [0, 0, 0], timeStep: step });
const link = world.addBody({ name: 'link', shape: box([length / 2, 0.01, 0.01]), position: [-length / 2, 0, 0.05], mass: 0.2 });
const hinge = world.addJoint({ kind: 'hinge', bodies: [undefined, link], position: [-length, 0, 0.05], axis: [0, 1, 0] });

const handle = createMovingPose();
const [wrist, damper] = [40, 0.4]; // [N m/rad], [N m s/rad]
const press = Math.asin(0.03 / length); // where the wrist wants to be: the handle 20 mm above the centre, 8 mm below touching
let deepest = 0;
for (let k = 0; k < 3000; k++) {
  const { angle, rate } = angleOf();
  Object.assign(handle.pose.position, { x: -length + length * Math.cos(angle), z: 0.05 - length * Math.sin(angle) });
  Object.assign(handle.velocity, { x: -length * Math.sin(angle) * rate, z: -length * Math.cos(angle) * rate });
  stepHapticLoop(loop, handle);
  if (loop.failure !== undefined) throw new Error(loop.failure);
  deepest = Math.max(deepest, -loop.distance);
  const goal = Math.min(press, (press * k) / 1000);
  world.applyTorque(link, [0, wrist * (goal - angle) - damper * rate, 0]);
  world.applyForce(link, [loop.force.x, loop.force.y, loop.force.z], { at: [handle.pose.position.x, 0, handle.pose.position.z] });
  world.applyTorque(link, [loop.torque.x, loop.torque.y, loop.torque.z]);
  world.step();
}

function angleOf() {
  const { position, velocity } = world.jointState(hinge);
  return { angle: position, rate: velocity };
}

const { angle } = angleOf();
const { energyPut, energyReturned, maxExcess, damped } = hapticSummary(loop);
console.log(`handle         ${(1e3 * handle.pose.position.z).toFixed(3)} mm above the centre of the block, tool ${(1e3 * loop.tool.pose.position.z).toFixed(3)} mm`);
console.log(`force          ${loop.force.z.toFixed(4)} N on the hand, ${loop.contactForce.z.toFixed(4)} N on the tool`);
const moment = length * (loop.force.x * Math.sin(angle) + loop.force.z * Math.cos(angle)) - loop.torque.y; // about the hinge
console.log(`wrist          ${(wrist * (press - angle)).toFixed(4)} N m, of the hand ${moment.toFixed(4)} N m`);
console.log(`deepest        ${(1e3 * deepest).toFixed(3)} mm in the block`);
console.log(`energy         put in ${energyPut.toFixed(4)} J, returned ${energyReturned.toFixed(4)} J, excess ${maxExcess.toFixed(6)} J`);
console.log(`damping        above K T/2 = ${sampledSpringLimits({ stiffness, angularStiffness: 0.05 }, step).damping} N s/m: ${damped}`);
