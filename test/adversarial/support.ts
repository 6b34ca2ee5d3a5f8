import type { ReadonlyMat3 } from '../../src/math/mat3.ts';
import type { Shape } from '../../src/shapes/shape.ts';
import type { Placed } from '../contract/draw-pair.ts';
import {
  absolute,
  add,
  dot,
  type Extended,
  type ExtendedVector,
  extended,
  fromVec3,
  largest,
  length,
  multiply,
  sqrt,
  subtract,
  subtractVectors,
  vector,
  ZERO,
} from './extended.ts';

// Support functions h(n) = max n·x over a body, each from the definition of its shape, in double-double arithmetic. None of the library's
// searches is used.

/** Transpose of `m` times `v`: a world direction in body axes. */
export function toBodyAxes(m: ReadonlyMat3, v: ExtendedVector): ExtendedVector {
  return {
    x: dot(vector(m.xx, m.yx, m.zx), v),
    y: dot(vector(m.xy, m.yy, m.zy), v),
    z: dot(vector(m.xz, m.yz, m.zz), v),
  };
}

/** `m` times `v`: a body direction in world axes. */
export function toWorldAxes(m: ReadonlyMat3, v: ExtendedVector): ExtendedVector {
  return {
    x: dot(vector(m.xx, m.xy, m.xz), v),
    y: dot(vector(m.yx, m.yy, m.yz), v),
    z: dot(vector(m.zx, m.zy, m.zz), v),
  };
}

/** Products that may be the largest, in parts of the largest one found with doubles: far more than their rounding. */
const NEARLY_LARGEST = 1e-13;

/** max d·v over packed vertices with two or three coordinates each. */
function supportOfVertices(vertices: ArrayLike<number>, dimension: 2 | 3, d: ExtendedVector): Extended {
  const height = (i: number) =>
    vertices[i] * d.x[0] + vertices[i + 1] * d.y[0] + (dimension === 3 ? vertices[i + 2] * d.z[0] : 0);
  let [most, size] = [Number.NEGATIVE_INFINITY, 0];
  for (let i = 0; i < vertices.length; i += dimension) {
    most = Math.max(most, height(i));
    for (let k = 0; k < dimension; k++) size = Math.max(size, Math.abs(vertices[i + k]));
  }
  let result: Extended = [Number.NEGATIVE_INFINITY, 0];
  for (let i = 0; i < vertices.length; i += dimension) {
    if (height(i) < most - NEARLY_LARGEST * size) continue;
    const exact = dot(vector(vertices[i], vertices[i + 1], dimension === 3 ? vertices[i + 2] : 0), d);
    if (result[0] === Number.NEGATIVE_INFINITY) result = exact;
    else result = largest(result, exact);
  }
  return result;
}

/** Support function of a shape in its own axes along `d`; of a non-convex one that of its convex hull. Undefined for half-spaces. */
export function supportInBody(shape: Shape, d: ExtendedVector): Extended | undefined {
  const times = (k: number, value: Extended) => multiply(extended(k), value);
  const radial = () => sqrt(add(multiply(d.x, d.x), multiply(d.y, d.y)));
  switch (shape.kind) {
    case 'point':
      return ZERO;
    case 'segment':
      return largest(dot(fromVec3(shape.start), d), dot(fromVec3(shape.end), d));
    case 'disc':
      return times(shape.radius, radial());
    case 'polygon':
      return supportOfVertices(shape.vertices, 2, d);
    case 'sphere':
      return times(shape.radius, length(d));
    case 'capsule':
      return add(times(shape.radius, length(d)), times(shape.halfHeight, absolute(d.z)));
    case 'box': {
      const { halfExtents: h, radius: r } = shape;
      const core = (['x', 'y', 'z'] as const).map((axis) =>
        multiply(subtract(extended(h[axis]), extended(r)), absolute(d[axis])),
      );
      return core.reduce(add, times(r, length(d)));
    }
    case 'cylinder':
      return add(times(shape.radius, radial()), times(shape.halfHeight, absolute(d.z)));
    case 'cone':
      return largest(
        times(1.5 * shape.halfHeight, d.z),
        subtract(times(shape.radius, radial()), times(0.5 * shape.halfHeight, d.z)),
      );
    case 'hull':
      return supportOfVertices(shape.vertices, 3, d);
    case 'trimesh':
      return supportOfVertices(shape.positions, 3, d);
    case 'ellipsoid': {
      const { x: a, y: b, z: c } = shape.semiAxes;
      const v = toBodyAxes(shape.deformation, d);
      return length({ x: times(a, v.x), y: times(b, v.y), z: times(c, v.z) });
    }
    case 'compound':
      return shape.pieces
        .map(({ shape: piece, pose }) => {
          const own = supportInBody(piece, toBodyAxes(pose.rotation, d));
          return own && add(own, dot(fromVec3(pose.position), d));
        })
        .reduce((most, value) => (most && value ? largest(most, value) : (most ?? value)));
    default:
      return undefined;
  }
}

/** max n·(x - origin) over a body; undefined where there is no maximum or no closed form. */
export function supportAlong({ shape, pose }: Placed, n: ExtendedVector, origin: ExtendedVector): Extended | undefined {
  const offset = dot(n, subtractVectors(fromVec3(pose.position), origin));
  if (shape.kind === 'halfspace')
    return halfSpaceSupport(toWorldAxes(pose.rotation, fromVec3(shape.normal)), n, offset);
  const own = supportInBody(shape, toBodyAxes(pose.rotation, n));
  return own && add(own, offset);
}

/** A half-space is bounded along its own normal only; how far `n` may deviate from it is rounding. */
const SAME_DIRECTION = 1e-14;

function halfSpaceSupport(up: ExtendedVector, n: ExtendedVector, offset: Extended): Extended | undefined {
  const deviation = subtractVectors(up, n);
  return length(deviation)[0] < SAME_DIRECTION ? offset : undefined;
}

/**
 * Width of the gap between two bodies along the unit vector `n` from A to B [m]: a lower bound of the distance of convex bodies where it
 * is positive, an upper bound of the penetration depth with its sign changed where it is negative.
 */
export function gapAlong(a: Placed, b: Placed, n: ExtendedVector): Extended | undefined {
  const origin = fromVec3(a.pose.position);
  const along = supportAlong(a, n, origin);
  const against = supportAlong(b, { x: negated(n.x), y: negated(n.y), z: negated(n.z) }, origin);
  return along && against && negated(add(along, against));
}

function negated([high, low]: Extended): Extended {
  return [-high, -low];
}
