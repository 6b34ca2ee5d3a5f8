import { advanceStep, box, createStepWorld, material, pose, type SolidScene, solidMass, vec3 } from 'appulse';
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
  description: 'a thousand boxes fall into a bin and come to rest: one step of the whole world',
  async *workloads(effort) {
    const { entrants, absent } = await enter();
    for (const entrant of entrants) warmUp(entrant);
    yield theFall(entrants, absent, effort.quick ? QUICK_STEPS : STEPS);
    yield atRest(entrants, absent, effort.quick ? QUICK_SETTLED : SETTLED);
  },
};

const BOXES = 1000;
/** With these the pile rests no worse than those of the others; more, as scenes have by default, make it much quieter. */
const SUBSTEPS = 4;
const MORE_SUBSTEPS = 8;
/** Steps of the fall that are measured. In the first of them boxes drop, from then on they slide and roll over each other. */
const STEPS = 300;
const QUICK_STEPS = 120;
const DROPPING = 100;
/** A fall passes through every branch of the code only once: each engine falls this often and this far before anything counts. */
const WARM_FALLS = 3;
const WARM_STEPS = 60;
/** Steps until the pile has come to rest, and those measured there. */
const SETTLED = 480;
const QUICK_SETTLED = 240;
const STEPS_AT_REST = 60;
/** A box faster than it could have fallen has been thrown out of the pile [m/s]. */
const FASTEST = 30;

const DISTRIBUTION = {
  boxes: `${BOXES} cubes of 1 m, 10 x 10 x 10 at 1.8 m, turned at random`,
  bin: '18 m wide, floor and four walls',
  'friction, restitution': '0.5, 0',
  step: `1/60 s; ours in ${SUBSTEPS} substeps and, once more, in ${MORE_SUBSTEPS}; the others as they are made; nobody sleeps`,
};
const ORACLE = `none of the boxes may be faster than ${FASTEST} m/s: the pile must not explode`;
const TARGETS: Workload['targets'] = [
  { kind: 'speed', peer: 'crashcat', atLeast: 2 },
  { kind: 'speed', peer: 'cannon-es', atLeast: 2 },
];

/** An engine with its world, which goes on from one workload to the next. */
interface Entrant {
  readonly name: string;
  readonly build: () => SteppedWorld;
  world: SteppedWorld;
  steps: number;
}

async function enter(): Promise<{ entrants: Entrant[]; absent: Workload['absent'] }> {
  const bin = drawBoxBin(BOXES, 1);
  const [rapier, jolt, crashcat, cannon] = [
    await loadRapier3(),
    await loadJolt(),
    await loadCrashcat(),
    await loadCannon(),
  ];
  const entrants = [SUBSTEPS, MORE_SUBSTEPS].map((substeps, k): Entrant => {
    const build = () => buildOurs(bin, substeps);
    return { name: k === 0 ? 'appulse' : `appulse, ${substeps} substeps`, build, world: build(), steps: 0 };
  });
  const add = <Module>(
    name: string,
    { module }: Loaded<Module>,
    from: (module: Module, bin: BoxBin) => SteppedWorld,
  ) => {
    if (module === null) return;
    const build = () => from(module, bin);
    entrants.push({ name, build, world: build(), steps: 0 });
  };
  add('crashcat', crashcat, buildCrashcat);
  add('cannon-es', cannon, buildCannon);
  add('rapier3d', rapier, buildRapier);
  add('Jolt', jolt, buildJolt);
  return { entrants, absent: absentPeers({ rapier3d: rapier, Jolt: jolt, crashcat, 'cannon-es': cannon }) };
}

/** Case k is step k of the fall: all engines take a few steps in turn, from the first to the last. */
function theFall(entrants: readonly Entrant[], absent: Workload['absent'], steps: number): Workload {
  return {
    name: `${BOXES} boxes, the fall`,
    operation: 'step',
    error: 'fastest box [m/s]',
    caseCount: steps,
    distribution: { ...DISTRIBUTION, 'a case': `one of the first ${steps} steps` },
    oracle: ORACLE,
    implementations: entrants.map((entrant) => {
      const seconds = new Float64Array(steps);
      return {
        ...judged(entrant),
        run(answers, first, last) {
          if (first === 0) rewind(entrant);
          const start = process.cpuUsage();
          takeSteps(entrant, last - first);
          const { user, system } = process.cpuUsage(start);
          seconds.fill((1e-6 * (user + system)) / (last - first), first, last);
          answers.fill(entrant.world.speed(), first, last);
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

function atRest(entrants: readonly Entrant[], absent: Workload['absent'], settled: number): Workload {
  return {
    name: `${BOXES} boxes, at rest`,
    operation: 'step',
    error: 'fastest box [m/s]',
    caseCount: STEPS_AT_REST,
    distribution: { ...DISTRIBUTION, 'a case': `one step, after ${settled} or more` },
    oracle: ORACLE,
    implementations: entrants.map((entrant) => ({
      ...judged(entrant),
      run(answers, first, last) {
        takeSteps(entrant, Math.max(settled - entrant.steps, 0));
        takeSteps(entrant, last - first);
        answers.fill(entrant.world.speed(), first, last);
      },
      figures: () => ({ 'highest centre [m]': entrant.world.highest() }),
    })),
    targets: TARGETS,
    absent,
  };
}

function judged({ name }: Entrant): Pick<Implementation, 'name' | 'ours' | 'judge'> {
  return {
    name,
    ours: name.startsWith('appulse'),
    judge: (speed) => ({ error: speed, fault: speed <= FASTEST ? null : 'exploded' }),
  };
}

function warmUp(entrant: Entrant): void {
  for (let k = 0; k < WARM_FALLS; k++) {
    rewind(entrant);
    takeSteps(entrant, WARM_STEPS);
  }
}

function rewind(entrant: Entrant): void {
  if (entrant.steps === 0) return;
  entrant.world = entrant.build();
  entrant.steps = 0;
}

function takeSteps(entrant: Entrant, count: number): void {
  const { step } = entrant.world;
  for (let k = 0; k < count; k++) step();
  entrant.steps += count;
}

function mean(numbers: Float64Array): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function buildOurs(bin: BoxBin, substeps: number): SteppedWorld {
  const world = createStepWorld(sceneOf(bin, substeps));
  const { velocities, positions } = world.bodies;
  const first = bin.fixed.length;
  const free = bin.boxes.map((_, k) => 3 * (first + k));
  return {
    step: () => advanceStep(world),
    speed: () => Math.max(...free.map((k) => Math.hypot(velocities[k], velocities[k + 1], velocities[k + 2]))),
    highest: () => Math.max(...free.map((k) => positions[k + 2])),
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
  const { mass, inertia } = solidMass(shape, bin.density);
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
