import {
  checkFollow,
  createInput,
  type FollowRule,
  inputAt,
  type VehicleDriver,
} from '../../dynamics/vehicle/driver.ts';
import type { VehicleBody } from '../../dynamics/vehicle/vehicle-body.ts';
import { type Controls, createControls } from '../../dynamics/vehicle/vehicle-drive.ts';
import { DIRECTORS, VEHICLE_STRIDE, VELOCITY } from '../../dynamics/vehicle/vehicle-state.ts';
import { cosSin } from '../../math/trig.ts';

/** Drivers of all vehicles of a run. */
export interface Drivers {
  /** Inputs of each vehicle at the time last set. */
  readonly controls: readonly Controls[];
  /** Tables at a time [s]; called for every stage of a step. */
  setTime(time: number): void;
  /** Followers observe their leaders at the start of a step; what they decide acts after their reaction time. */
  observe(states: Float64Array): void;
}

interface Inputs {
  readonly brake?: Float64Array;
  readonly throttle?: Float64Array;
  readonly steering?: Float64Array;
  readonly follower?: Follower;
}

interface Follower {
  readonly rule: FollowRule;
  /** Half the lengths of both boxes [m]. */
  readonly halfLengths: number;
  /** Acceleration at full brake and at full throttle [m/s²]. */
  readonly maxBrake: number;
  readonly maxThrottle: number;
  /** Wanted accelerations of the last steps [m/s²]: a ring as long as the reaction time. */
  readonly wanted: Float64Array;
  next: number;
  /** Acts in the current step [m/s²]. */
  acting: number;
}

/** Ratio of the half length of a box to the semi-axis of its ellipsoid. */
const BOX_PER_ELLIPSOID = 0.8059959770082348;

/** `step` is the time step [s]: reaction times are rounded to whole steps. */
export function createDrivers(
  given: readonly (VehicleDriver | undefined)[],
  bodies: readonly VehicleBody[],
  step: number,
): Drivers {
  const controls = bodies.map(({ steerCos, steerSin }) => createControls(steerCos, steerSin));
  const inputs = bodies.map((_, i) => createInputs(given[i] ?? {}, i, bodies, step));
  const active = inputs.flatMap((input, i) => (Object.keys(input).length > 0 ? [i] : []));
  const angle = new Float64Array(2);
  let isFirst = true;
  return {
    controls,
    setTime(time) {
      for (const i of active) {
        const { brake, throttle, steering, follower } = inputs[i];
        const control = controls[i];
        const wanted = follower?.acting ?? 0;
        const braked = follower && wanted < 0 ? Math.min(1, -wanted / follower.maxBrake) : 0;
        const pushed = follower && wanted > 0 ? Math.min(1, wanted / follower.maxThrottle) : 0;
        control.brake = Math.max(brake ? inputAt(brake, time) : 0, braked);
        control.throttle = Math.max(throttle ? inputAt(throttle, time) : 0, pushed);
        if (!steering) continue;
        angle[0] = inputAt(steering, time);
        angle[1] = 0;
        cosSin(angle);
        control.steerCos = angle[0];
        control.steerSin = angle[1];
      }
    },
    observe(states) {
      for (const i of active) {
        const { follower } = inputs[i];
        if (!follower) continue;
        const now = wantedAcceleration(states, i, follower);
        // before the start the leader was as it is at the start
        if (isFirst) follower.wanted.fill(now);
        follower.acting = follower.wanted.length > 0 ? follower.wanted[follower.next] : now;
        if (follower.wanted.length > 0) follower.wanted[follower.next] = now;
        follower.next = (follower.next + 1) % Math.max(1, follower.wanted.length);
      }
      isFirst = false;
    },
  };
}

function createInputs(driver: VehicleDriver, i: number, bodies: readonly VehicleBody[], step: number): Inputs {
  const { brake, throttle, steering, follow } = driver;
  const at = `drivers[${i}]`;
  const body = bodies[i];
  if (brake && body.drive.brakeFront + body.drive.brakeRear === 0) {
    throw new RangeError(`${at}.brake: the model of the vehicle must have brakes`);
  }
  if (throttle && body.drive.engineFront + body.drive.engineRear === 0) {
    throw new RangeError(`${at}.throttle: the model of the vehicle must have an engine`);
  }
  return {
    ...(brake && { brake: createInput(brake, `${at}.brake`, true) }),
    ...(throttle && { throttle: createInput(throttle, `${at}.throttle`, true) }),
    ...(steering && { steering: createInput(steering, `${at}.steering`, false) }),
    ...(follow && { follower: createFollower(follow, i, bodies, step, `${at}.follow`) }),
  };
}

function createFollower(
  rule: FollowRule,
  i: number,
  bodies: readonly VehicleBody[],
  step: number,
  at: string,
): Follower {
  checkFollow(rule, i, bodies.length, at);
  const { drive, mass, semiAxes } = bodies[i];
  const maxBrake = (2 * (drive.brakeFront + drive.brakeRear)) / mass;
  const maxThrottle = (2 * (drive.engineFront + drive.engineRear)) / mass;
  if (!(maxBrake > 0 && maxThrottle > 0)) {
    throw new RangeError(`${at}: the model of the vehicle must have brakes and an engine`);
  }
  return {
    rule,
    halfLengths: BOX_PER_ELLIPSOID * (semiAxes.x + bodies[rule.vehicle].semiAxes.x),
    maxBrake,
    maxThrottle,
    wanted: new Float64Array(Math.round(rule.reaction / step)),
    next: 0,
    acting: 0,
  };
}

function wantedAcceleration(states: Float64Array, self: number, { rule, halfLengths }: Follower): number {
  const [i, j] = [VEHICLE_STRIDE * self, VEHICLE_STRIDE * rule.vehicle];
  const d = i + DIRECTORS;
  const length = Math.sqrt(states[d] * states[d] + states[d + 1] * states[d + 1]);
  const [ax, ay] = [states[d] / length, states[d + 1] / length];
  const gap = (states[j] - states[i]) * ax + (states[j + 1] - states[i + 1]) * ay - halfLengths;
  const own = states[i + VELOCITY] * ax + states[i + VELOCITY + 1] * ay;
  const leader = states[j + VELOCITY] * ax + states[j + VELOCITY + 1] * ay;
  return rule.speedGain * (leader - own) + rule.gapGain * (gap - rule.distance - rule.headway * own);
}
