import type { CollisionBlockInputs } from '../sim/collision-block/block-io.ts';
import type { CollisionBlockParams } from '../sim/collision-block/block-params.ts';
import { createCollisionBlock } from '../sim/collision-block/create-collision-block.ts';
import { near, same } from './compare.ts';
import { fieldsAt } from './fields.ts';
import type { QueryOperation } from './query-operation.ts';

/** [CP13] reference README; the direction between two vertices that nearly touch is less accurate by that factor. */
const TOLERANCE = 1e-11;

const IDENTITY = [
  [1, 0],
  [0, 1],
];
const SQUARE = [
  [-0.5, -0.5, 0.5, 0.5],
  [-0.5, 0.5, 0.5, -0.5],
  [0, 0, 0, 0],
];

export const collisionBlockOperation: QueryOperation = {
  name: 'collision-block',
  description: 'one sample of the collision block: closest points, docking, collision and the velocities after it',
  example: {
    params: { m_A: 2, m_B: 1, I_A: 0.3, I_B: 0.2, e: 1, tolCollision: 0.01 },
    inputs: {
      Xcm_A: [0, 0, 0, 1, 0, 0, 0, 0, 0],
      Xcm_B: [1.005, 0.2, 0, -1, 0, 0, 0, 0, 0],
      R_A: IDENTITY,
      R_B: IDENTITY,
      mesh_A: SQUARE,
      mesh_B: SQUARE,
    },
  },
  answer(fields) {
    const params = fieldsAt(fields, 'params');
    const inputs = fieldsAt(fields, 'inputs');
    const block = createCollisionBlock(params as CollisionBlockParams);
    const { feature, distance, ...outputs } = block.step(inputs as unknown as CollisionBlockInputs);
    return { feature, distance, outputs };
  },
  check(exact, answer) {
    const wanted = fieldsAt(exact, 'outputs');
    const got = fieldsAt(answer, 'outputs');
    const distance = Number(exact.distance);
    const isVertex = exact.feature === 'vertex-vertex' && distance > 0;
    const tolerance = isVertex ? Math.max(TOLERANCE, 1e-15 / distance) : TOLERANCE;
    return [
      same('feature', answer.feature, exact.feature),
      near('distance', answer.distance, exact.distance, tolerance),
      ...Object.entries(wanted).map(([key, value]) =>
        key === 'docking' || key === 'collision' ? same(key, got[key], value) : near(key, got[key], value, tolerance),
      ),
    ];
  },
};
