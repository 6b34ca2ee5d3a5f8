import { KDOP_DIRECTIONS, type Kdop } from '../../src/bounds/kdop.ts';
import {
  addScaledVec3,
  createVec3,
  crossVec3,
  dotVec3,
  type ReadonlyVec3,
  scaleVec3,
  type Vec3,
} from '../../src/math/vec3.ts';
import { convexHull2, hullArea } from '../../src/shapes/hull/hull2.ts';
import { convexHull3 } from '../../src/shapes/hull/hull3.ts';
import { hullVolume } from '../../src/shapes/hull/hull3-queries.ts';

/** One side of a k-DOP: normal · p ≤ offset. */
interface Side {
  readonly normal: ReadonlyVec3;
  readonly offset: number;
}

/** A vertex outside a side by less than this is on it; the bodies have a size of about 1 m. */
const ON_SIDE = 1e-9;

/** Area (8 planes) or volume of a k-DOP: the hull of its vertices, each an intersection of sides. */
export function kdopVolume(kdop: Kdop): number {
  const sides = sidesOf(kdop);
  const corners: Vec3[] = [];
  const offer = (corner: Vec3 | undefined) => {
    if (corner && sides.every(({ normal, offset }) => dotVec3(normal, corner) <= offset + ON_SIDE))
      corners.push(corner);
  };
  const isFlat = kdop.planes === 8;
  sides.forEach((first, i) => {
    sides.slice(i + 1).forEach((second, j) => {
      if (isFlat) offer(intersectionPoint(first, second, { normal: createVec3(0, 0, 1), offset: 0 }));
      else for (const third of sides.slice(i + j + 2)) offer(intersectionPoint(first, second, third));
    });
  });
  const packed = (coordinates: (p: Vec3) => number[]) => Float64Array.from(corners.flatMap(coordinates));
  return isFlat
    ? hullArea(convexHull2(packed(({ x, y }) => [x, y])))
    : hullVolume(convexHull3(packed(({ x, y, z }) => [x, y, z])));
}

function sidesOf({ planes, min, max }: Kdop): Side[] {
  const d = KDOP_DIRECTIONS[planes];
  return Array.from(min, (low, k): Side[] => {
    const normal = createVec3(d[3 * k], d[3 * k + 1], d[3 * k + 2]);
    return [
      { normal, offset: max[k] },
      { normal: scaleVec3(createVec3(), normal, -1), offset: -low },
    ];
  }).flat();
}

/** p = (a (m × n) + b (n × l) + c (l × m)) / l·(m × n); none for planes without a common point. */
function intersectionPoint(p: Side, q: Side, r: Side): Vec3 | undefined {
  const across = crossVec3(createVec3(), q.normal, r.normal);
  const volume = dotVec3(p.normal, across);
  if (Math.abs(volume) < ON_SIDE) return undefined;
  const point = scaleVec3(createVec3(), across, p.offset);
  addScaledVec3(point, point, crossVec3(across, r.normal, p.normal), q.offset);
  addScaledVec3(point, point, crossVec3(across, p.normal, q.normal), r.offset);
  return scaleVec3(point, point, 1 / volume);
}
