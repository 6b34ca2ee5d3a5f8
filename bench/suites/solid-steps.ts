import { type Implementation, quartiles, type Suite, type Target, type Workload } from '../harness.ts';
import { buildAppulse } from '../inputs/bin-world.ts';
import { type BoxBin, drawBoxBin } from '../inputs/box-bin.ts';
import { buildJolt, loadJolt } from '../jolt-peer.ts';
import { measureOverlaps } from '../oracles/box-overlap.ts';
import { absentPeers, type Loaded } from '../peers.ts';
import {
  buildCannon,
  buildCrashcat,
  buildRapier,
  loadCannon,
  loadCrashcat,
  loadRapier3,
  loadRapier3Simd,
  type SteppedWorld,
} from '../solid-peers.ts';

export const solidSteps: Suite = {
  name: 'solid-steps',
  description: 'steps of worlds of 1000, 4000 and 8000 boxes that fall into a bin and come to rest',
  async *workloads(effort) {
    const peers = await loadPeers();
    const few = createEngines(FEW, peers, true);
    for (const engine of few) warmUp(engine);
    yield falling(FEW, few, peers.absent, effort.quick ? QUICK_STEPS : STEPS);
    yield atRest(FEW, few, peers.absent, effort.quick ? QUICK_SETTLED : SETTLED);
    if (effort.quick) return;
    for (const count of [SEVERAL, MANY]) {
      const engines = createEngines(count, peers, false);
      yield falling(count, engines, peers.absent, STEPS);
      yield atRest(count, engines, peers.absent, SETTLED);
      if (count === MANY) yield growth(few, engines, peers.absent);
      for (const engine of engines) engine.world.free();
    }
  },
};

const FEW = 1000;
const SEVERAL = 4000;
const MANY = 8000;
/** The default of scenes; the other engines and the first implementation of Appulse take the substeps of the bin. */
const MORE_SUBSTEPS = 8;
/** Measured steps of the fall. In the first `DROPPING` steps the boxes drop, then they slide and roll over each other. */
const STEPS = 300;
const QUICK_STEPS = 120;
const DROPPING = 100;
/** Number and length of the warm-up runs of each engine: a single fall runs many branches only once. */
const WARM_FALLS = 3;
const WARM_STEPS = 60;
/** Steps until the pile is at rest (8 s), and number of steps measured there. */
const SETTLED = 480;
const QUICK_SETTLED = 240;
const STEPS_AT_REST = 60;
/** Steps of the world of 8000 boxes in the comparison of costs per body; the world of 1000 boxes takes eight times as many. */
const STEPS_OF_GROWTH = 20;
/** Maximum speed of a box [m/s]: a faster one cannot have gained its speed by falling. */
const FASTEST = 30;

const SIMD = 'rapier3d SIMD';
const ORACLE = `no box is faster than ${FASTEST} m/s`;
/** Maximum time of a step relative to a build of rapier. */
const SIMD_SETTLING = 1.6;
const SIMD_AT_REST = 1.25;
const PLAIN = 0.65;
const SIMD_SEVERAL = 1.25;
const GROWTH = 1.2;
const TARGETS_OF_FEW: readonly Target[] = [
  { kind: 'speed', peer: 'crashcat', atLeast: 2 },
  { kind: 'speed', peer: 'cannon-es', atLeast: 2 },
];
/** Maximum speed of the measured steps [m/s]; mean overlap when the measurement begins. */
const TARGETS_AT_REST: readonly Target[] = [
  { kind: 'figure', figure: 'worst error', atMost: 0.02 },
  { kind: 'figure', figure: 'mean overlap [mm]', atMost: 2.5 },
];

/** An engine and its world, which continues from one workload to the next. */
interface Engine {
  readonly name: string;
  readonly bin: BoxBin;
  readonly build: () => SteppedWorld;
  world: SteppedWorld;
  steps: number;
  /** Speed and overlaps when the pile is at rest; null before. */
  quality: Record<string, number> | null;
}

interface Peer {
  readonly name: string;
  /** For 1000 boxes only: slow, or of another class. */
  readonly fewOnly: boolean;
  build(bin: BoxBin): SteppedWorld;
}

async function loadPeers(): Promise<{ peers: Peer[]; absent: Workload['absent'] }> {
  const [rapier, simd, jolt] = [await loadRapier3(), await loadRapier3Simd(), await loadJolt()];
  const [crashcat, cannon] = [await loadCrashcat(), await loadCannon()];
  const peers: Peer[] = [];
  const add = <Module>(
    name: string,
    { module }: Loaded<Module>,
    build: (module: Module, bin: BoxBin) => SteppedWorld,
    fewOnly = false,
  ) => {
    if (module !== null) peers.push({ name, fewOnly, build: (bin) => build(module, bin) });
  };
  add('rapier3d', rapier, buildRapier);
  add(SIMD, simd, buildRapier);
  add('Jolt', jolt, buildJolt);
  add('crashcat', crashcat, buildCrashcat, true);
  add('cannon-es', cannon, buildCannon, true);
  const loaded = { rapier3d: rapier, [SIMD]: simd, Jolt: jolt, crashcat, 'cannon-es': cannon };
  return { peers, absent: absentPeers(loaded) };
}

function createEngines(count: number, { peers }: { peers: readonly Peer[] }, all: boolean): Engine[] {
  const bin = drawBoxBin(count, 1);
  const engine = (name: string, build: () => SteppedWorld): Engine => ({
    name,
    bin,
    build,
    world: build(),
    steps: 0,
    quality: null,
  });
  const more = engine(`appulse, ${MORE_SUBSTEPS} substeps`, () => buildAppulse(bin, MORE_SUBSTEPS));
  return [
    engine('appulse', () => buildAppulse(bin, bin.substeps)),
    ...(all ? [more] : []),
    ...peers.filter(({ fewOnly }) => all || !fewOnly).map(({ name, build }) => engine(name, () => build(bin))),
  ];
}

/** Case k is step k of the fall: the engines alternate every few steps. */
function falling(count: number, engines: readonly Engine[], absent: Workload['absent'], steps: number): Workload {
  const seconds = engines.map(() => new Float64Array(steps));
  return {
    name: `${count} boxes, falling`,
    operation: 'step',
    error: 'max. speed [m/s]',
    caseCount: steps,
    distribution: { ...distributionOf(engines[0].bin), case: `one of the first ${steps} steps` },
    oracle: ORACLE,
    implementations: engines.map((engine, e) => ({
      ...judged(engine),
      run(answers, first, last) {
        if (first === 0) rewind(engine);
        const start = process.cpuUsage();
        takeSteps(engine, last - first);
        const { user, system } = process.cpuUsage(start);
        seconds[e].fill((1e-6 * (user + system)) / (last - first), first, last);
        answers.fill(engine.world.speed(), first, last);
      },
      figures: () => ({
        'dropping [ms]': 1e3 * mean(seconds[e].subarray(0, DROPPING)),
        'settling [ms]': 1e3 * mean(seconds[e].subarray(DROPPING)),
        ...(e === 0 ? settlingRatios(engines, seconds) : {}),
      }),
    })),
    targets: [
      { kind: 'figure', figure: settlingRatio(SIMD), atMost: count === SEVERAL ? SIMD_SEVERAL : SIMD_SETTLING },
      { kind: 'figure', figure: settlingRatio('rapier3d'), atMost: PLAIN },
      ...(count === FEW ? TARGETS_OF_FEW : []),
    ],
    absent,
  };
}

const settlingRatio = (peer: string) => `settling / ${peer}`;

/** Time of a settling step relative to the builds of rapier: the median over the rounds. */
function settlingRatios(engines: readonly Engine[], seconds: readonly Float64Array[]): Record<string, number> {
  const ratios = engines.map(({ name }, e) => {
    const rounds = Array.from(seconds[e].subarray(DROPPING), (peer, k) => seconds[0][DROPPING + k] / peer);
    return [name, quartiles(rounds).median] as const;
  });
  const wanted = ratios.filter(([name]) => name === SIMD || name === 'rapier3d');
  return Object.fromEntries(wanted.map(([name, ratio]) => [settlingRatio(name), ratio]));
}

function atRest(count: number, engines: readonly Engine[], absent: Workload['absent'], settled: number): Workload {
  return {
    name: `${count} boxes, at rest`,
    operation: 'step',
    error: 'max. speed [m/s]',
    caseCount: STEPS_AT_REST,
    distribution: { ...distributionOf(engines[0].bin), case: `one step, after at least ${settled}` },
    oracle: ORACLE,
    implementations: engines.map((engine) => ({
      ...judged(engine),
      run(answers, first, last) {
        settle(engine, settled);
        takeSteps(engine, last - first);
        answers.fill(engine.world.speed(), first, last);
      },
      figures: () => engine.quality ?? {},
    })),
    targets: [
      { kind: 'speed', peer: SIMD, atLeast: 1 / SIMD_AT_REST },
      { kind: 'speed', peer: 'rapier3d', atLeast: 1 / PLAIN },
      ...(count === FEW ? TARGETS_OF_FEW : []),
      ...(settled === SETTLED ? TARGETS_AT_REST : []),
    ],
    absent,
  };
}

/** The cost per body: in a case every engine moves as many bodies, either 8000 in one step or 1000 in eight steps. */
function growth(few: readonly Engine[], many: readonly Engine[], absent: Workload['absent']): Workload {
  const named = (engine: Engine, count: number) => ({ engine, name: `${engine.name}, ${count} boxes`, count });
  const compared = [
    ...many.map((engine) => named(engine, MANY)),
    ...few.filter(({ name }) => many.some((other) => other.name === name)).map((engine) => named(engine, FEW)),
  ];
  return {
    name: 'cost per body',
    operation: `step of ${MANY} bodies`,
    error: 'max. speed [m/s]',
    caseCount: STEPS_OF_GROWTH,
    distribution: {
      ...distributionOf(many[0].bin),
      boxes: `${MANY}, or ${FEW} in ${MANY / FEW} steps, at rest`,
    },
    oracle: ORACLE,
    implementations: compared.map(({ engine, name, count }) => ({
      ...judged(engine),
      name,
      run(answers, first, last) {
        settle(engine, SETTLED);
        takeSteps(engine, ((last - first) * MANY) / count);
        answers.fill(engine.world.speed(), first, last);
      },
    })),
    targets: [{ kind: 'speed', peer: `appulse, ${FEW} boxes`, atLeast: 1 / GROWTH }],
    absent,
  };
}

function distributionOf(bin: BoxBin): Record<string, string | number> {
  const side = 2 * bin.fixed[1].at[0] - 1;
  return {
    boxes: `${bin.boxes.length} cubes of 1 m at 1.8 m, random orientations`,
    bin: `${side} m wide, a floor and four sides`,
    'friction, restitution': `${bin.friction}, 0`,
    step: `1/60 s; appulse and rapier with ${bin.substeps} substeps; others with default settings; sleeping disabled; one thread`,
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
  engine.world.free();
  engine.world = engine.build();
  engine.steps = 0;
}

/** Steps until the pile is at rest; there the speed and the overlaps are measured. */
function settle(engine: Engine, steps: number): void {
  if (engine.quality !== null) return;
  takeSteps(engine, Math.max(steps - engine.steps, 0));
  const { bin, world } = engine;
  const poses = world.poses();
  const overlaps = measureOverlaps(
    bin.fixed,
    bin.boxes.map((box, k) => ({ ...box, ...poses[k] })),
  );
  engine.quality = {
    'fastest at start [m/s]': world.speed(),
    'mean overlap [mm]': 1e3 * overlaps.mean,
    'deepest [mm]': 1e3 * overlaps.deepest,
    'highest centre [m]': Math.max(...poses.map(({ at }) => at[2])),
  };
}

function takeSteps(engine: Engine, count: number): void {
  const { step } = engine.world;
  for (let k = 0; k < count; k++) step();
  engine.steps += count;
}

function mean(numbers: Float64Array): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
