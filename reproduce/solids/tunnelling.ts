import { createRandom } from '../../src/math/random.ts';
import { equals, type ReportItem } from '../report-item.ts';
import { lastState, runSolids } from './run-solids.ts';

/** Trials of each kind. */
const TRIALS = 60;
/** [s] */
const STEP = 1 / 60;

/** A sphere against a thin plate, at 100 to 1000 m/s, from any distance and angle: does it pass? */
function passesPlate(seed: number): boolean {
  const random = createRandom(seed);
  const speed = random.between(100, 1000);
  const run = runSolids({
    bodies: [
      { name: 'plate', shape: { kind: 'box', halfExtents: [5, 5, 0.005] }, motion: 'fixed' },
      {
        name: 'sphere',
        shape: { kind: 'sphere', radius: 0.01 },
        position: [random.between(-1, 1), random.between(-1, 1), random.between(1, 20)],
        velocity: [random.between(-0.1, 0.1) * speed, random.between(-0.1, 0.1) * speed, -speed],
        mass: 1,
      },
    ],
    contacts: { restitution: 0.5 },
    time: { end: 0.5, method: 'steps', step: STEP },
    record: { interval: 0.5 },
  });
  return lastState(run, 'sphere').position.z < 0;
}

/** Two small bodies on a collision course: both are fast, and never close to each other at the end of a step. */
function passEachOther(seed: number): boolean {
  const random = createRandom(seed);
  const [speedA, speedB] = [random.between(100, 1000), random.between(100, 1000)];
  const distance = random.between(5, 40);
  const fraction = speedA / (speedA + speedB);
  const body = (name: string, x: number, speed: number) => ({
    name,
    shape: { kind: 'box', halfExtents: [0.01, 0.01, 0.01], radius: 0.002 },
    position: [x, name === 'b' ? random.between(-0.008, 0.008) : 0, name === 'b' ? random.between(-0.008, 0.008) : 0],
    velocity: [speed, 0, 0],
    mass: 1,
  });
  const run = runSolids({
    bodies: [body('a', -distance * fraction, speedA), body('b', distance * (1 - fraction), -speedB)],
    contacts: { restitution: 1 },
    time: { end: 0.5, method: 'steps', step: STEP },
    record: { interval: 0.5 },
  });
  return lastState(run, 'a').position.x > lastState(run, 'b').position.x;
}

export function tunnellingInSpace(): ReportItem {
  const seeds = Array.from({ length: TRIALS }, (_, k) => k + 1);
  return {
    id: 'tunnelling-in-space',
    source: '[SOLID-19]',
    title: 'No tunnelling of fast bodies',
    description: `Steps of 1/60 s move a body of 2 cm at 100 to 1000 m/s by 80 to 800 times its size. It is stopped at the time of impact of the relative motion, so a thin plate stops it, and so does another fast body; engines that treat the other body as fixed miss the latter.`,
    checks: [
      equals(`spheres behind a plate of 1 cm, of ${TRIALS}`, seeds.filter(passesPlate).length, 0),
      equals(`bodies that crossed each other, of ${TRIALS} pairs`, seeds.filter(passEachOther).length, 0),
    ],
  };
}
