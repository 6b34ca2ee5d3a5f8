import type { VehicleModel } from '../../src/dynamics/vehicle/vehicle-model.ts';
import { DIRECTORS } from '../../src/dynamics/vehicle/vehicle-state.ts';
import { momentOf } from '../../src/sim/vehicles/contact-phase.ts';
import type { GivenRunSettings } from '../../src/sim/vehicles/run-settings.ts';
import { runVehicles } from '../../src/sim/vehicles/simulate-vehicles.ts';
import { atMost, equals, type ReportItem } from '../report-item.ts';

const G = 9.81;
const FRICTION = 0.8;
const MASS = 1500;

/** A car with its centre of mass half a metre above the road; springs alike, so it stands level. */
export const FORMS_CAR: VehicleModel = {
  id: 1,
  COSSERAT_POINT: { MASS, Ix: 550, Iy: 2400, Iz: 2600, E: 2e9, nu: 0, volume: 0.42 },
  SUSPENSION: { L1: 1.3, L2: 1.3, B: 0.75, H1: 0.45, H2: 0.45, spring_ref: 0.2, C1: 3e4, C2: 3e4, D1: 3e3, D2: 3e3 },
  TYRE: 0.0016,
  CONTACT: { A1: 4.8, A2: 1.9, A3: 1.5 },
  drive: { brakes: { force: 20_000, front: 0.6 }, engine: { force: 6000, power: 80_000, front: 0.5 } },
};

function drive(model: VehicleModel, speed: number, given: GivenRunSettings, steering = 0) {
  const start = { model: 1, X: 0, Y: 0, ORIENTATION: 0, SPEED: speed, STEERING: steering };
  const run = runVehicles([model], [start], { step: 5e-4, ...given, road: { tyreModel: 'ellipse', ...given.road } });
  const error = Math.abs(run.energyBalanceError) / run.ledgerStart.kinetic;
  return { ...momentOf(run.states, 0), error };
}

/** δ of the understeer formula for the state at the end of steady driving on a circle, over the angle that was steered. */
function understeer(): { ratio: number; error: number } {
  const [front, rear, steering] = [9, 14, 0.02];
  const model = { ...FORMS_CAR, drive: { stiffness: [front, rear] as const } };
  const { velocity, yawRate, error } = drive(model, 20, { duration: 6 }, steering);
  const speed = Math.sqrt(velocity.x ** 2 + velocity.y ** 2);
  const slip = (stiffness: number) => (FRICTION / stiffness) * Math.atanh((speed * yawRate) / (FRICTION * G));
  return { ratio: ((2.6 * yawRate) / speed + slip(front) - slip(rear)) / steering, error };
}

/** Lateral acceleration at which the inner wheels lift in a slowly tightening curve, and its closed form [m/s²]. */
function rolloverThreshold(): { lifted: number; threshold: number } {
  const model = { ...FORMS_CAR, SUSPENSION: { ...FORMS_CAR.SUSPENSION, C1: 1e5, C2: 1e5, D1: 400, D2: 400 } };
  const { B, H1: H, spring_ref, C1 } = model.SUSPENSION;
  const sine = (MASS * G) / (4 * B * C1);
  const cosine = Math.sqrt(1 - sine ** 2);
  const outer = spring_ref - (MASS * G) / (2 * C1);
  let lifted = 0;
  let [lastX, lastY, lastTime] = [25, 0, 0];
  const start = { model: 1, X: 0, Y: 0, ORIENTATION: 0, SPEED: 25, STEERING: 0 };
  const settings: GivenRunSettings = {
    step: 5e-4,
    duration: 40,
    frameInterval: 0.01,
    drivers: [
      {
        steering: [
          [0, 0.04],
          [40, 0.12],
        ],
        throttle: [[0, 0.07]],
      },
    ],
    road: { tyreModel: 'ellipse', tyreFriction: 3, tyreStiffness: 40 },
  };
  runVehicles([model], [start], settings, {
    frame({ time, states }) {
      const { velocity, heading } = momentOf(states, 0);
      const [changeX, changeY, elapsed] = [velocity.x - lastX, velocity.y - lastY, time - lastTime];
      [lastX, lastY, lastTime] = [velocity.x, velocity.y, time];
      // the lower of the two inner wheels
      const inner =
        states[2] + B * states[DIRECTORS + 5] - H * states[DIRECTORS + 8] - 1.3 * Math.abs(states[DIRECTORS + 2]);
      if (lifted > 0 || inner < spring_ref) return;
      lifted = (changeY * Math.cos(heading) - changeX * Math.sin(heading)) / elapsed;
    },
  });
  return { lifted, threshold: (G * (B * cosine - H * sine)) / (outer + B * sine + H * cosine) };
}

export function drivingClosedForms(): ReportItem {
  const locked = drive(FORMS_CAR, 20, { duration: 4, drivers: [{ brake: [[0, 1]] }] });
  const rolling = drive(FORMS_CAR, 20, { duration: 9, drivers: [{ brake: [[0, 0.25]] }] });
  const ramps = [{ from: [-500, 0], heading: 0, length: 1000, rise: 100, rounding: 1 }] as const;
  const slope = 100 / 999;
  const downhill = drive(FORMS_CAR, 0, { duration: 2, road: { ramps } });
  const fall = Math.sqrt(downhill.velocity.x ** 2 + downhill.velocity.z ** 2);
  const circle = understeer();
  const { lifted, threshold } = rolloverThreshold();
  const errors = [locked.error, rolling.error, circle.error];
  return {
    id: 'driving-closed-forms',
    source: '[PATH98-7] extended; closed forms of vehicle dynamics',
    title: 'Braking, steady cornering, rollover and slopes',
    description:
      'The tyre model with friction ellipse against closed forms: braking distance v²/(2 μ g) with locked wheels and m v²/(2 F) with rolling ones; the understeer formula δ = L/R + α_front - α_rear on a circle; the lateral acceleration at which the inner wheels lift, with the roll of the springs; rolling down a slope with g sin.',
    checks: [
      equals(
        'braking distance with locked wheels over v²/(2 μ g)',
        locked.position.x / (400 / (2 * FRICTION * G)),
        1,
        1e-3,
      ),
      equals(
        'braking distance with rolling wheels over m v²/(2 F)',
        rolling.position.x / ((MASS * 400) / 10_000),
        1,
        1e-3,
      ),
      equals('steering angle of the understeer formula over the one steered', circle.ratio, 1, 1e-3),
      equals('lateral acceleration at wheel lift over the rollover threshold', lifted / threshold, 1, 1e-3),
      equals('speed down a slope over g t sin', fall / ((2 * G * slope) / Math.sqrt(1 + slope ** 2)), 1, 1e-3),
      atMost('largest error of the energy balance over the kinetic energy', Math.max(...errors), 1e-6),
    ],
  };
}
