import { describe, expect, it } from 'vitest';
import { RUN_OUT_STRIDE, type RunOutVehicle, runOut, wheelPositions } from './run-out.ts';

const CAR: RunOutVehicle = {
  mass: 1500,
  yawInertia: 2500,
  frontAxle: 1.1,
  rearAxle: 1.5,
  track: 1.5,
  friction: 0.7,
  locks: [1, 1, 1, 1],
  steering: 0,
};
const G = 9.80665;

const end = (vehicle: RunOutVehicle, start: readonly number[]) => {
  const { status, states } = runOut(vehicle, start);
  expect(status).toBe('rest');
  return Array.from(states.subarray(states.length - RUN_OUT_STRIDE));
};

describe('the run-out of a vehicle', () => {
  it('has the length v² / (2 lock friction g) on a straight line, in every direction', () => {
    for (const [lock, speed] of [
      [1, 20],
      [0.3, 12],
      [0.05, 3],
    ]) {
      const locks = [lock, lock, lock, lock] as const;
      const distance = speed ** 2 / (2 * lock * CAR.friction * G);
      const [x, y, heading] = end({ ...CAR, locks }, [1, 2, 0.6, speed * Math.cos(0.6), speed * Math.sin(0.6), 0]);
      // closed form of friction that decreases below 0.1 m/s
      const smooth = (speed * Math.hypot(speed, 0.1) + 0.01 * Math.asinh(speed / 0.1)) / (2 * lock * CAR.friction * G);
      expect(Math.hypot(x - 1, y - 2)).toBeCloseTo(smooth, 4);
      expect(Math.abs(Math.hypot(x - 1, y - 2) - distance)).toBeLessThan(6e-3 * distance);
      expect(heading).toBeCloseTo(0.6, 6);
    }
    // sideways, the axles have equal friction moments, so it does not rotate
    const [x, y] = end(CAR, [0, 0, 0, 0, 10, 0]);
    expect(y).toBeCloseTo(100 / (2 * 0.7 * G), 2);
    expect(Math.abs(x)).toBeLessThan(1e-6);
  });

  it('ends a rotation in place after the angle of the work of friction', () => {
    const centred = { ...CAR, frontAxle: 1.3, rearAxle: 1.3 };
    const radius = Math.hypot(...wheelPositions(centred)[0]);
    const angle = (0.5 * centred.yawInertia * 5 ** 2) / (centred.mass * G * centred.friction * radius);
    const [x, y, heading] = end(centred, [0, 0, 0, 0, 0, 5]);
    expect(Math.abs(heading - angle)).toBeLessThan(2e-3 * angle);
    expect(Math.hypot(x, y)).toBeLessThan(1e-9);
  });

  it('agrees with Euler steps of a thousandth of the length when it slides and rotates', () => {
    for (const locks of [
      [1, 1, 1, 1],
      [0.1, 0.1, 0.1, 1],
    ] as const) {
      const vehicle = { ...CAR, locks, steering: 0.1 };
      const start = [0, 0, 0.3, 12, -4, 3];
      const found = end(vehicle, start);
      const expected = eulerEnd(vehicle, start, 1.25e-5);
      found.slice(0, 3).forEach((value, i) => {
        expect(Math.abs(value - expected[i])).toBeLessThan(2e-3);
      });
    }
  });

  it('is a smooth function of the start: finite differences of different sizes agree', () => {
    const rest = (speed: number) => end({ ...CAR, locks: [0.2, 0.2, 1, 0.2] }, [0, 0, 0.2, speed, 2, 3])[0];
    const slope = (h: number) => (rest(15 + h) - rest(15 - h)) / (2 * h);
    expect(slope(1e-3)).toBeCloseTo(slope(1e-2), 2);
  });

  it('reports a vehicle that never stops', () => {
    expect(runOut({ ...CAR, locks: [0, 0, 0, 0] }, [0, 0, 0, 20, 0, 0]).status).toBe('time-limit');
  });
});

/** A second program: forces in body axes, Euler steps. */
function eulerEnd(vehicle: RunOutVehicle, start: readonly number[], dt: number): number[] {
  let [x, y, heading, vx, vy, yaw] = start;
  const base = vehicle.frontAxle + vehicle.rearAxle;
  const wheels = wheelPositions(vehicle);
  while (Math.hypot(vx, vy, yaw) > 1e-4) {
    const [c, s] = [Math.cos(heading), Math.sin(heading)];
    const [bodyX, bodyY] = [c * vx + s * vy, c * vy - s * vx];
    let [fx, fy, torque] = [0, 0, 0];
    wheels.forEach(([wx, wy], i) => {
      const most = (vehicle.friction * vehicle.mass * G * (i < 2 ? vehicle.rearAxle : vehicle.frontAxle)) / base / 2;
      const [u, w] = [bodyX - yaw * wy, bodyY + yaw * wx];
      const angle = i < 2 ? vehicle.steering : 0;
      const [along, across] = [u * Math.cos(angle) + w * Math.sin(angle), w * Math.cos(angle) - u * Math.sin(angle)];
      const lock = vehicle.locks[i];
      const lateral = (-(1 - lock) * most * across) / Math.hypot(across, 0.1 * along, 0.1);
      const sliding = (-lock * most) / Math.hypot(u, w, 0.1);
      const [px, py] = [sliding * u - lateral * Math.sin(angle), sliding * w + lateral * Math.cos(angle)];
      fx += px;
      fy += py;
      torque += wx * py - wy * px;
    });
    x += dt * vx;
    y += dt * vy;
    heading += dt * yaw;
    vx += (dt * (c * fx - s * fy)) / vehicle.mass;
    vy += (dt * (s * fx + c * fy)) / vehicle.mass;
    yaw += (dt * torque) / vehicle.yawInertia;
  }
  return [x, y, heading];
}
