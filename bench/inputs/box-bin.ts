import { createRandom } from './random.ts';

/** Boxes that fall into a bin: the scene of every engine. Lengths in metres, z up. */

export interface BinBox {
  readonly half: readonly [number, number, number];
  readonly at: readonly [number, number, number];
  /** Unit quaternion w x y z. */
  readonly rotated: readonly [number, number, number, number];
}

export interface BoxBin {
  /** Floor and four sides. */
  readonly fixed: readonly BinBox[];
  readonly boxes: readonly BinBox[];
  /** Length of an edge [m]. */
  readonly edge: number;
  readonly friction: number;
  /** Above 0 engines with an option for CCD use it: the library has no such option. */
  readonly restitution: number;
  /** [kg/m³] */
  readonly density: number;
  readonly gravity: number;
  readonly step: number;
  readonly substeps: number;
}

/** Boxes along a side of the bin: 10 layers of 1000 or 4000 boxes, 20 layers of 8000, 8 layers of 200. */
const sideOf = (count: number) => (count > 1000 ? 20 : count < 1000 ? 5 : 10);
/** Distance between centres, in edges: more than the diagonal of a box, so that none overlap in any orientation. */
const SPACING = 1.8;
const UPRIGHT = [1, 0, 0, 0] as const;

export function drawBoxBin(count: number, seed: number, edge = 1, restitution = 0): BoxBin {
  const random = createRandom(seed);
  const side = sideOf(count);
  const spacing = SPACING * edge;
  const reach = (side * spacing) / 2;
  const height = Math.max(30 * edge, (count / side ** 2 + 2) * spacing);
  const wall = (x: number, y: number): BinBox => ({
    half: [x === 0 ? reach + 1 : 0.5, y === 0 ? reach + 1 : 0.5, height / 2],
    at: [x * (reach + 0.5), y * (reach + 0.5), height / 2],
    rotated: UPRIGHT,
  });
  const boxes = Array.from({ length: count }, (_, k): BinBox => {
    const [w, x, y, z] = [0, 0, 0, 0].map(() => random.between(-1, 1));
    const length = Math.hypot(w, x, y, z);
    return {
      half: [0.5 * edge, 0.5 * edge, 0.5 * edge],
      at: [
        ((k % side) - (side - 1) / 2) * spacing,
        ((Math.floor(k / side) % side) - (side - 1) / 2) * spacing,
        edge + Math.floor(k / side ** 2) * spacing,
      ],
      rotated: [w / length, x / length, y / length, z / length],
    };
  });
  return {
    fixed: [
      { half: [reach + 1, reach + 1, 0.5], at: [0, 0, -0.5], rotated: UPRIGHT },
      wall(1, 0),
      wall(-1, 0),
      wall(0, 1),
      wall(0, -1),
    ],
    boxes,
    edge,
    friction: 0.5,
    restitution,
    density: 1000,
    gravity: 9.81,
    step: 1 / 60,
    substeps: 4,
  };
}
