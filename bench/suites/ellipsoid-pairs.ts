import { createEllipsoidPairs, ellipsoidPair } from 'appulse/vehicles';
import type { Effort, Implementation, Suite, Target, Workload } from '../harness.ts';
import { within } from '../harness.ts';
import { drawEllipsoidPairs, type EllipsoidPairs, STRIDE } from '../inputs/ellipsoid-pairs.ts';
import { createRandom } from '../inputs/random.ts';
import { absentPeers, loadMujoco, type Mujoco } from '../peers.ts';

export const ellipsoidPairs: Suite = {
  name: 'ellipsoid-pairs',
  description: 'distance, closest points and normal of two separate ellipsoids, independent queries',
  async *workloads(effort) {
    yield describe(effort, 3, 115);
    yield describe(effort, 1000, 70);
  },
};

/** Maximum error of a correct answer [m]; bodies are up to 4 m long. The tolerance of MuJoCo is 1e-6 m. */
const TOLERANCE_APPULSE = 1e-13;
const TOLERANCE_PEERS = 1e-5;

async function describe(effort: Effort, aspect: number, perReference: number): Promise<Workload> {
  const inputs = drawEllipsoidPairs(createRandom(700 + aspect), effort.cases, aspect);
  const { expected } = inputs;
  const mujoco = await loadMujoco();
  const implementations: Implementation[] = [
    { name: 'appulse', isAppulse: true, run: runAppulse(inputs), judge: within(expected, TOLERANCE_APPULSE) },
  ];
  if (mujoco.module) {
    const run = runMujoco(mujoco.module, inputs);
    implementations.push({ name: 'mujoco', isAppulse: false, run, judge: within(expected, TOLERANCE_PEERS) });
  }
  const targets: Target[] = [
    { kind: 'reference', atLeast: perReference },
    { kind: 'speed', peer: 'mujoco', atLeast: 2 },
    { kind: 'figure', figure: 'bytes per operation', atMost: 0 },
  ];
  return {
    name: `aspect ratio up to ${aspect}`,
    operation: 'pair',
    error: 'max. error [m]',
    caseCount: expected.length,
    distribution: {
      'longest semi-axis': '0.5 to 2 m',
      'other semi-axes': `down to 1/${aspect} of it, log-uniform`,
      'normals and rotations': 'uniform',
      gap: '0.01 to 3 m',
    },
    oracle:
      'known gap and normal by construction; ' +
      `wrong: error above ${TOLERANCE_APPULSE} m (appulse), ${TOLERANCE_PEERS} m (others); mujoco computes the distance only`,
    implementations,
    targets,
    absent: absentPeers({ mujoco }),
  };
}

function runAppulse({ packed }: EllipsoidPairs): Implementation['run'] {
  const entry = createEllipsoidPairs(1);
  return (answers, first, last) => {
    for (let i = first; i < last; i++) {
      // no normal: a cold start
      entry[1] = entry[2] = entry[3] = 0;
      ellipsoidPair(entry, 0, packed, 2 * i, packed, 2 * i + 1);
      answers[i] = entry[0];
    }
  };
}

/** Sizes and poses of two ellipsoids are written directly into model and state; only the distance is computed. */
function runMujoco(mujoco: Mujoco, { packed, semiAxes, rotations }: EllipsoidPairs): Implementation['run'] {
  const geom = '<body mocap="true"><geom type="ellipsoid" size="1 1 1"/></body>';
  const model = mujoco.MjModel.from_xml_string(`<mujoco><worldbody>${geom}${geom}</worldbody></mujoco>`);
  const data = new mujoco.MjData(model);
  mujoco.mj_forward(model, data);
  const { geom_size: sizes, geom_rbound: radii } = model;
  const { geom_xpos: positions, geom_xmat: matrices } = data;
  return (answers, first, last) => {
    for (let i = first; i < last; i++) {
      for (let body = 0; body < 2; body++) {
        const k = 2 * i + body;
        for (let c = 0; c < 3; c++) {
          sizes[3 * body + c] = semiAxes[3 * k + c];
          positions[3 * body + c] = packed[STRIDE * k + c];
        }
        for (let c = 0; c < 9; c++) matrices[9 * body + c] = rotations[9 * k + c];
        radii[body] = semiAxes[3 * k];
      }
      answers[i] = mujoco.mj_geomDistance(model, data, 0, 1, MAX_DISTANCE, null);
    }
  };
}

/** Larger than all distances of the inputs [m]. */
const MAX_DISTANCE = 100;
