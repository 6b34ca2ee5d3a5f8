import { box, createWorldFromScene, massProperties, material, pose, type SolidScene, vec3 } from 'appulse';
import type { Implementation, Suite, Workload } from '../harness.ts';
import { type BinBox, type BoxBin, drawBoxBin } from '../inputs/box-bin.ts';
import { absentPeers, type Loaded } from '../peers.ts';
import {
  buildCannon,
  buildCrashcat,
  buildJolt,
  buildRapier,
  loadCannon,
  loadCrashcat,
  loadJolt,
  loadRapier3,
  type SteppedWorld,
} from '../solid-peers.ts';

export const solidSteps: Suite = {
  name: 'solid-steps',
  description: 'steps of a world of a thousand boxes that fall into a bin and come to rest',
  async *workloads(effort) {
    const { engines, absent } = await createEngines();
    for (const engine of engines) warmUp(engine);
    yield falling(engines, absent, effort.quick ? QUICK_STEPS : STEPS);
    yield atRest(engines, absent, effort.quick ? QUICK_SETTLED : SETTLED);
  },
};

const BOXES = 1000;
/** With 4 substeps the pile rests as well as in the other engines; with 8, the default of scenes, residual speeds are much lower. */
const SUBSTEPS = 4;
const MORE_SUBSTEPS = 8;
/** Measured steps of the fall. In the first `DROPPING` steps the boxes drop, then they slide and roll over each other. */
const STEPS = 300;
const QUICK_STEPS = 120;
const DROPPING = 100;
/** Number and length of the warm-up runs of each engine: a single fall runs many branches only once. */
const WARM_FALLS = 3;
const WARM_STEPS = 60;
/** Steps until the pile is at rest, and number of steps measured there. */
const SETTLED = 480;
const QUICK_SETTLED = 240;
const STEPS_AT_REST = 60;
/** Maximum speed of a box [m/s]: a faster one cannot have gained its speed by falling. */
const FASTEST = 30;

const DISTRIBUTION = {
  boxes: `${BOXES} cubes of 1 m, 10 x 10 x 10 at 1.8 m, random orientations`,
  bin: '18 m wide, a floor and four sides',
  'friction, restitution': '0.5, 0',
  step: `1/60 s; appulse with ${SUBSTEPS} and with ${MORE_SUBSTEPS} substeps; others with default settings; sleeping disabled`,
};
const ORACLE = `no box is faster than ${FASTEST} m/s`;
const TARGETS: Workload['targets'] = [
  { kind: 'speed', peer: 'crashcat', atLeast: 2 },
  { kind: 'speed', peer: 'cannon-es', atLeast: 2 },
];

/** An engine and its world, which continues from one workload to the next. */
interface Engine {
  readonly name: string;
  readonly build: () => SteppedWorld;
  world: SteppedWorld;
  steps: number;
}

async function createEngines(): Promise<{ engines: Engine[]; absent: Workload['absent'] }> {
  const bin = drawBoxBin(BOXES, 1);
  const [rapier, jolt, crashcat, cannon] = [
    await loadRapier3(),
    await loadJolt(),
    await loadCrashcat(),
    await loadCannon(),
  ];
  const engines = [SUBSTEPS, MORE_SUBSTEPS].map((substeps, k): Engine => {
    const build = () => buildAppulse(bin, substeps);
    return { name: k === 0 ? 'appulse' : `appulse, ${substeps} substeps`, build, world: build(), steps: 0 };
  });
  const add = <Module>(
    name: string,
    { module }: Loaded<Module>,
    from: (module: Module, bin: BoxBin) => SteppedWorld,
  ) => {
    if (module === null) return;
    const build = () => from(module, bin);
    engines.push({ name, build, world: build(), steps: 0 });
  };
  add('crashcat', crashcat, buildCrashcat);
  add('cannon-es', cannon, buildCannon);
  add('rapier3d', rapier, buildRapier);
  add('Jolt', jolt, buildJolt);
  return { engines, absent: absentPeers({ rapier3d: rapier, Jolt: jolt, crashcat, 'cannon-es': cannon }) };
}

/** Case k is step k of the fall: the engines alternate every few steps. */
function falling(engines: readonly Engine[], absent: Workload['absent'], steps: number): Workload {
  return {
    name: `${BOXES} boxes, falling`,
    operation: 'step',
    error: 'max. speed [m/s]',
    caseCount: steps,
    distribution: { ...DISTRIBUTION, case: `one of the first ${steps} steps` },
    oracle: ORACLE,
    implementations: engines.map((engine) => {
      const seconds = new Float64Array(steps);
      return {
        ...judged(engine),
        run(answers, first, last) {
          if (first === 0) rewind(engine);
          const start = process.cpuUsage();
          takeSteps(engine, last - first);
          const { user, system } = process.cpuUsage(start);
          seconds.fill((1e-6 * (user + system)) / (last - first), first, last);
          answers.fill(engine.world.speed(), first, last);
        },
        figures: () => ({
          'dropping [ms]': 1e3 * mean(seconds.subarray(0, DROPPING)),
          'settling [ms]': 1e3 * mean(seconds.subarray(DROPPING)),
        }),
      };
    }),
    targets: TARGETS,
    absent,
  };
}

function atRest(engines: readonly Engine[], absent: Workload['absent'], settled: number): Workload {
  return {
    name: `${BOXES} boxes, at rest`,
    operation: 'step',
    error: 'max. speed [m/s]',
    caseCount: STEPS_AT_REST,
    distribution: { ...DISTRIBUTION, case: `one step, after at least ${settled}` },
    oracle: ORACLE,
    implementations: engines.map((engine) => ({
      ...judged(engine),
      run(answers, first, last) {
        takeSteps(engine, Math.max(settled - engine.steps, 0));
        takeSteps(engine, last - first);
        answers.fill(engine.world.speed(), first, last);
      },
      figures: () => ({ 'highest centre [m]': engine.world.highest() }),
    })),
    targets: TARGETS,
    absent,
  };
}

function judged({ name }: Engine): Pick<Implementation, 'name' | 'isAppulse' | 'judge'> {
  return {
    name,
    isAppulse: name.startsWith('appulse'),
    judge: (speed) => ({ error: speed, failure: speed <= FASTEST ? null : 'exploded' }),
  };
}

function warmUp(engine: Engine): void {
  for (let k = 0; k < WARM_FALLS; k++) {
    rewind(engine);
    takeSteps(engine, WARM_STEPS);
  }
}

function rewind(engine: Engine): void {
  if (engine.steps === 0) return;
  engine.world = engine.build();
  engine.steps = 0;
}

function takeSteps(engine: Engine, count: number): void {
  const { step } = engine.world;
  for (let k = 0; k < count; k++) step();
  engine.steps += count;
}

function mean(numbers: Float64Array): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function buildAppulse(bin: BoxBin, substeps: number): SteppedWorld {
  const world = createWorldFromScene(sceneOf(bin, substeps));
  const states = () => bin.boxes.map((_, k) => world.state(bin.fixed.length + k));
  return {
    step: () => world.step(),
    speed: () => Math.max(...states().map(({ velocity: { x, y, z } }) => Math.hypot(x, y, z))),
    highest: () => Math.max(...states().map(({ position }) => position.z)),
  };
}

function sceneOf(bin: BoxBin, substeps: number): SolidScene {
  const bodies = [...bin.fixed, ...bin.boxes].map((given, k) => bodyOf(bin, given, k));
  const law = { collide: true, material: material({ restitution: 0, staticFriction: bin.friction }) };
  return {
    world: 'solids',
    title: 'bench',
    description: '',
    record: { interval: 1 },
    bodies,
    contacts: { classes: bodies.map(() => 0), laws: [[law]], pairs: [], restitutionThreshold: 0.05, slop: 1e-4 },
    sensors: [],
    docking: [],
    forces: { gravity: vec3(0, 0, -bin.gravity), loads: [] },
    time: {
      end: 100,
      method: 'steps',
      step: bin.step,
      substeps,
      timeToSleep: Number.POSITIVE_INFINITY,
      maxEvents: Number.POSITIVE_INFINITY,
    },
  };
}

function bodyOf(bin: BoxBin, { half, at, rotated }: BinBox, k: number): SolidScene['bodies'][number] {
  const shape = box(half);
  const free = k >= bin.fixed.length;
  const { mass, inertia } = massProperties(shape, bin.density);
  const { POSITIVE_INFINITY: never } = Number;
  return {
    name: `box ${k}`,
    shape,
    motion: free ? 'free' : 'fixed',
    pose: pose(at, rotated),
    velocity: vec3(),
    angularVelocity: vec3(),
    mass: free ? mass : never,
    moments: free ? vec3(inertia.xx, inertia.yy, inertia.zz) : vec3(never, never, never),
    principalAxes: pose().rotation,
    trigger: false,
  };
}
