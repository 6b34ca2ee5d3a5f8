import { createVec3, scaleVec3 } from '../math/vec3.ts';
import { applyDocking, type Docking, dockPin, dockRigid } from '../response/docking.ts';
import { nearAll, pairOf, velocitiesOut } from './bodies.ts';
import { same } from './compare.ts';
import { components, fieldsAt, vectorAt } from './fields.ts';
import type { Fields, QueryOperation } from './query-operation.ts';

/** [CP13] reference README: relative to the size of each quantity. */
const TOLERANCE = 1e-13;
const KEYS = ['JonA', 'vA', 'wA', 'vB', 'wB', 'com', 'vCom', 'I'];

export const dockingOperation: QueryOperation = {
  name: 'docking',
  description: 'velocities after docking of two bodies, rigidly and by a pin at the sensor',
  example: {
    A: { fixed: false, x: [0, 0], v: [1, 0], w: 0, m: 2, I: 1 },
    B: { fixed: false, x: [2, 0], v: [0, 0], w: 0.5, m: 1, I: 0.5 },
    sensor: [1, 0],
  },
  answer(fields) {
    const { dimension } = pairOf(fields);
    const sensor = vectorAt(fields, 'sensor', [dimension]);
    const describe = (dock: (pair: ReturnType<typeof pairOf>) => Docking) => {
      const pair = pairOf(fields);
      const docking = dock(pair);
      applyDocking(docking, pair.a, pair.b);
      return { docking, after: velocitiesOut(pair.a, pair.b, dimension) };
    };
    const rigid = describe(({ a, b }) => dockRigid(a, b));
    const pin = describe(({ a, b }) => dockPin(a, b, sensor, sensor));
    return {
      rigid: { ...rigid.after, energyLoss: rigid.docking.energyLoss, ...joinedOut(rigid.docking, dimension) },
      pin: {
        JonA: components(scaleVec3(createVec3(), pin.docking.impulse, -1), dimension),
        ...pin.after,
        energyLoss: pin.docking.energyLoss,
      },
    };
  },
  check(exact, answer) {
    return ['rigid', 'pin'].flatMap((kind) => {
      const wanted = fieldsAt(exact, kind);
      const got = fieldsAt(answer, kind);
      const loss =
        wanted.energyLoss === null
          ? [same(`${kind}.energyLoss`, got.energyLoss, null)]
          : nearAll(`${kind}.`, got, wanted, ['energyLoss'], TOLERANCE);
      return [...nearAll(`${kind}.`, got, wanted, KEYS, TOLERANCE), ...loss];
    });
  },
};

function joinedOut({ joined }: Docking, dimension: 2 | 3): Fields {
  if (!joined) return {};
  const { center, velocity, inertia: i } = joined;
  const matrix = [
    [i.xx, i.xy, i.xz],
    [i.yx, i.yy, i.yz],
    [i.zx, i.zy, i.zz],
  ];
  return {
    com: components(center, dimension),
    vCom: components(velocity, dimension),
    I: dimension === 2 ? i.zz : matrix,
  };
}
