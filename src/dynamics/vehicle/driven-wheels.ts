import { tanh } from '../../math/exponential.ts';
import { atan2 } from '../../math/inverse-trig.ts';
import { frictionAt, surfaceAt } from './road-surface.ts';
import { type VehicleBody, WHEEL_COUNT, WHEEL_STRIDE } from './vehicle-body.ts';
import type { Controls } from './vehicle-drive.ts';
import {
  AIR_WORK,
  BRAKE_WORK,
  DIRECTOR_RATES,
  DIRECTORS,
  ENGINE_WORK,
  ROAD_IMPULSE,
  ROAD_MOMENT,
  SUSPENSION_LOSS,
  TYRE_FORCES,
  TYRE_WORK,
  VELOCITY,
} from './vehicle-state.ts';
import type { Road } from './wheels.ts';

/** Density of air at 15 °C and sea level [kg/m³]. */
const AIR_DENSITY = 1.225;

/** Tyre force of one wheel: along and across it [N], and its power by cause [W]. Across, the target of the relaxation. */
const tyre = { along: 0.5, across: 0.5, brakePower: 0.5, enginePower: 0.5, slidePower: 0.5 };
const surface = new Float64Array(3);

/**
 * Force of a tyre with a friction ellipse, with a quasi-static wheel: the angular velocity of the wheel is not a state, it rolls with the slip that
 * transmits the torques of brake and engine, as long as the road can. Below the limit the force along the wheel is the one that is
 * demanded, and the lateral force is reduced to the ellipse. A brake that demands more than the friction along the sliding direction
 * locks the wheel: the force then opposes the velocity of the contact point. An engine that demands more than the friction is cut off.
 *
 * `cap`: maximum lateral force; `ratio`: axes of the ellipse; `gain`: lateral force per slip angle over `cap` [1/rad];
 * `v`, `u`: velocity of the contact point along and across the wheel, `small` the speed below which forces fade [m/s].
 */
function setTyre(
  cap: number,
  ratio: number,
  sliding: number,
  gain: number,
  brake: number,
  engine: number,
  v: number,
  u: number,
  small: number,
): void {
  const roll = v / Math.sqrt(v * v + small * small);
  const limit = ratio * cap;
  const demand = engine - brake * roll;
  const speed = Math.sqrt(v * v + u * u + small * small);
  tyre.brakePower = 0;
  tyre.enginePower = 0;
  tyre.slidePower = 0;
  if (demand * v < 0 && Math.abs(demand) * speed > limit * Math.abs(v)) {
    tyre.along = (-sliding * limit * v) / speed;
    tyre.across = (-sliding * cap * u) / speed;
    tyre.slidePower = tyre.along * v;
    return;
  }
  tyre.along = Math.max(-limit, Math.min(limit, demand));
  const used = limit > 0 ? tyre.along / limit : 0;
  const slip = atan2(u, Math.max(Math.abs(v), small));
  tyre.across = -cap * Math.sqrt(Math.max(0, 1 - used * used)) * tanh(gain * slip);
  tyre.brakePower = -brake * roll * v;
  tyre.enginePower = tyre.along * v - tyre.brakePower;
}

/**
 * As `addWheelLoads`, with the tyre model `ellipse`: forces of brakes and engine, friction of areas, load dependence, the air, and a
 * road with slopes. On a slope the spring force is normal to the road, N (-∂h/∂x, -∂h/∂y, 1), and tyre forces are tangential: the
 * energy of the springs is that of their vertical lengths above the road.
 */
// biome-ignore format: one vector per line
export function addDrivenWheelLoads(
  loads: Float64Array, l: number, rates: Float64Array, state: Float64Array, vehicle: number, body: VehicleBody, road: Road, controls: Controls,
): void {
  const { wheels, springLength, tyreRelaxationTime, drive } = body;
  const { surface: ground, gravity } = road;
  const d = vehicle + DIRECTORS, v = vehicle + VELOCITY, w = vehicle + DIRECTOR_RATES;
  const rx = state[vehicle], ry = state[vehicle + 1], rz = state[vehicle + 2];
  const d1x = state[d], d1y = state[d + 1], d1z = state[d + 2];
  const d2x = state[d + 3], d2y = state[d + 4], d2z = state[d + 5];
  const d3x = state[d + 6], d3y = state[d + 7], d3z = state[d + 8];
  const vx = state[v], vy = state[v + 1], vz = state[v + 2];
  const w1x = state[w], w1y = state[w + 1], w1z = state[w + 2];
  const w2x = state[w + 3], w2y = state[w + 4], w2z = state[w + 5];
  const w3x = state[w + 6], w3y = state[w + 7], w3z = state[w + 8];

  const c1 = d2x * d3y - d2y * d3x, c2 = d3x * d1y - d3y * d1x, c3 = d1x * d2y - d1y * d2x;
  const det = d1z * c1 + d2z * c2 + d3z * c3;
  const u1 = c1 / det, u2 = c2 / det, u3 = c3 / det;
  const forward = Math.sqrt(d1x * d1x + d1y * d1y);
  const hx = d1x / forward, hy = d1y / forward;

  const weight = -body.mass * gravity;
  const speed = Math.sqrt(vx * vx + vy * vy + vz * vz);
  const air = -0.5 * AIR_DENSITY * drive.dragArea * speed;
  // the engine gives its force, or its power
  const throttle = controls.throttle * Math.min(1, drive.powerSpeed / Math.max(speed, road.slipSpeed));
  let fx = air * vx, fy = air * vy, fz = weight + air * vz;
  let l1x = 0, l1y = 0, l1z = 0, l2x = 0, l2y = 0, l2z = 0, l3x = 0, l3y = 0, l3z = 0;
  let loss = 0, work = 0, brakeWork = 0, engineWork = 0;
  let mx = ry * fz - rz * fy, my = rz * fx - rx * fz, mz = rx * fy - ry * fx;
  const hasHeights = ground.ramps.length > 0;
  surface[0] = surface[1] = surface[2] = 0;
  for (let k = 0; k < WHEEL_COUNT; k++) {
    const i = WHEEL_STRIDE * k;
    const isFront = k < 2;
    const x1 = wheels[i], x2 = wheels[i + 1], x3 = wheels[i + 2];
    const px = rx + x1 * d1x + x2 * d2x + x3 * d3x, py = ry + x1 * d1y + x2 * d2y + x3 * d3y;
    if (hasHeights) surfaceAt(surface, ground, px, py);
    const height = surface[0], sx = surface[1], sy = surface[2];
    const pz = rz + x1 * d1z + x2 * d2z + x3 * d3z;
    const length = pz - height;
    const qx = vx + x1 * w1x + x2 * w2x + x3 * w3x, qy = vy + x1 * w1y + x2 * w2y + x3 * w3y;
    const rate = vz + x1 * w1z + x2 * w2z + x3 * w3z - sx * qx - sy * qy;
    const spring = length < springLength ? wheels[i + 3] * (springLength - length) : 0;
    const load = length < springLength ? Math.max(0, spring - wheels[i + 4] * rate) : 0;
    loss -= (load - spring) * rate;
    let ax = -load * sx, ay = -load * sy, az = load;
    fx += ax; fy += ay; fz += az;
    l1x += x1 * ax; l1y += x1 * ay; l1z += x1 * az;
    l2x += x2 * ax; l2y += x2 * ay; l2z += x2 * az;
    l3x += x3 * ax; l3y += x3 * ay; l3z += x3 * az;
    mx += py * az - pz * ay; my += pz * ax - px * az; mz += px * ay - py * ax;
    if (!road.tyres) { rates[vehicle + TYRE_FORCES + k] = 0; continue; }

    // wheel axes in the road: horizontal direction e, its slope along the road, and the same across
    const ex = isFront ? controls.steerCos * hx - controls.steerSin * hy : hx;
    const ey = isFront ? controls.steerCos * hy + controls.steerSin * hx : hy;
    const rise = ex * sx + ey * sy, bank = ex * sy - ey * sx;
    const along = Math.sqrt(1 + rise * rise), across = Math.sqrt(1 + bank * bank);
    const g1 = x1 - length * u1, g2 = x2 - length * u2, g3 = x3 - length * u3;
    const gx = vx + g1 * w1x + g2 * w2x + g3 * w3x, gy = vy + g1 * w1y + g2 * w2y + g3 * w3y;
    const gz = vz + g1 * w1z + g2 * w2z + g3 * w3z;
    const vLong = (gx * ex + gy * ey + gz * rise) / along, vLat = (gy * ex - gx * ey + gz * bank) / across;

    const normal = load * Math.sqrt(1 + sx * sx + sy * sy);
    const mu = frictionAt(ground, px, py, road.tyreFriction);
    const rest = gravity * (isFront ? drive.loadFront : drive.loadRear);
    const cap = (mu * normal) / (1 + drive.loadSensitivity * (normal / rest - 1));
    const stiffness = drive.stiffness ? drive.stiffness[isFront ? 0 : 1] : road.tyreStiffness;
    const brake = controls.brake * (isFront ? drive.brakeFront : drive.brakeRear);
    const engine = throttle * (isFront ? drive.engineFront : drive.engineRear);
    setTyre(cap, drive.longitudinal, drive.sliding, stiffness / mu, brake, engine, vLong, vLat, road.slipSpeed);
    const side = tyreRelaxationTime > 0 ? state[vehicle + TYRE_FORCES + k] : tyre.across;
    rates[vehicle + TYRE_FORCES + k] = tyreRelaxationTime > 0 ? (tyre.across - side) / tyreRelaxationTime : 0;
    const a = tyre.along / along, b = side / across;
    ax = a * ex - b * ey; ay = a * ey + b * ex; az = a * rise + b * bank;
    fx += ax; fy += ay; fz += az;
    l1x += g1 * ax; l1y += g1 * ay; l1z += g1 * az;
    l2x += g2 * ax; l2y += g2 * ay; l2z += g2 * az;
    l3x += g3 * ax; l3y += g3 * ay; l3z += g3 * az;
    mx += py * az - height * ay; my += height * ax - px * az; mz += px * ay - py * ax;
    work += side * vLat + tyre.slidePower;
    brakeWork += tyre.brakePower;
    engineWork += tyre.enginePower;
  }
  loads[l] += fx; loads[l + 1] += fy; loads[l + 2] += fz;
  loads[l + 3] += l1x; loads[l + 4] += l1y; loads[l + 5] += l1z;
  loads[l + 6] += l2x; loads[l + 7] += l2y; loads[l + 8] += l2z;
  loads[l + 9] += l3x; loads[l + 10] += l3y; loads[l + 11] += l3z;
  rates[vehicle + SUSPENSION_LOSS] = loss;
  rates[vehicle + TYRE_WORK] = work;
  rates[vehicle + BRAKE_WORK] = brakeWork;
  rates[vehicle + ENGINE_WORK] = engineWork;
  rates[vehicle + AIR_WORK] = air * speed * speed;
  rates[vehicle + ROAD_IMPULSE] = fx; rates[vehicle + ROAD_IMPULSE + 1] = fy; rates[vehicle + ROAD_IMPULSE + 2] = fz;
  rates[vehicle + ROAD_MOMENT] = mx; rates[vehicle + ROAD_MOMENT + 1] = my; rates[vehicle + ROAD_MOMENT + 2] = mz;
}
