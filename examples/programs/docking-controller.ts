/**
 * A docking controller in orbit: thrusters bring a chaser along the orbit to the port of a station, in a Clohessy-Wiltshire frame (x away from the
 * Earth, y along the orbit, z along its normal), and align its attitude. The docking is accepted within the capture envelope of the IDSS, by a latch
 * that damps the motion, retracts and docks rigidly. The same loop runs with exact times of events and with fixed steps.
 *
 * Run it with `npx tsx docking-controller.ts` after `npm install appulse`.
 */
import { box, createWorld, type Vec3 } from 'appulse';
import { IDSS_ENVELOPE } from 'appulse/kernels';

const rate = 2 * Math.PI / 5560; // [rad/s], at a height of about 400 km
const mass = 500; // of the chaser [kg]
const clamp = (value: number, limit: number) => Math.min(Math.max(value, -limit), limit);

function approach(method: 'events' | 'steps') {
  const world = createWorld({ gravity: [0, 0, 0], orbit: { rate }, timeStep: 0.1, method, timeToSleep: 0 });
  const station = world.addBody({ name: 'station', shape: box([1.5, 2, 1.5]), mass: 20_000 });
  const chaser = world.addBody({
    name: 'chaser', shape: box([0.7, 1, 0.7]), mass,
    position: [0.5, -9, -0.3], orientation: [0.9988, 0.034, 0.01, 0.034], angularVelocity: [0, 0.002, 0],
  });
  const docking = world.addDocking({
    ports: [
      { body: station, point: [0, -2.1, 0], axis: [0, -1, 0], up: [0, 0, 1] },
      { body: chaser, point: [0, 1.1, 0], axis: [0, 1, 0], up: [0, 0, 1] },
    ],
    tolerance: 0.12,
    envelope: IDSS_ENVELOPE,
    softCapture: { stiffness: 500, damping: 700, angularStiffness: 600, angularDamping: 800, attenuation: 8, retraction: 8, stroke: 0.2 },
  });
  const log: string[] = [];
  world.on('docking', ({ event }) => log.push(event.type));

  let total = 0; // velocity change by the thrusters [m/s]
  let radial = 0; // along x, while the chaser moves along the orbit
  let distance = 0; // [m]
  while (world.time < 400 && world.docking(docking).state !== 'docked') {
    if (world.docking(docking).state === 'armed') {
      const { position: p, velocity: v, rotation: r, angularVelocity: w } = world.state(chaser);
      // close at 8 cm/s along the orbit, once the chaser is on it; the thrusters also cancel the accelerations of the frame
      const isAligned = Math.hypot(p.x, p.z) < 0.001;
      const thrust = (wanted: number, speed: number, frame: number) => clamp(mass * (0.4 * (wanted - speed) - frame), 20);
      const force: [number, number, number] = [
        thrust(-0.2 * p.x, v.x, 3 * rate ** 2 * p.x + 2 * rate * v.y),
        thrust(isAligned ? 0.08 : 0, v.y, -2 * rate * v.x),
        thrust(-0.2 * p.z, v.z, -(rate ** 2) * p.z),
      ];
      world.applyForce(chaser, force);
      // the skew part of the rotation matrix is the axis of the attitude error times its sine
      const error: Vec3 = { x: (r.zy - r.yz) / 2, y: (r.xz - r.zx) / 2, z: (r.yx - r.xy) / 2 };
      world.applyTorque(chaser, [-10 * error.x - 120 * w.x, -10 * error.y - 120 * w.y, -10 * error.z - 120 * w.z]);
      if (v.y > 0.079) radial -= force[0] * world.timeStep / mass;
      if (v.y > 0.079) distance += v.y * world.timeStep;
      total += Math.hypot(...force) * world.timeStep / mass;
    }
    world.step();
  }
  const { state, relative } = world.docking(docking);
  console.log(`${method}: ${log.join(', ')}`);
  console.log(`  ${state} after ${world.time.toFixed(1)} s, ${(1000 * relative.lateral).toFixed(2)} mm off the axis`);
  console.log(`  velocity change by the thrusters: ${(100 * total).toFixed(1)} cm/s`);
  // a straight path along the orbit needs the acceleration -2 n y' along x: 2 n per metre, whatever the speed
  console.log(`  of these along x, on the last ${distance.toFixed(2)} m: ${(1000 * radial).toFixed(1)} mm/s, closed form ${(2000 * rate * distance).toFixed(1)} mm/s`);
  console.log(`  energy balance closes: ${world.balance().energyError < 1e-9}`);
}

approach('events');
approach('steps');
