import { type BasinMap, basinFraction, mapBasins } from '../../src/distance/smooth/tracking/basin-map.ts';
import { BASIN_OUTCOMES } from '../../src/distance/smooth/tracking/basin-start.ts';
import type { FlowLaw } from '../../src/distance/smooth/witness/flow.ts';
import { createFlowMemory, flowStep } from '../../src/distance/smooth/witness/flow-step.ts';
import { createPairWorkspace, type PairWorkspace } from '../../src/distance/smooth/witness/pair-workspace.ts';
import { setWitness } from '../../src/distance/smooth/witness/witness.ts';
import { evaluatePair, movePair, pairDistance } from '../../src/distance/smooth/witness/witness-pair.ts';
import { createMovingPose } from '../../src/math/moving-pose.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { featureName } from '../../src/shapes/tiled/tiled-body.ts';
import { atMost, equals, type ReportItem } from '../report-item.ts';
import { arcsAndArcs, patchAndPoint, patchesAndPatches, patchesAndPoint, type TrackedScene } from './scenes.ts';

/** Poses at which the maps show something of every kind, and one where everything converges. */
const CASES: readonly { readonly name: string; readonly scene: () => TrackedScene; readonly time: number }[] = [
  { name: 'One patch and a point, at 0 s', scene: patchAndPoint, time: 0 },
  { name: 'Two curves of planar bodies, at 10.5 s', scene: arcsAndArcs, time: 10.5 },
  { name: 'A face of a lens and a point, at 6.5 s', scene: patchesAndPoint, time: 6.5 },
  { name: 'Faces of two lenses, at 7.5 s', scene: patchesAndPatches, time: 7.5 },
];
const RESOLUTION = 32;
/** Every start of a coarser grid is integrated a second time: this many along each axis, in steps of this many 1/K, for this time. */
const COARSE = 5;
const STEP = 0.01;
const TIME = 16;

const PRINTED: FlowLaw = { feedforward: false, form: 'direct', law: 'printed', gain: 1, controller: null };

function posesOf({ motionAt }: TrackedScene, time: number) {
  const [a, b] = [createMovingPose(), createMovingPose()];
  motionAt(a, b, time);
  return { a, b };
}

function indexOf(shape: TrackedScene['shapeA'], name: string): number {
  if (shape.kind === 'point') return 0;
  const count = shape.faces.length + shape.edges.length + shape.vertices.length;
  return Array.from({ length: count }, (_, i) => featureName(shape, i)).indexOf(name);
}

/** Does the integrator of the tracker, RK4 with a small fixed step and the law as printed, end at the closest points? */
function reachesClosest(
  work: PairWorkspace,
  { shapeA, shapeB }: TrackedScene,
  map: BasinMap,
  start: readonly number[],
) {
  const { pair } = work;
  setWitness(pair.a, indexOf(shapeA, map.featureA), start[0], start[1]);
  const countA = pair.a.dimension;
  setWitness(pair.b, indexOf(shapeB, map.featureB), start[countA], start[countA + 1]);
  evaluatePair(pair);
  const memory = createFlowMemory();
  for (let k = 0; k < TIME / STEP; k++) {
    flowStep(work, memory, 'rk4', PRINTED, 1, () => {}, k * STEP, STEP);
    evaluatePair(pair);
  }
  return Math.abs(pairDistance(pair) - map.distance) < 1e-6 * (pair.size + map.distance);
}

/** Starts of the coarse grid on which both integrations disagree, and their number. */
export function disagreements(
  scene: TrackedScene,
  time: number,
): { readonly wrong: number; readonly compared: number } {
  const { a, b } = posesOf(scene, time);
  const map = mapBasins(scene.shapeA, a.pose, scene.shapeB, b.pose, { resolution: COARSE });
  const work = createPairWorkspace(scene.shapeA, scene.shapeB);
  movePair(work.pair, a, b);
  let [wrong, compared] = [0, 0];
  map.flow.forEach((code, k) => {
    // a fixed step can jump over a singularity, where the flow ends
    if (BASIN_OUTCOMES[code] === 'singular') return;
    compared++;
    const start = [...map.parameters];
    start[map.axes[0]] = ((k % COARSE) + 0.5) / COARSE;
    start[map.axes[1]] = (Math.floor(k / COARSE) + 0.5) / COARSE;
    if (reachesClosest(work, scene, map, start) !== (BASIN_OUTCOMES[code] === 'closest')) wrong++;
  });
  return { wrong, compared };
}

const percent = (fraction: number) => `${formatNumber(Math.round(1000 * fraction) / 10)} %`;

/** Maps of the parameter plane: where M is definite, and from where each method converges. [PG05-3], [PG05-5.2] */
export function basinMaps(): ReportItem {
  const maps = CASES.map(({ name, scene, time }) => {
    const built = scene();
    const { a, b } = posesOf(built, time);
    const map = mapBasins(built.shapeA, a.pose, built.shapeB, b.pose, { resolution: RESOLUTION });
    return { name, map, second: disagreements(built, time) };
  });
  const definiteButLost = maps.map(({ map }) => {
    const lost = map.definite.filter((definite, k) => definite === 1 && map.flow[k] !== 0).length;
    return lost / map.definite.length;
  });
  return {
    id: 'basins',
    source: '[PG05-3], [PG05-5.2] (P5, P9)',
    title: 'Basins over the parameter plane',
    description: `One start in each of ${RESOLUTION} x ${RESOLUTION} cells of the parameters of two features at rest; for two faces the start on B is its closest point. The flow dx/dt = -M⁻¹Ψ is integrated with error control, velocities that point out over a bound are zeroed as in the source; it never crosses det M = 0. Newton takes full steps. Both stay on their features; the safeguarded search switches them. A white dot marks the closest points.`,
    checks: [
      ...maps.map(({ name, map }) =>
        equals(`safeguarded search, ${name} [fraction]`, basinFraction(map, 'safeguarded'), 1),
      ),
      equals('one patch: flow as printed [fraction]', basinFraction(maps[0].map, 'flow'), 1),
      atMost(
        'others: flow as printed, maximum [fraction]',
        Math.max(...maps.slice(1).map(({ map }) => basinFraction(map, 'flow'))),
        0.7,
      ),
      equals(
        'starts where M is not definite and the flow reaches the closest points',
        maps.reduce(
          (sum, { map }) => sum + map.flow.filter((code, k) => code === 0 && map.definite[k] === 0).length,
          0,
        ),
        0,
      ),
      ...maps.map(({ name, second }) =>
        equals(
          `${name}: of ${second.compared} starts, classified otherwise by RK4 with steps of ${STEP}/K`,
          second.wrong,
          0,
        ),
      ),
    ],
    tables: [
      {
        title: 'Fraction of the starts',
        columns: [
          'pair',
          'M definite',
          'flow as printed',
          'M definite, flow lost',
          'plain Newton',
          'safeguarded search',
        ],
        rows: maps.map(({ name, map }, i) => [
          `${name}: ${map.featureA}, ${map.featureB}`,
          percent(basinFraction(map, 'definite')),
          percent(basinFraction(map, 'flow')),
          percent(definiteButLost[i]),
          percent(basinFraction(map, 'newton')),
          percent(basinFraction(map, 'safeguarded')),
        ]),
      },
    ],
    drawings: maps.slice(1).map(({ name, map }) => ({ title: name, basins: map })),
  };
}
