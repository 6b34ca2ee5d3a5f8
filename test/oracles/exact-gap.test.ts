import { describe, expect, it } from 'vitest';
import { createPose } from '../../src/math/pose.ts';
import { createBox } from '../../src/shapes/box.ts';
import { createSurfaceMesh } from '../../src/shapes/mesh.ts';
import { createPoint } from '../../src/shapes/point.ts';
import { createSegment } from '../../src/shapes/segment.ts';
import { createSphere } from '../../src/shapes/sphere.ts';
import { createTrimesh } from '../../src/shapes/trimesh.ts';
import { exactGap } from './exact-gap.ts';

const triangle = (...positions: number[]) => createTrimesh(createSurfaceMesh({ positions, triangles: [0, 1, 2] }));
const at = (x: number, y: number, z: number) => createPose([x, y, z]);

describe('gaps in rational arithmetic', () => {
  it('has the distances of points, segments, triangles and boxes that are known by hand', () => {
    const point = createPoint();
    const flat = triangle(0, 0, 0, 4, 0, 0, 0, 3, 0);
    const gap = (z: number, x = 1) => exactGap({ shape: point, pose: at(x, 1, z) }, { shape: flat, pose: at(0, 0, 0) });
    expect(gap(2)).toMatchObject({ distance: 2, overlapping: false });
    expect(gap(0)).toMatchObject({ distance: 0, overlapping: true });
    // beyond the edge 3x + 4y = 12 by (3·4 + 4·1 - 12)/5
    expect(gap(0, 4)?.distance).toBeCloseTo(0.8, 15);
    const [box, segment] = [createBox([1, 1, 1]), createSegment([-1, 0, 0], [1, 0, 0])];
    const boxes = exactGap({ shape: box, pose: at(0, 0, 0) }, { shape: box, pose: at(5, 6, 0) });
    expect(boxes).toMatchObject({ distance: 5, overlapping: false });
    const edge = exactGap({ shape: segment, pose: at(0, 4, 5) }, { shape: box, pose: at(0, 0, 0) });
    expect(edge).toMatchObject({ distance: 5, overlapping: false });
    const grown = exactGap({ shape: createSphere(2), pose: at(0, 4, 5) }, { shape: box, pose: at(0, 0, 0) });
    expect(grown).toMatchObject({ distance: 3, overlapping: false });
  });

  it('distinguishes a body inside another from one next to it, and crossing triangles from adjacent ones', () => {
    const [outer, inner] = [createBox([2, 2, 2]), createBox([0.5, 0.5, 0.5])];
    const contained = exactGap({ shape: inner, pose: at(0.5, 0, 0) }, { shape: outer, pose: at(0, 0, 0) });
    expect(contained).toMatchObject({ distance: 1, overlapping: true });
    const a = triangle(-1, -1, 0, 1, -1, 0, 0, 1, 0);
    const b = triangle(0, 0, -1, 0, 0, 1, 0, 5, 0);
    expect(exactGap({ shape: a, pose: at(0, 0, 0) }, { shape: b, pose: at(0, 0, 0) })?.overlapping).toBe(true);
    expect(exactGap({ shape: a, pose: at(0, 0, 0) }, { shape: b, pose: at(3, 0, 0) })?.overlapping).toBe(false);
  });

  it('detects a gap of one unit in the last place, also far from the origin', () => {
    const a = triangle(0, 0, 0, 1, 0, 0, 0, 1, 0);
    const up = exactGap({ shape: a, pose: at(0, 0, 1e6) }, { shape: a, pose: at(0, 0, 1e6 + 2 ** -33) });
    expect(up).toMatchObject({ distance: 2 ** -33, overlapping: false });
  });
});
