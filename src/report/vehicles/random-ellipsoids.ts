import { exp, log } from '../../math/exponential.ts';
import { createPose } from '../../math/pose.ts';
import type { Random } from '../../math/random.ts';
import { ELLIPSOID_STRIDE, packPosedEllipsoid } from '../../narrow/ellipsoid/packed-ellipsoid.ts';
import { createEllipsoid } from '../../shapes/ellipsoid.ts';

/** Packed ellipsoids 0.5 to 2 m long, with semi-axes down to 1/aspect of that, turned anyhow, their centres in a cube. */
export function randomEllipsoids(random: Random, count: number, aspect: number, reach: number): Float64Array {
  const packed = new Float64Array(ELLIPSOID_STRIDE * count);
  const within = () => random.between(-reach, reach);
  const share = () => exp(random.between(-log(aspect), 0));
  for (let k = 0; k < count; k++) {
    const size = random.between(0.5, 2);
    // the thinnest axis has the whole ratio
    const shape = createEllipsoid([size, size * share(), size / aspect]);
    const turn = [random.normal(), random.normal(), random.normal(), random.normal()];
    packPosedEllipsoid(packed, k, shape, createPose([within(), within(), within()], turn));
  }
  return packed;
}
