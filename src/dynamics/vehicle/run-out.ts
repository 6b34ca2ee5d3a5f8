import { cosSin } from '../../math/trig.ts';

/** A vehicle that slides and rolls to rest on a level road, seen from above. */
export interface RunOutVehicle {
  /** Mass [kg]. */
  readonly mass: number;
  /** Moment of inertia about the vertical through the centre of mass [kg m²]. */
  readonly yawInertia: number;
  /** From the centre of mass forward to the front axle, and backward to the rear axle [m]. */
  readonly frontAxle: number;
  readonly rearAxle: number;
  /** Distance from the left to the right wheels [m]. */
  readonly track: number;
  /** Friction coefficient of tyres and road. */
  readonly friction: number;
  /**
   * Lock of the wheels: front left, front right, rear left, rear right. 1: the wheel slides in every direction. 0: it rolls and resists
   * lateral sliding only. Between: that fraction of the force of a locked wheel, and the rest of a rolling one.
   */
  readonly locks: readonly [number, number, number, number];
  /** Angle of the front wheels, counter-clockwise [rad]. */
  readonly steering: number;
}

/** Numbers of a state: position x, y [m], heading [rad], velocity x, y [m/s], yaw rate [rad/s]. */
export const RUN_OUT_STRIDE = 6;

export interface RunOut {
  /** `time-limit`: still moving after `MAX_TIME`. */
  readonly status: 'rest' | 'time-limit';
  /** States from the start to the end, one after the other, `RUN_OUT_STRIDE` numbers each, at equal intervals. */
  readonly states: Float64Array;
  /** Interval of the states [s]. */
  readonly step: number;
}

/** [m/s²] */
const GRAVITY = 9.80665;
/**
 * Sliding speed below which friction decreases to zero [m/s]: makes the position of rest a smooth function of the start. It lengthens
 * a run-out by about SLIP_SPEED² / (friction g), a millimetre.
 */
const SLIP_SPEED = 0.1;
/** Tangent of the slip angle at which a rolling tyre reaches 0.7 of its maximum lateral force: about 6 degrees. */
const SLIP = 0.1;
/** Fixed step [s]: stable for the decay of the last speed, at the rate friction g / SLIP_SPEED, up to a friction of 1.4. */
const STEP = 0.02;
/** A vehicle is at rest when its speed, and the yaw rate times a metre, are below this [m/s]. */
const REST_SPEED = 1e-5;
/** [s] */
const MAX_TIME = 120;

const MAX_STEPS = Math.ceil(MAX_TIME / STEP);
/** States of the run in progress. */
const recorded = new Float64Array((MAX_STEPS + 1) * RUN_OUT_STRIDE);

/** Wheel positions, loads and locks: x, y, friction force [N], lock. */
const WHEEL_STRIDE = 4;

interface Workspace {
  readonly wheels: Float64Array;
  readonly direction: Float64Array;
  readonly steered: Float64Array;
  readonly state: Float64Array;
  readonly probe: Float64Array;
  readonly rates: Float64Array;
  readonly sum: Float64Array;
}

/**
 * Motion of a vehicle to rest from a state of `RUN_OUT_STRIDE` numbers, by Runge-Kutta steps of fourth order. Each wheel carries its
 * static load. A straight run-out with all wheels locked by `lock` takes v² / (2 lock friction g).
 */
export function runOut(vehicle: RunOutVehicle, start: ArrayLike<number>): RunOut {
  const work = createWorkspace(vehicle, start);
  const { state, probe, rates, sum } = work;
  recorded.set(state);
  for (let k = 0; k < MAX_STEPS; k++) {
    if (state[3] * state[3] + state[4] * state[4] + state[5] * state[5] < REST_SPEED * REST_SPEED) {
      return { status: 'rest', states: recorded.slice(0, (k + 1) * RUN_OUT_STRIDE), step: STEP };
    }
    sum.fill(0);
    probe.set(state);
    for (let stage = 0; stage < 4; stage++) {
      setRates(work, vehicle);
      const weight = stage === 0 || stage === 3 ? STEP / 6 : STEP / 3;
      const ahead = stage < 2 ? STEP / 2 : STEP;
      for (let i = 0; i < RUN_OUT_STRIDE; i++) {
        sum[i] += weight * rates[i];
        probe[i] = state[i] + ahead * rates[i];
      }
    }
    for (let i = 0; i < RUN_OUT_STRIDE; i++) state[i] += sum[i];
    recorded.set(state, (k + 1) * RUN_OUT_STRIDE);
  }
  return { status: 'time-limit', states: recorded.slice(), step: STEP };
}

function createWorkspace(vehicle: RunOutVehicle, start: ArrayLike<number>): Workspace {
  const { mass, frontAxle, rearAxle, friction, locks } = vehicle;
  const wheels = new Float64Array(4 * WHEEL_STRIDE);
  wheelPositions(vehicle).forEach(([x, y], i) => {
    const load = (0.5 * mass * GRAVITY * (i < 2 ? rearAxle : frontAxle)) / (frontAxle + rearAxle);
    wheels.set([x, y, friction * load, locks[i]], i * WHEEL_STRIDE);
  });
  const numbers = () => new Float64Array(RUN_OUT_STRIDE);
  return {
    wheels,
    direction: new Float64Array(2),
    steered: new Float64Array(2),
    state: Float64Array.from({ length: RUN_OUT_STRIDE }, (_, i) => start[i]),
    probe: numbers(),
    rates: numbers(),
    sum: numbers(),
  };
}

/** Positions of the wheels relative to the centre of mass, forward and left [m]: front left, front right, rear left, rear right. */
export function wheelPositions({
  frontAxle,
  rearAxle,
  track,
}: Pick<RunOutVehicle, 'frontAxle' | 'rearAxle' | 'track'>): readonly (readonly [number, number])[] {
  const half = track / 2;
  return [
    [frontAxle, half],
    [frontAxle, -half],
    [-rearAxle, half],
    [-rearAxle, -half],
  ];
}

/** Rates of the state `probe`. */
function setRates(work: Workspace, { mass, yawInertia, steering }: RunOutVehicle): void {
  const { wheels, direction, steered, probe, rates } = work;
  direction[0] = probe[2];
  cosSin(direction);
  steered[0] = probe[2] + steering;
  cosSin(steered);
  let fx = 0;
  let fy = 0;
  let torque = 0;
  for (let w = 0; w < wheels.length; w += WHEEL_STRIDE) {
    const x = direction[0] * wheels[w] - direction[1] * wheels[w + 1];
    const y = direction[1] * wheels[w] + direction[0] * wheels[w + 1];
    const vx = probe[3] - probe[5] * y;
    const vy = probe[4] + probe[5] * x;
    const rolling = w < 2 * WHEEL_STRIDE ? steered : direction;
    const along = vx * rolling[0] + vy * rolling[1];
    const across = vy * rolling[0] - vx * rolling[1];
    const lock = wheels[w + 3];
    const slide = -(wheels[w + 2] * lock) / Math.sqrt(vx * vx + vy * vy + SLIP_SPEED * SLIP_SPEED);
    const drift = SLIP * along;
    const side =
      (-(wheels[w + 2] * (1 - lock)) * across) / Math.sqrt(across * across + drift * drift + SLIP_SPEED * SLIP_SPEED);
    const forceX = slide * vx - side * rolling[1];
    const forceY = slide * vy + side * rolling[0];
    fx += forceX;
    fy += forceY;
    torque += x * forceY - y * forceX;
  }
  rates[0] = probe[3];
  rates[1] = probe[4];
  rates[2] = probe[5];
  rates[3] = fx / mass;
  rates[4] = fy / mass;
  rates[5] = torque / yawInertia;
}
