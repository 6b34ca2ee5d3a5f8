import { advanceStep, box, createStepWorld, material, pose, type SolidScene, solidMass, vec3 } from 'appulse';
import type { Contender, Family, Workload } from '../harness.ts';
import { type BinBox, type BoxBin, drawBoxBin } from '../inputs/box-bin.ts';
import { absentPeers } from '../peers.ts';
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

export const solidSteps: Family = {
  name: 'solid-steps',
  about: 'a thousand boxes in a bin, one step of the whole world',
  async *workloads(effort) {
    yield await pile(effort.quick ? QUICK_SETTLING : SETTLING, 'in motion', FALLING);
    yield await pile(effort.quick ? QUICK_SETTLING : SETTLING, 'settled', 0);
  },
};

const BOXES = 1000;
/** Steps before anything is measured: a second in which all boxes fall on each other, and until the pile has come to rest. */
const FALLING = 60;
const SETTLING = 600;
const QUICK_SETTLING = 240;
/** Steps measured, one after the other. */
const STEPS = 60;
const SUBSTEPS = 8;
/** A box faster than it could have fallen, or higher than it was, has been thrown out of the pile. */
const FASTEST = 30;

async function pile(settling: number, name: string, falling: number): Promise<Workload> {
  const bin = drawBoxBin(BOXES, 1);
  const before = falling > 0 ? falling : settling;
  const [rapier, jolt, crashcat, cannon] = [
    await loadRapier3(),
    await loadJolt(),
    await loadCrashcat(),
    await loadCannon(),
  ];
  const contenders = [contender('appulse', true, before, () => buildOurs(bin))];
  const { module: rapierModule } = rapier;
  const { module: joltModule } = jolt;
  const { module: crashcatModule } = crashcat;
  const { module: cannonModule } = cannon;
  if (rapierModule) contenders.push(contender('rapier3d', false, before, () => buildRapier(rapierModule, bin)));
  if (joltModule) contenders.push(contender('Jolt', false, before, () => buildJolt(joltModule, bin)));
  if (crashcatModule) contenders.push(contender('crashcat', false, before, () => buildCrashcat(crashcatModule, bin)));
  if (cannonModule) contenders.push(contender('cannon-es', false, before, () => buildCannon(cannonModule, bin)));
  return {
    name: `${BOXES} boxes, ${name}`,
    operation: 'step',
    error: 'fastest box [m/s]',
    caseCount: STEPS,
    distribution: {
      boxes: `${BOXES} cubes of 1 m, 10 x 10 x 10 at 1.8 m, turned at random`,
      bin: '18 m wide, floor and four walls',
      'friction, restitution': '0.5, 0',
      step: `1/60 s; ours in ${SUBSTEPS} substeps, the others as they are made; nobody sleeps`,
      'a case': `one step, after ${before} steps that are not measured; every round goes on where the last one ended`,
    },
    oracle: `none of the boxes may be faster than ${FASTEST} m/s: the pile must not explode`,
    contenders,
    bars: [
      { kind: 'speed', peer: 'crashcat', atLeast: 2 },
      { kind: 'speed', peer: 'cannon-es', atLeast: 2 },
    ],
    absent: absentPeers({ rapier3d: rapier, Jolt: jolt, crashcat, 'cannon-es': cannon }),
  };
}

/** Builds its world when it is first asked. */
function contender(name: string, ours: boolean, before: number, build: () => SteppedWorld): Contender {
  let world: SteppedWorld | undefined;
  const started = () => {
    if (world) return world;
    world = build();
    for (let k = 0; k < before; k++) world.step();
    return world;
  };
  return {
    name,
    ours,
    run(answers, first, last) {
      const { step } = started();
      for (let i = first; i < last; i++) step();
      answers.fill(started().speed(), first, last);
    },
    judge: (speed) => ({ error: speed, fault: speed <= FASTEST ? null : 'exploded' }),
    figures: () => ({ 'highest centre [m]': started().highest() }),
  };
}

function buildOurs(bin: BoxBin): SteppedWorld {
  const world = createStepWorld(sceneOf(bin));
  const { velocities, positions } = world.bodies;
  const first = bin.fixed.length;
  const free = bin.boxes.map((_, k) => 3 * (first + k));
  return {
    step: () => advanceStep(world),
    speed: () => Math.max(...free.map((k) => Math.hypot(velocities[k], velocities[k + 1], velocities[k + 2]))),
    highest: () => Math.max(...free.map((k) => positions[k + 2])),
  };
}

function sceneOf(bin: BoxBin): SolidScene {
  const bodies = [...bin.fixed, ...bin.boxes].map((given, k) => bodyOf(bin, given, k));
  const law = { collide: true, material: material({ restitution: 0, staticFriction: bin.friction }) };
  return {
    world: 'solids',
    title: 'bench',
    about: '',
    record: { every: 1 },
    bodies,
    contacts: { classes: bodies.map(() => 0), laws: [[law]], pairs: [], restSpeed: 0.05, slop: 1e-4 },
    sensors: [],
    docking: [],
    forces: { gravity: vec3(0, 0, -bin.gravity), loads: [] },
    time: {
      end: 100,
      method: 'steps',
      step: bin.step,
      substeps: SUBSTEPS,
      sleepAfter: Number.POSITIVE_INFINITY,
      maxEvents: Number.POSITIVE_INFINITY,
    },
  };
}

function bodyOf(bin: BoxBin, { half, at, turned }: BinBox, k: number): SolidScene['bodies'][number] {
  const shape = box(half.map((h) => 2 * h));
  const free = k >= bin.fixed.length;
  const { mass, inertia } = solidMass(shape, bin.density);
  const { POSITIVE_INFINITY: never } = Number;
  return {
    name: `box ${k}`,
    shape,
    motion: free ? 'free' : 'fixed',
    pose: pose(at, turned),
    velocity: vec3(),
    spin: vec3(),
    mass: free ? mass : never,
    moments: free ? vec3(inertia.xx, inertia.yy, inertia.zz) : vec3(never, never, never),
    principalAxes: pose().rotation,
    sensor: false,
  };
}
