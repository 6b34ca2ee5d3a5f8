import { describe, expect, test } from 'vitest';
import { staticEquilibrium } from '../../dynamics/vehicle/equilibrium.ts';
import type { VehicleDrive } from '../../dynamics/vehicle/vehicle-drive.ts';
import type { VehicleModel } from '../../dynamics/vehicle/vehicle-model.ts';
import { DIRECTORS, VEHICLE_STRIDE } from '../../dynamics/vehicle/vehicle-state.ts';
import { momentOf } from './contact-phase.ts';
import type { GivenRunSettings } from './run-settings.ts';
import { runVehicles } from './simulate-vehicles.ts';

const DRIVE: VehicleDrive = {
  brakes: { force: 20_000, front: 0.6 },
  engine: { force: 6000, power: 80_000, front: 0.5 },
};
/** Centre of mass half a metre above the road. */
const CAR: VehicleModel = {
  id: 1,
  COSSERAT_POINT: { MASS: 1500, Ix: 550, Iy: 2400, Iz: 2600, E: 2e9, nu: 0, volume: 0.42 },
  SUSPENSION: { L1: 1.3, L2: 1.3, B: 0.75, H1: 0.45, H2: 0.45, spring_ref: 0.2, C1: 3e4, C2: 3e4, D1: 3e3, D2: 3e3 },
  TYRE: 0.0016,
  CONTACT: { A1: 4.8, A2: 1.9, A3: 1.5 },
  drive: DRIVE,
};
const G = 9.81;
const start = (SPEED: number, X = 0, Y = 0, ORIENTATION = 0, STEERING = 0, model = 1) => ({
  model,
  X,
  Y,
  ORIENTATION,
  SPEED,
  STEERING,
});
const settings = (more: GivenRunSettings): GivenRunSettings => ({
  step: 5e-4,
  ...more,
  road: { tyreModel: 'ellipse', ...more.road },
});
const always = (value: number) => [[0, value]] as const;

describe('braking', () => {
  test('with locked wheels takes the distance v² / (2 μ g)', () => {
    const run = runVehicles([CAR], [start(20)], settings({ duration: 4, drivers: [{ brake: always(1) }] }));
    expect(momentOf(run.states, 0).position.x / (400 / (2 * 0.8 * G))).toBeCloseTo(1, 3);
    expect(run.ledgerEnd.tyreWork / -300_000).toBeCloseTo(1, 2);
    expect(Math.abs(run.ledgerEnd.brakeWork)).toBeLessThan(1e3);
    expect(Math.abs(run.energyBalanceError) / 300_000).toBeLessThan(1e-6);
  });

  test('with rolling wheels takes m v² / (2 F), and the brakes take the energy', () => {
    const run = runVehicles([CAR], [start(20)], settings({ duration: 9, drivers: [{ brake: always(0.25) }] }));
    expect(momentOf(run.states, 0).position.x / ((1500 * 400) / (2 * 5000))).toBeCloseTo(1, 3);
    expect(run.ledgerEnd.brakeWork / -300_000).toBeCloseTo(1, 3);
    expect(Math.abs(run.energyBalanceError) / 300_000).toBeLessThan(1e-6);
  });

  test('on ice takes the distance of its friction, from where the area begins', () => {
    const areas = [{ center: [520, 0], halfExtents: [500, 5], heading: 0, friction: 0.1 }] as const;
    const run = runVehicles(
      [CAR],
      [start(10)],
      settings({
        duration: 12,
        drivers: [
          {
            brake: [
              [0, 0],
              [1, 0],
              [1.001, 1],
            ],
          },
        ],
        road: { areas },
      }),
    );
    // brakes from 10 m on: 10 m on the dry road before the ice
    expect(momentOf(run.states, 0).position.x).toBeLessThan(20);
    const ice = runVehicles(
      [CAR],
      [start(10, 30)],
      settings({ duration: 12, drivers: [{ brake: always(1) }], road: { areas } }),
    );
    expect((momentOf(ice.states, 0).position.x - 30) / (100 / (2 * 0.1 * G))).toBeCloseTo(1, 2.7);
  });

  test('locked front wheels do not steer, rolling ones do', () => {
    const drivers = (brake: number) => [{ brake: always(brake), steering: always(0.1) }];
    const model = { ...CAR, drive: { ...DRIVE, brakes: { force: 20_000, front: 1 } } };
    const [locked, rolling] = [1, 0].map((brake) => {
      const run = runVehicles([model], [start(20)], settings({ duration: 1, drivers: drivers(brake) }));
      return momentOf(run.states, 0).heading;
    });
    expect(rolling).toBeGreaterThan(0.2);
    expect(Math.abs(locked)).toBeLessThan(0.02 * rolling);
  });
});

describe('driving', () => {
  test('at full throttle accelerates with F / m, then with P / v', () => {
    const low = runVehicles([CAR], [start(5)], settings({ duration: 1, drivers: [{ throttle: always(1) }] }));
    expect((momentOf(low.states, 0).velocity.x - 5) / 4).toBeCloseTo(1, 3);
    // a part goes into springs and dampers of the pitching body
    expect(low.ledgerEnd.engineWork / (750 * (81 - 25))).toBeCloseTo(1, 2);
    const high = runVehicles([CAR], [start(30)], settings({ duration: 2, drivers: [{ throttle: always(1) }] }));
    const speed = Math.sqrt(900 + (2 * 80_000 * 2) / 1500);
    expect(momentOf(high.states, 0).velocity.x / speed).toBeCloseTo(1, 3);
    expect(Math.abs(high.energyBalanceError) / 675_000).toBeLessThan(1e-6);
  });

  test('coasting against the air: v = v0 / (1 + ρ c A v0 t / 2 m)', () => {
    const model = { ...CAR, drive: { ...DRIVE, dragArea: 0.7 } };
    const run = runVehicles([model], [start(40)], settings({ duration: 5 }));
    const speed = 40 / (1 + (0.5 * 1.225 * 0.7 * 40 * 5) / 1500);
    expect(momentOf(run.states, 0).velocity.x / speed).toBeCloseTo(1, 5);
    expect(run.ledgerEnd.airWork / (750 * (speed ** 2 - 1600))).toBeCloseTo(1, 4);
  });

  test('on a circle satisfies the understeer formula δ = L / R + α_front - α_rear', () => {
    const model = { ...CAR, drive: { ...DRIVE, stiffness: [9, 14] as const } };
    const [steering, duration] = [0.02, 6];
    const run = runVehicles([model], [start(20, 0, 0, 0, steering)], settings({ duration }));
    const { velocity, yawRate } = momentOf(run.states, 0);
    const speed = Math.hypot(velocity.x, velocity.y);
    const load = (speed * yawRate) / (0.8 * G);
    const slip = (stiffness: number) => (0.8 / stiffness) * Math.atanh(load);
    const expected = (2.6 * yawRate) / speed + slip(9) - slip(14);
    expect(load).toBeGreaterThan(0.1);
    expect(expected / steering).toBeCloseTo(1, 2.7);
    expect(Math.abs(run.energyBalanceError) / 300_000).toBeLessThan(1e-6);
  });

  test('the inner wheels lift at the rollover threshold of the springs', () => {
    const model = { ...CAR, SUSPENSION: { ...CAR.SUSPENSION, C1: 1e5, C2: 1e5, D1: 400, D2: 400 } };
    const { B, H1: H, spring_ref, C1 } = model.SUSPENSION;
    const weight = 1500 * G;
    const outer = spring_ref - weight / (2 * C1);
    const sine = weight / (4 * B * C1);
    const cosine = Math.sqrt(1 - sine ** 2);
    const threshold = (G * (B * cosine - H * sine)) / (outer + B * sine + H * cosine);
    let lifted = 0;
    let last = [25, 0, 0];
    const drivers = [
      {
        steering: [
          [0, 0.04],
          [40, 0.12],
        ] as const,
        throttle: always(0.07),
      },
    ];
    runVehicles(
      [model],
      [start(25)],
      settings({ duration: 40, frameInterval: 0.01, drivers, road: { tyreFriction: 3, tyreStiffness: 40 } }),
      {
        frame({ time, states }) {
          const { velocity, heading } = momentOf(states, 0);
          const change = [velocity.x - last[0], velocity.y - last[1]];
          const elapsed = time - last[2];
          last = [velocity.x, velocity.y, time];
          const d = DIRECTORS;
          // the lower of the two inner wheels
          const inner = states[2] + B * states[d + 5] - H * states[d + 8] - 1.3 * Math.abs(states[d + 2]);
          if (lifted > 0 || inner < spring_ref) return;
          lifted = (change[1] * Math.cos(heading) - change[0] * Math.sin(heading)) / elapsed;
        },
      },
    );
    expect(Math.abs(lifted / threshold - 1)).toBeLessThan(1e-3);
  });
});

describe('slopes', () => {
  const ramps = [{ from: [-500, 0], heading: 0, length: 1000, rise: 100, rounding: 1 }] as const;
  const slope = 100 / 999;

  test('a car rolls down with g sin', () => {
    const run = runVehicles([CAR], [start(0)], settings({ duration: 2, road: { ramps } }));
    const { velocity } = momentOf(run.states, 0);
    const speed = Math.hypot(velocity.x, velocity.z);
    expect(speed / (2 * G * (slope / Math.hypot(1, slope)))).toBeCloseTo(1, 3);
    expect(Math.abs(run.energyBalanceError)).toBeLessThan(0.05);
  });

  test('over a hill and back to the level keeps the energy, except for dampers and tyres', () => {
    const hill = [
      { from: [20, 0], heading: 0, length: 30, rise: 2, rounding: 10 },
      { from: [60, 0], heading: 0, length: 30, rise: -2, rounding: 10 },
    ] as const;
    const run = runVehicles([CAR], [start(20)], settings({ duration: 6, road: { ramps: hill } }));
    const { position, velocity } = momentOf(run.states, 0);
    expect(position.x).toBeGreaterThan(100);
    expect(velocity.x).toBeLessThan(20);
    expect(velocity.x).toBeGreaterThan(19.5);
    expect(Math.abs(run.energyBalanceError) / 300_000).toBeLessThan(1e-6);
    const { ledgerStart, ledgerEnd } = run;
    for (const k of ['x', 'y', 'z'] as const) {
      const change = ledgerEnd.momentum[k] - ledgerStart.momentum[k] - ledgerEnd.roadImpulse[k];
      expect(Math.abs(change)).toBeLessThan(1e-6 * ledgerEnd.momentumScale);
      const turn = ledgerEnd.angularMomentum[k] - ledgerStart.angularMomentum[k] - ledgerEnd.roadMoment[k];
      expect(Math.abs(turn)).toBeLessThan(1e-6 * ledgerEnd.angularMomentumScale);
    }
  });

  test('on a bank that fits its speed a car needs no lateral force', () => {
    // rises to the right of a car along x, at the angle with tan = v² / (g R)
    const bank = [{ from: [0, 500], heading: -Math.PI / 2, length: 1000, rise: 200, rounding: 1 }] as const;
    const run = runVehicles([CAR], [start(0)], settings({ duration: 0.5, road: { ramps: bank, tyres: false } }));
    const { velocity } = momentOf(run.states, 0);
    const tan = 200 / 999;
    expect(velocity.y / ((0.5 * G * tan) / (1 + tan * tan))).toBeCloseTo(1, 2);
  });

  test('a curb lifts the wheels that cross it', () => {
    const curb = [{ from: [5, 0], heading: 0, length: 0.3, rise: 0.12, rounding: 0.1 }] as const;
    const run = runVehicles([CAR], [start(5)], settings({ duration: 3, step: 2.5e-4, road: { ramps: curb } }));
    const rest = staticEquilibrium(CAR);
    const { position, velocity } = momentOf(run.states, 0);
    expect(position.z).toBeCloseTo(rest.R3 + 0.12, 2);
    expect(velocity.x).toBeLessThan(5);
    expect(Math.abs(run.energyBalanceError) / 20_000).toBeLessThan(1e-6);
  });
});

describe('load dependence', () => {
  test('lowers the friction of the loaded wheels: a longer way to stop', () => {
    const [plain, sensitive] = [0, 0.3].map((loadSensitivity) => {
      const model = { ...CAR, drive: { ...DRIVE, loadSensitivity } };
      const run = runVehicles([model], [start(20)], settings({ duration: 4.5, drivers: [{ brake: always(1) }] }));
      return momentOf(run.states, 0).position.x;
    });
    expect(sensitive).toBeGreaterThan(1.01 * plain);
    expect(sensitive).toBeLessThan(1.2 * plain);
  });
});

describe('followers', () => {
  const platoon = [2, 1, 0].map((k) => start(25, 40 * k));
  const drivers = (reaction: number) => [
    {
      brake: [
        [0, 0],
        [2, 0],
        [2.2, 0.5],
      ] as const,
    },
    ...[0, 1].map((vehicle) => ({
      follow: { vehicle, reaction, distance: 2, headway: 1.4, speedGain: 0.8, gapGain: 0.2 },
    })),
  ];

  test('keep their gap and stop behind the leader', () => {
    const run = runVehicles(
      [CAR],
      platoon,
      settings({ duration: 12, drivers: drivers(0.3), contact: { model: 'BM' } }),
    );
    expect(run.phases).toEqual([]);
    const [a, b] = [0, 1].map((i) => momentOf(run.states, i).position.x);
    expect(a - b - 4.8).toBeGreaterThan(1);
    expect(a - b - 4.8).toBeLessThan(12);
  });

  test('with a long reaction time at a short gap hit it', () => {
    const close = [2, 1, 0].map((k) => start(25, 16 * k));
    const run = runVehicles([CAR], close, settings({ duration: 8, drivers: drivers(1.5), contact: { model: 'BM' } }));
    expect(run.phases.length).toBeGreaterThan(0);
    expect(Math.abs(run.energyBalanceError) / 1.4e6).toBeLessThan(1e-6);
  });
});

describe('a hitch', () => {
  const trailer: VehicleModel = {
    ...CAR,
    id: 2,
    COSSERAT_POINT: { ...CAR.COSSERAT_POINT, MASS: 900 },
    SUSPENSION: { ...CAR.SUSPENSION, L1: 0.4, L2: 0.4, C1: 2e4, C2: 2e4 },
  };
  const rest = [staticEquilibrium(CAR).R3, staticEquilibrium(trailer).R3];
  const hitches = [
    {
      vehicle: 0,
      trailer: 1,
      at: [-2.6, 0, 0.4 - rest[0]],
      trailerAt: [3, 0, 0.4 - rest[1]],
      stiffness: 5e6,
      damping: 2e4,
    },
  ] as const;
  const pair = (speed: number, steering = 0) => [start(speed, 0, 0, 0, steering), start(speed, -5.6, 0, 0, 0, 2)];

  test('conserves momentum and angular momentum without tyres, and keeps the vehicles together', () => {
    const spinning = [start(10, 0, 0, 0.2), start(10, -5.547 + 0.0, -0.516, 0, 0, 2)];
    const run = runVehicles([CAR, trailer], spinning, settings({ duration: 2, hitches, road: { tyres: false } }));
    const { ledgerStart, ledgerEnd } = run;
    for (const k of ['x', 'y'] as const) expect(ledgerEnd.momentum[k]).toBeCloseTo(ledgerStart.momentum[k], 6);
    expect(ledgerEnd.angularMomentum.z).toBeCloseTo(ledgerStart.angularMomentum.z, 5);
    expect(ledgerEnd.hitchLoss).toBeGreaterThan(0);
    expect(Math.abs(run.energyBalanceError) / ledgerEnd.kinetic).toBeLessThan(1e-6);
    expect(ledgerEnd.hitchEnergy).toBeLessThan(1);
  });

  test('shares the braking force by mass: both slow down together', () => {
    const drivers = [{ brake: always(0.2) }];
    const run = runVehicles([CAR, trailer], pair(20), settings({ duration: 3, hitches, drivers }));
    const [car, towed] = [0, 1].map((i) => momentOf(run.states, i));
    expect((20 - car.velocity.x) / ((4000 / 2400) * 3)).toBeCloseTo(1, 2.7);
    expect(car.position.x - towed.position.x).toBeCloseTo(5.6, 2);
    expect(Math.abs(run.energyBalanceError) / 480_000).toBeLessThan(1e-6);
  });

  test('lets the trailer follow a curve inside the path of the car', () => {
    const run = runVehicles([CAR, trailer], pair(8, 0.15), settings({ duration: 12, hitches }));
    const radius = (i: number) => {
      const { velocity, yawRate } = momentOf(run.states, i);
      return Math.hypot(velocity.x, velocity.y) / yawRate;
    };
    expect(radius(1)).toBeLessThan(radius(0));
    // at low speed: R² of the joint = R_car² + 1.3² of its rear axle and the overhang, less the drawbar
    const rear = Math.sqrt(radius(0) ** 2 - 1.3 ** 2);
    const joint = Math.sqrt(rear ** 2 + 1.3 ** 2);
    expect(radius(1) / Math.sqrt(joint ** 2 - 9)).toBeCloseTo(1, 1);
    expect(Math.abs(run.energyBalanceError) / 77_000).toBeLessThan(1e-6);
  });
});

test('inputs without the tyre model or the parts they need are rejected by name', () => {
  expect(() => runVehicles([CAR], [start(1)], { drivers: [{ brake: always(1) }] })).toThrow(
    'drivers: needs road.tyreModel ellipse',
  );
  expect(() => runVehicles([{ ...CAR, drive: {} }], [start(1)], settings({ drivers: [{ brake: always(1) }] }))).toThrow(
    'drivers[0].brake: the model of the vehicle must have brakes',
  );
  expect(() =>
    runVehicles(
      [CAR],
      [start(1)],
      settings({
        drivers: [
          {
            brake: [
              [1, 0],
              [0, 1],
            ],
          },
        ],
      }),
    ),
  ).toThrow('drivers[0].brake[1]: must be a time above the last one');
});

test('without driver inputs on a level road the model agrees with the lateral one', () => {
  const [old, driven] = (['lateral', 'ellipse'] as const).map((tyreModel) => {
    const run = runVehicles([CAR], [start(20, 0, 0, 0, 0.02)], { duration: 1, step: 5e-4, road: { tyreModel } });
    return run.states.subarray(0, VEHICLE_STRIDE);
  });
  for (let k = 0; k < 24; k++) expect(Math.abs(old[k] - driven[k])).toBeLessThan(1e-9);
});
