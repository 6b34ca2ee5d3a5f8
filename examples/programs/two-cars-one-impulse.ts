/**
 * Two cars, one impulse: the classical model of accident reconstruction. A rear-end collision with full overlap, then the same with an
 * offset, and a right-angle collision.
 *
 * Run it with `npx tsx two-cars-one-impulse.ts` after `npm install appulse`.
 */
import { vec3 } from 'appulse';
import { planarCrash } from 'appulse/vehicles';

const degrees = Math.PI / 180;
const car = { mass: 1500, yawInertia: 2500, yawRate: 0 }; // [kg], [kg m²], [rad/s]
const van = { mass: 2200, yawInertia: 4400, yawRate: 0 };

const fixed = (value: number, digits: number) => (Number(value.toFixed(digits)) + 0).toFixed(digits); // no minus sign before zero

type Result = ReturnType<typeof planarCrash>;
function print(title: string, { deltaV, pdof, yawRates, velocities, work }: Result): void {
  console.log(title);
  for (const [i, name] of ['car', 'van'].entries()) {
    const velocity = velocities[i] ?? vec3();
    console.log(`  ${name}: delta-V ${fixed(deltaV[i] ?? 0, 3)} m/s  PDOF ${fixed((pdof[i] ?? 0) / degrees, 1)} deg  ` +
      `velocity after ${fixed(velocity.x, 3)} ${fixed(velocity.y, 3)} m/s  yaw rate after ${fixed((yawRates[i] ?? 0) / degrees, 2)} deg/s`);
  }
  const momentum = [0, 1].map((axis) =>
    [car, van].reduce((sum, { mass }, i) => sum + mass * ((axis === 0 ? velocities[i]?.x : velocities[i]?.y) ?? 0), 0));
  console.log(`  energy lost ${(-work / 1000).toFixed(3)} kJ, momentum after ${momentum.map((p) => p.toFixed(1)).join(' ')} N s`);
}

// the car (20 m/s) runs into the van ahead (12 m/s); both head along x; the point of impact is 2 m ahead of the centre of mass of the
// car and 2.4 m behind that of the van
const settings = { normal: 0, restitution: 0.2, friction: 0 };
const rearEnd = planarCrash(
  { ...car, heading: 0, velocity: vec3(20, 0), impactDistance: 2, impactAngle: 0 },
  { ...van, heading: 0, velocity: vec3(12, 0), impactDistance: 2.4, impactAngle: 180 * degrees },
  settings,
);
print('rear-end, full overlap', rearEnd);

// the same with the point of impact 0.5 m to the left of the centre line of the car and 0.5 m to the right of that of the van
const offset = planarCrash(
  { ...car, heading: 0, velocity: vec3(20, 0), impactDistance: Math.hypot(2, 0.5), impactAngle: Math.atan2(0.5, 2) },
  { ...van, heading: 0, velocity: vec3(12, 0), impactDistance: Math.hypot(2.4, 0.5), impactAngle: Math.atan2(-0.5, -2.4) },
  settings,
);
print('rear-end, offset', offset);

// the front of the car hits the right side of the van, at its centre of mass plus 1 m; no slip between them
const side = planarCrash(
  { ...car, heading: 90 * degrees, velocity: vec3(0, 10), impactDistance: 2, impactAngle: 0 },
  { ...van, heading: 0, velocity: vec3(12, 0), impactDistance: Math.hypot(1, 0.9), impactAngle: Math.atan2(-0.9, 1) },
  { normal: 90 * degrees, restitution: 0.1 },
);
print('right angle, no slip', side);
