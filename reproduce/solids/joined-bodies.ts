import { exp } from '../../src/math/exponential.ts';
import { cos, sin } from '../../src/math/trig.ts';
import { createBox } from '../../src/shapes/box.ts';
import { createWorld } from '../../src/world/create-world.ts';
import type { World } from '../../src/world/world.ts';
import { atMost, equals, type ReportItem } from '../report-item.ts';
import { GRAVITY } from './run-solids.ts';

/** A rod of 1 m and 1 kg, a box of 0.1 m across, about its end [kg m²]. */
const INERTIA = 1.01 / 12 + 0.25;

/** A rod along x on a hinge about y at the origin. */
function rodOnHinge(timeStep: number, substeps: number, gravity: [number, number, number]) {
  const world = createWorld({ gravity, timeStep, substeps, timeToSleep: 0 });
  const rod = world.addBody({ shape: createBox([0.5, 0.05, 0.05]), position: [0.5, 0, 0], mass: 1 });
  const hinge = world.addJoint({ kind: 'hinge', bodies: [undefined, rod], position: [0, 0, 0], axis: [0, 1, 0] });
  return { world, rod, hinge };
}

/** Mean of five periods of a pendulum of small amplitude [s], and the closed form. */
function pendulum(amplitude: number): { measured: number; exact: number } {
  const { world, rod, hinge } = rodOnHinge(1e-3, 4, [GRAVITY, 0, 0]);
  const rate = Math.sqrt((GRAVITY * (1 - cos(amplitude))) / INERTIA);
  world.set(rod, { velocity: [0, 0, -0.5 * rate], angularVelocity: [0, rate, 0] });
  let [last, crossings, time] = [0, 0, 0];
  while (crossings < 10) {
    world.step();
    const { position } = world.jointState(hinge);
    if (last < 0 !== position < 0 && last !== 0) {
      crossings++;
      time = world.time - (world.timeStep * position) / (position - last);
    }
    last = position;
  }
  const linear = 2 * Math.PI * Math.sqrt(INERTIA / (0.5 * GRAVITY));
  return { measured: time / 5, exact: linear * (1 + amplitude ** 2 / 16 + (11 * amplitude ** 4) / 3072) };
}

const energyOf = (world: World) => world.ledger().kineticEnergy + world.ledger().potentialEnergy;

/** Energy of a double pendulum that starts horizontally, relative to that between its highest and lowest position, over 60 s. */
function doublePendulum(): { energies: [number, number][]; opening: number } {
  const { world, rod, hinge } = rodOnHinge(1e-3, 1, [0, 0, -GRAVITY]);
  const second = world.addBody({
    shape: createBox([0.5, 0.05, 0.05]),
    position: [1.5, 0, 0],
    mass: 1,
    collidesWith: [],
  });
  const elbow = world.addJoint({ kind: 'hinge', bodies: [rod, second], position: [1, 0, 0], axis: [0, 1, 0] });
  const start = energyOf(world);
  const energies: [number, number][] = [];
  let opening = 0;
  for (let k = 0; k < 60000; k++) {
    world.step();
    if (k % 100 !== 99) continue;
    energies.push([world.time, (energyOf(world) - start) / (4 * GRAVITY)]);
    for (const joint of [hinge, elbow]) {
      const [x, y, z] = world.jointState(joint).positions;
      opening = Math.max(opening, Math.abs(x), Math.abs(y), Math.abs(z));
    }
  }
  return { energies, opening };
}

/**
 * Energy of a folded chain of 20 links of 0.1 m, whose last one has 1000 times the mass of the others: it falls and becomes taut. Relative to the
 * largest kinetic energy, over `seconds` at 240 Hz.
 */
function chain(seconds: number): { energies: [number, number][]; opening: number } {
  const world = createWorld({ gravity: [0, 0, -GRAVITY], timeStep: 1 / 240, substeps: 4, timeToSleep: 0 });
  let [x, z] = [0, 0];
  let last: number | undefined;
  for (let i = 0; i < 20; i++) {
    const angle = i % 2 === 0 ? 1.2 : -1.2;
    const [c, s] = [cos(angle), sin(angle)];
    const body = world.addBody({
      shape: createBox([0.05, 0.01, 0.01]),
      position: [x + 0.05 * c, 0, z - 0.05 * s],
      orientation: [cos(0.5 * angle), 0, sin(0.5 * angle), 0],
      mass: i === 19 ? 1000 : 1,
      collidesWith: [],
    });
    world.addJoint({ kind: 'ball', bodies: [last, body], position: [x, 0, z] });
    last = body;
    x += 0.1 * c;
    z -= 0.1 * s;
  }
  const start = energyOf(world);
  const errors: [number, number][] = [];
  let [largest, opening] = [0, 0];
  for (let k = 0; k < 240 * seconds; k++) {
    world.step();
    largest = Math.max(largest, world.ledger().kineticEnergy);
    errors.push([world.time, energyOf(world) - start]);
    for (const joint of world.joints()) {
      for (const value of world.jointState(joint).positions.slice(0, 3)) opening = Math.max(opening, Math.abs(value));
    }
  }
  return { energies: errors.map(([time, error]) => [time, error / largest]), opening };
}

/** Angle of a hinge whose motor holds 1 rad, and the damped oscillation of the closed form. */
function motor(timeStep: number): { angles: [number, number][]; error: number } {
  const { world, hinge } = rodOnHinge(timeStep, 1, [0, 0, 0]);
  const [stiffness, damping] = [40, 1.5];
  world.setMotor(hinge, { position: 1, stiffness, damping });
  const decay = damping / (2 * INERTIA);
  const omega = Math.sqrt(stiffness / INERTIA - decay * decay);
  const angles: [number, number][] = [];
  let error = 0;
  while (world.time < 2) {
    world.step();
    const { time } = world;
    const { position } = world.jointState(hinge);
    const wave = cos(omega * time) + (decay / omega) * sin(omega * time);
    error = Math.max(error, Math.abs(position - (1 - exp(-decay * time) * wave)));
    angles.push([time, position]);
  }
  return { angles, error };
}

export function joinedBodies(): ReportItem {
  const { measured, exact } = pendulum(0.02);
  const { energies, opening } = doublePendulum();
  const taut = chain(1);
  const created = taut.energies.reduce((most, [, value]) => Math.max(most, value), 0);
  const lost = taut.energies.reduce((most, [, value]) => Math.max(most, -value), 0);
  const [coarse, fine] = [motor(2e-3), motor(1e-3)];
  const drift = energies.reduce((most, [, value]) => Math.max(most, Math.abs(value)), 0);
  return {
    id: 'joined-bodies',
    source: '[SOLID-29]',
    title: 'Joints: a pendulum, a double pendulum, a chain and a motor',
    description:
      'A rod swings on a hinge with the period of the physical pendulum. A double pendulum that starts horizontally keeps its energy for 60 s, although its motion is chaotic, and its hinges stay closed. A folded chain with a heavy load becomes taut without creating energy. A motor with stiffness and damping moves a hinge as a damped oscillator, with an error of second order in the step.',
    checks: [
      equals('pendulum: period [s]', measured, exact, 1e-6),
      atMost('double pendulum: largest energy error in 60 s, as a fraction', drift, 1e-4),
      atMost('double pendulum: opening of its hinges in 60 s [m]', opening, 1e-6),
      atMost(
        'chain with a load of 1000 times the mass of a link: energy created in 1 s, as a fraction',
        created,
        1.1e-4,
      ),
      atMost('the same: energy lost, as a fraction', lost, 3e-4),
      atMost('the same: opening of its joints, as a fraction of a link', taut.opening / 0.1, 1e-6),
      atMost('motor: largest error of the angle with steps of 1 ms [rad]', fine.error, 5e-5),
      equals('motor: ratio of the errors with steps of 2 ms and 1 ms', coarse.error / fine.error, 4, 0.05),
    ],
    plots: [
      {
        title: 'Energy of the double pendulum',
        x: { label: 'time [s]' },
        y: { label: 'energy error [fraction]' },
        series: [{ name: 'double pendulum', points: energies }],
      },
      {
        title: 'Energy of the chain',
        x: { label: 'time [s]' },
        y: { label: 'energy error [fraction]' },
        series: [{ name: 'chain', points: taut.energies }],
      },
      {
        title: 'Angle of the hinge with a motor',
        x: { label: 'time [s]' },
        y: { label: 'angle [rad]' },
        series: [{ name: 'motor', points: fine.angles.filter((_, k) => k % 10 === 9) }],
      },
    ],
  };
}
