import { createWorldFromScene, readScene, type SolidScene } from 'appulse';
import type { Implementation, Suite, Workload } from '../harness.ts';
import { absentPeers } from '../peers.ts';
import {
  loadPhysicsPeers,
  type PhysicsBody,
  type PhysicsEngine,
  type PhysicsScene,
  type PhysicsWorld,
  type Triple,
  tripleOf,
} from '../physics-peers.ts';

export const solidPhysics: Suite = {
  name: 'solid-physics',
  description: 'errors of fixed steps in small scenes with a known result',
  async *workloads() {
    const { engines, loaded } = await loadPhysicsPeers();
    const absent = absentPeers(loaded);
    for (const experiment of EXPERIMENTS) yield workloadOf(experiment, [APPULSE, ...engines], absent);
  },
};

/** [s] */
const STEP = 0.01;
const GRAVITY = 9.81;
const DEGREES = 180 / Math.PI;
const STILL: Triple = [0, 0, 0];
const RADIUS = 0.1;
/** Half the edge of a cube [m]. */
const HALF = 0.05;
const FLOOR: PhysicsBody = { size: [10, 10, 1], at: [0, 0, -1], velocity: STILL, fixed: true };

/** A scene, and the error of its end in a world that was built from it. */
interface Experiment {
  readonly name: string;
  readonly scene: PhysicsScene;
  /** Name of the error, with its unit, and the largest that is asked of Appulse. */
  readonly error: string;
  readonly atMost: number;
  readonly oracle: string;
  /** Further quantities at the end, by name. */
  run(world: PhysicsWorld, figures: Record<string, number>): number;
}

const EXPERIMENTS: readonly Experiment[] = [
  {
    name: 'cube that falls flat by 1 m',
    scene: sceneOf([FLOOR, cube([0, 0, 1 + HALF])], { friction: 0.3 }),
    error: 'rotation [degrees]',
    atMost: 0.01,
    oracle: 'it does not rotate',
    run(world, figures) {
      for (let k = 0; k < 200; k++) world.step();
      const { position, rotation } = world.state(1);
      figures['shift [mm]'] = 1000 * Math.hypot(position[0], position[1]);
      return 2 * Math.asin(Math.min(1, Math.hypot(...rotation))) * DEGREES;
    },
  },
  {
    name: 'column of twenty cubes of 0.1 m, 20 s',
    scene: sceneOf([FLOOR, ...Array.from({ length: 20 }, (_, i) => cube([0, 0, (2 * i + 1) * HALF]))], {
      friction: 0.5,
    }),
    error: 'displacement [mm]',
    atMost: 1,
    oracle: 'it stands',
    run(world) {
      let worst = 0;
      for (let k = 0; k < 2000; k++) {
        world.step();
        for (let i = 1; i <= 20; i++) {
          const [x, y, z] = world.state(i).position;
          worst = Math.max(worst, 1000 * Math.hypot(x, y, z - (2 * i - 1) * HALF));
        }
      }
      return worst;
    },
  },
  {
    name: 'oblique elastic hit of two spheres without friction',
    scene: sceneOf([sphere([0, 0, 0]), sphere([1.003, 0.1, 0], [-3, 0, 0])], { restitution: 1, gravity: 0 }),
    error: 'direction [degrees]',
    atMost: 0.2,
    oracle: 'the target leaves along the line of centres',
    run(world, figures) {
      for (let k = 0; k < 100; k++) world.step();
      const [a, b] = [world.state(0), world.state(1)];
      figures['angular velocity [rad/s]'] = Math.max(
        Math.hypot(...a.angularVelocity),
        Math.hypot(...b.angularVelocity),
      );
      figures['E/E0'] = (Math.hypot(...a.velocity) ** 2 + Math.hypot(...b.velocity) ** 2) / 9;
      return Math.abs(Math.atan2(a.velocity[1], a.velocity[0]) - Math.atan2(-0.1, -Math.sqrt(0.03))) * DEGREES;
    },
  },
  {
    name: "touching Newton's cradle of five",
    scene: sceneOf(
      Array.from({ length: 5 }, (_, i) => sphere([i === 0 ? -1 : 2 * RADIUS * i, 0, 0], [i === 0 ? 1 : 0, 0, 0])),
      { restitution: 1, gravity: 0 },
    ),
    error: 'velocity of the last [m/s]',
    atMost: 1e-12,
    oracle: 'the last sphere leaves with the velocity of the first',
    run(world, figures) {
      for (let k = 0; k < 200; k++) world.step();
      const velocities = [0, 1, 2, 3, 4].map((i) => world.state(i).velocity);
      figures['E/E0'] = velocities.reduce((sum, velocity) => sum + Math.hypot(...velocity) ** 2, 0);
      return Math.abs(velocities[4][0] - 1);
    },
  },
  {
    name: 'ten bounces of a sphere, restitution 0.9',
    scene: sceneOf([FLOOR, sphere([0, 0, 1 + RADIUS])], { restitution: 0.9 }),
    error: 'time of the tenth [ms]',
    atMost: 1000 * STEP,
    oracle:
      't (1 + 2 sum of e^k), t the time of the fall; the time is that of the end of a step, less the flight since the bounce',
    run: tenthBounce,
  },
];

/** Error of the time of the tenth bounce [ms]; 10 s if there is none. */
function tenthBounce(world: PhysicsWorld): number {
  const fall = Math.sqrt(2 / GRAVITY);
  let exact = fall;
  for (let k = 1; k < 10; k++) exact += 2 * fall * 0.9 ** k;
  let before = 0;
  let bounces = 0;
  for (let k = 1; k <= 1000; k++) {
    world.step();
    const { position, velocity } = world.state(1);
    const speed = velocity[2];
    if (before < 0 && speed > 0 && ++bounces === 10) {
      const above = position[2] - RADIUS;
      const flight = (Math.sqrt(Math.max(speed ** 2 + 2 * GRAVITY * above, 0)) - speed) / GRAVITY;
      return 1000 * Math.abs(k * STEP - flight - exact);
    }
    before = speed;
  }
  return 1e4;
}

function cube(at: Triple): PhysicsBody {
  return { size: [HALF, HALF, HALF], at, velocity: STILL, fixed: false };
}

function sphere(at: Triple, velocity: Triple = STILL): PhysicsBody {
  return { size: RADIUS, at, velocity, fixed: false };
}

function sceneOf(bodies: readonly PhysicsBody[], settings: Partial<PhysicsScene>): PhysicsScene {
  return { bodies, friction: 0, restitution: 0, density: 1000, gravity: GRAVITY, step: STEP, ...settings };
}

const APPULSE: PhysicsEngine = {
  name: 'appulse',
  build({ bodies, friction, restitution, density, gravity, step }) {
    const document = {
      world: 'solids',
      title: 'bench',
      description: 'A scene with a known result.',
      bodies: bodies.map(({ size, at, velocity, fixed }, k) => ({
        name: `body ${k}`,
        shape: typeof size === 'number' ? { kind: 'sphere', radius: size } : { kind: 'box', halfExtents: size },
        position: at,
        ...(fixed ? { motion: 'fixed' } : { velocity, density }),
      })),
      contacts: { restitution, friction: { law: 'algebraic', static: friction } },
      forces: { gravity: [0, 0, -gravity] },
      time: { end: 1000, method: 'steps', step, timeToSleep: 0 },
    };
    const world = createWorldFromScene(readScene(JSON.stringify(document), 'bench') as SolidScene);
    return {
      step: () => world.step(),
      state(k) {
        const { position, velocity, angularVelocity, orientation } = world.state(k);
        return {
          position: tripleOf(position),
          velocity: tripleOf(velocity),
          angularVelocity: tripleOf(angularVelocity),
          rotation: tripleOf(orientation),
        };
      },
      free() {},
    };
  },
};

/** One case: a whole run. */
function workloadOf(experiment: Experiment, engines: readonly PhysicsEngine[], absent: Workload['absent']): Workload {
  const { name, scene, error, atMost, oracle } = experiment;
  return {
    name,
    operation: 'run',
    error,
    caseCount: 1,
    distribution: { step: `${STEP} s`, engines: 'default settings, no damping, sleeping disabled' },
    oracle: `${oracle}; asked of Appulse: at most ${atMost}`,
    implementations: engines.map((engine): Implementation => {
      const figures: Record<string, number> = {};
      return {
        name: engine.name,
        isAppulse: engine === APPULSE,
        run(answers) {
          const world = engine.build(scene);
          answers[0] = experiment.run(world, figures);
          world.free();
        },
        judge: (answer) => ({ error: answer, failure: answer <= atMost ? null : 'beyond' }),
        figures: () => ({ ...figures }),
      };
    }),
    targets: [],
    absent,
  };
}
