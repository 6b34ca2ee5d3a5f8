import { createMat3 } from '../../math/mat3.ts';
import {
  addScaledVec3,
  addVec3,
  createVec3,
  crossVec3,
  dotVec3,
  lengthVec3,
  type ReadonlyVec3,
  scaleVec3,
  subVec3,
  type Vec3,
} from '../../math/vec3.ts';
import { checkAboveZero, describeValue } from '../checks.ts';
import type { BezierPatch } from '../nurbs/bezier.ts';
import { bezierPatch } from '../nurbs/bezier.ts';
import { patchSideCurve, transformPatch } from '../nurbs/subdivide.ts';
import { assembleTiledBody } from './assemble-tiled-body.ts';
import type { SideOwner, TiledBody } from './tiled-body.ts';

/** Directions, about the z axis, of the centres of the three faces; each lies on the sphere centred opposite. */
const DIRECTIONS = [createVec3(1), createVec3(-0.5, Math.sqrt(0.75)), createVec3(-0.5, -Math.sqrt(0.75))];

/**
 * Three patches, three edges, two vertices: the intersection of three solid spheres of radius R [m] whose centres lie at
 * distance a from the z axis, 120 degrees apart, scaled by `scale` along x, y, z. [PG05-10.2]
 */
export function tiledLens(radius: number, offset: number, scale: readonly [number, number, number]): TiledBody {
  checkAboveZero('lens: radius', radius);
  if (!(offset > 0 && offset < radius)) {
    throw new RangeError(`lens: offset must be above zero and below the radius, got ${describeValue(offset)}`);
  }
  scale.forEach((factor, i) => {
    checkAboveZero(`lens: scale[${i}]`, factor);
  });
  const stretch = createMat3(...scale);
  const tip = Math.sqrt(radius * radius - offset * offset);
  const ends = [-tip, tip].map((z) => createVec3(0, 0, z * scale[2]));
  const tangents = DIRECTIONS.map((direction, i) => edgeTangent(direction, DIRECTIONS[(i + 1) % 3], offset, tip));
  // face i lies between edge i - 1 (at u = 0) and edge i (at u = 1)
  const faces = DIRECTIONS.map((_, i) => {
    const before = (i + 2) % 3;
    const sides: Record<'u0' | 'u1' | 'v0' | 'v1', SideOwner> = {
      u0: { kind: 'edge', index: before },
      u1: { kind: 'edge', index: i },
      v0: { kind: 'vertex', index: 0 },
      v1: { kind: 'vertex', index: 1 },
    };
    const lune = transformPatch(lunePatch(tangents[before], tangents[i], tip), stretch, createVec3());
    return { name: `S${i + 1}`, patch: lune, sides };
  });
  const edges = ['Ea', 'Eb', 'Ec'].map((name, i) => ({
    name,
    curve: patchSideCurve(faces[i].patch, 'u1'),
    from: 0,
    to: 1,
    faces: [
      { face: i, side: 'u1' as const, reversed: false },
      { face: (i + 1) % 3, side: 'u0' as const, reversed: false },
    ],
  }));
  const vertices = ends.map((point, i) => ({ name: `V${i}`, point }));
  return assembleTiledBody({ dimension: 3, faces, edges, vertices });
}

/** The tangent at the lower tip of the circle common to two neighbouring spheres: perpendicular to both radii there. */
function edgeTangent(here: ReadonlyVec3, next: ReadonlyVec3, offset: number, tip: number): Vec3 {
  const [a, b] = [here, next].map((direction) => {
    const radius = scaleVec3(createVec3(), direction, offset);
    radius.z = -tip;
    return radius;
  });
  const tangent = crossVec3(createVec3(), a, b);
  return scaleVec3(tangent, tangent, 1 / lengthVec3(tangent));
}

/**
 * The part of a sphere between two circles through its tips V0 = (0, 0, -tip) and V1, which leave V0 along `first` and
 * `last`. With q = V0 - V1, k = |q|² and D the tangents reflected along q and scaled to |q|: weights (ω, q·D/k, ω),
 * control points (V0, V1 + D k / (2 q·D), V1) in every row, ω = 1, c, 1 and the second D = (D_0 + D_2)/(2c), c the cosine
 * of half the angle.
 */
function lunePatch(first: ReadonlyVec3, last: ReadonlyVec3, tip: number): BezierPatch {
  const v0 = createVec3(0, 0, -tip);
  const v1 = createVec3(0, 0, tip);
  const q = subVec3(createVec3(), v0, v1);
  const k = dotVec3(q, q);
  const [d0, d2] = [first, last].map((tangent) => {
    const reflected = addScaledVec3(createVec3(), tangent, q, (-2 * dotVec3(tangent, q)) / k);
    return scaleVec3(reflected, reflected, Math.sqrt(k));
  });
  const c = Math.sqrt((1 + dotVec3(first, last)) / 2);
  const sum = addVec3(createVec3(), d0, d2);
  const midpoint = scaleVec3(sum, sum, 1 / (2 * c));
  const control = new Float64Array(36);
  [d0, midpoint, d2].forEach((d, i) => {
    const omega = i === 1 ? c : 1;
    const w = dotVec3(q, d) / k;
    const controlPoint = addScaledVec3(createVec3(), v1, d, k / (2 * dotVec3(q, d)));
    [v0, controlPoint, v1].forEach(({ x, y, z }, j) => {
      const weight = j === 1 ? w : omega;
      control.set([x * weight, y * weight, z * weight, weight], 4 * (3 * i + j));
    });
  });
  return bezierPatch(2, 2, control);
}
