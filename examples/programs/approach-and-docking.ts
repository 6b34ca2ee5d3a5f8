/**
 * A chaser approaches a station: how close is it, when does it touch, and what happens then, at docking speed or too fast?
 *
 * Run it with `npx tsx approach-and-docking.ts` after `npm install appulse` (or `node approach-and-docking.ts` with Node 22.18 or newer).
 */
import {
  closest, dockRigid, impact, massProperties, material, motion, planarBody, polygon, pose, poseAt, respond, vec3,
} from 'appulse';

// outlines [m] about the centre of mass; the port of the station is the edge x = 2, the probe of the chaser the vertex at x = -1.5
const station = polygon([[-2, -1], [2, -1], [2, 1], [-2, 1]]);
const chaser = polygon([[-1.5, 0], [-1, -0.5], [1, -0.5], [1.5, 0], [1, 0.5], [-1, 0.5]]);

// 1. how close? The chaser is 20 m away and 0.3 m above the axis of the port
const start = pose([20, 0.3]);
const gap = closest(station, pose([0, 0]), chaser, start);
console.log(`gap at the start            ${gap.distance.toFixed(3)} m (${gap.featureA} of the station, ${gap.featureB} of the chaser)`);

// 2. when? The chaser drifts at 0.1 m/s towards the station
const drift = motion(start, vec3(-0.1, 0));
const near = impact(station, motion(pose([0, 0])), chaser, drift, 300, { separation: 1 });
const touch = impact(station, motion(pose([0, 0])), chaser, drift, 300);
console.log(`1 m apart after             ${near.time.toFixed(2)} s`);
console.log(`contact after               ${touch.time.toFixed(2)} s at ${touch.closingSpeed.toFixed(3)} m/s`);

// 3. what happens then? 900 kg and 400 kg; the moments of inertia follow from the outlines and a uniform mass
const inertiaOf = (outline: typeof station, mass: number) => {
  const unit = massProperties(outline, 1);
  return (mass * unit.inertia) / unit.mass;
};
const atContact = (speed: number) => {
  const where = poseAt(pose([0, 0]), drift, touch.time);
  const a = planarBody(pose([0, 0]), 900, inertiaOf(station, 900), vec3(0, 0), 0);
  const b = planarBody(where, 400, inertiaOf(chaser, 400), vec3(-speed, 0), 0);
  return { a, b };
};

// slow enough: the latches close, and both move on as one body
const slow = atContact(0.1);
const docked = dockRigid(slow.a, slow.b);
console.log(`docked: common velocity     ${docked.joined?.velocity.x.toFixed(5)} m/s, rotating at ${docked.angularVelocityA.z.toFixed(6)} rad/s`);
console.log(`docked: energy lost         ${docked.energyLoss?.toFixed(4)} J`);

// too fast: no docking, the chaser bounces off
const fast = atContact(0.5);
const bounce = respond(touch, fast.a, fast.b, material({ restitution: 0.4 }));
console.log(`bounce: normal impulse      ${bounce.normalImpulse.toFixed(3)} N s`);
console.log(`bounce: velocities after    ${bounce.velocityA.x.toFixed(4)} m/s and ${bounce.velocityB.x.toFixed(4)} m/s`);
console.log(`bounce: energy lost         ${(-bounce.work).toFixed(3)} J`);
