import { createGpuMeshCheck, type GpuMeshStep, type StepPhases } from 'appulse/gpu';
import { CONTACT_KINDS, checkMesh } from 'appulse/meshes';
import { type Effort, type Implementation, type Suite, type Workload, within } from '../harness.ts';
import { createMeshStep, describeMeshStep } from '../inputs/mesh-steps.ts';

export const gpuMeshCheck: Suite = {
  name: 'gpu-mesh-check',
  description: 'all contacts of a step of a deforming mesh, on the GPU and on the CPU',
  async *workloads(effort) {
    yield await wholeStep(effort);
  },
};

/** One step, many times: the GPU in advance, since it answers asynchronously, with wall-clock times. */
async function wholeStep(effort: Effort): Promise<Workload> {
  const step = createMeshStep();
  const { name, mesh, motion, contactCount, oracle } = step;
  const begin = performance.now();
  const gpu = await createGpuMeshCheck(mesh);
  const { adapter, reason } = gpu;
  const first = await gpu.check(motion);
  const coldStart = performance.now() - begin;
  const cpuBegin = performance.now();
  const expected = checkMesh(mesh, motion);
  const cpuTime = performance.now() - cpuBegin;
  const steps = adapter === undefined ? 1 : effort.quick ? 20 : 200;
  const unsorted = await timeSteps(() => gpu.check(motion, { sorted: false }), steps);
  const sorted = await timeSteps(() => gpu.check(motion), steps);
  const bytes = gpu.bufferBytes;
  gpu.close();
  const onGpu = adapter !== undefined;
  return {
    name: `whole step of ${name}`,
    operation: 'step',
    error: 'max. miscount',
    caseCount: 1,
    distribution: {
      ...describeMeshStep(step, expected),
      GPU: adapter ?? `none: ${reason}`,
      'identical to checkMesh': isIdentical(first, expected) ? 'yes' : 'NO',
      'cold start to the first result [ms]': coldStart.toFixed(0),
      'buffers [MB]': (bytes / 1e6).toFixed(1),
      'checkMesh, one core, once [ms]': cpuTime.toFixed(0),
      ...phaseRows('unsorted', unsorted.phases),
      ...phaseRows('sorted', sorted.phases),
    },
    oracle,
    implementations: [
      ...(onGpu ? [replay('GPU, sorted', sorted, contactCount), replay('GPU, unsorted', unsorted, contactCount)] : []),
      {
        name: 'CPU, checkMesh',
        isAppulse: true,
        run(answers, from, to) {
          for (let i = from; i < to; i++) answers[i] = checkMesh(mesh, motion).contacts.length;
        },
        judge: within(Float64Array.of(contactCount), 0),
      },
    ],
    targets: [{ kind: 'figure', figure: 'worst error', atMost: 0 }],
    absent: onGpu ? {} : { GPU: reason ?? 'none' },
  };
}

interface StepTimes {
  /** [s] */
  readonly walls: number[];
  readonly phases: StepPhases[];
  readonly count: number;
}

async function timeSteps(step: () => Promise<GpuMeshStep>, steps: number): Promise<StepTimes> {
  const times: { walls: number[]; phases: StepPhases[]; count: number } = { walls: [], phases: [], count: 0 };
  for (let i = 0; i < steps; i++) {
    const begin = performance.now();
    const { count, phases } = await step();
    times.walls.push((performance.now() - begin) / 1000);
    times.count = count;
    if (phases) times.phases.push(phases);
  }
  return times;
}

/** Gives the measured times again, in turn. */
function replay(name: string, { walls, count }: StepTimes, contactCount: number): Implementation {
  let next = 0;
  return {
    name,
    isAppulse: true,
    run(answers, from, to) {
      answers.fill(count, from, to);
      next++;
    },
    secondsOfLastRun: () => walls[next % walls.length],
    judge: within(Float64Array.of(contactCount), 0),
  };
}

const PHASES = [
  'upload',
  'encode',
  'wait',
  'gpu',
  'prepare',
  'tiles',
  'deep',
  'exact',
  'sort',
  'finish',
  'total',
] as const;

/** Medians; those between `gpu` and `sort` are measured by the GPU. */
function phaseRows(label: string, phases: readonly StepPhases[]): Record<string, string> {
  if (phases.length === 0) return {};
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];
  const parts = PHASES.map((phase) => `${phase} ${median(phases.map((times) => times[phase])).toFixed(2)}`);
  return { [`${label}, medians of ${phases.length} steps [ms]`]: parts.join(', ') };
}

function isIdentical(packed: GpuMeshStep, check: ReturnType<typeof checkMesh>): boolean {
  return (
    packed.count === check.contacts.length &&
    packed.nodeFacePairs === check.nodeFacePairs &&
    packed.edgePairs === check.edgePairs &&
    check.contacts.every(({ time, face, nodes }, i) => {
      const isSamePair =
        face >= 0
          ? packed.first[i] === nodes[0] && packed.second[i] === face
          : packed.kinds[i] === CONTACT_KINDS.indexOf('edge-edge');
      return isSamePair && Object.is(packed.times[i], time);
    })
  );
}
