import { describe, expect, it } from 'vitest';
import { createMat3, multiplyMat3 } from '../../math/mat3.ts';
import { createPose, type Pose, toWorld } from '../../math/pose.ts';
import { createRandom, type Random } from '../../math/random.ts';
import { createVec3, dotVec3, lengthVec3, type ReadonlyVec3, subVec3 } from '../../math/vec3.ts';
import { boxOfEllipsoid, createVehicleBox, type VehicleBox } from '../../shapes/vehicle-box.ts';
import { createEllipsoidPairs, ellipsoidPair } from '../ellipsoid/ellipsoid-pair.ts';
import { packEllipsoid } from '../ellipsoid/packed-ellipsoid.ts';
import { closestSegmentSegment, createSegmentSegment } from '../features/segment-segment.ts';
import { boxContactNormal, createBoxContactNormal } from './box-contact-normal.ts';
import { isFalseContact } from './false-contact.ts';
import { createRoundedBoxGap, roundedBoxGap } from './rounded-box-gap.ts';

function off(a: ReadonlyVec3, b: ReadonlyVec3): number {
  return lengthVec3(subVec3(createVec3(), a, b));
}

function drawPose(random: Random, range: number): Pose {
  const position = [random.between(-range, range), random.between(-range, range), random.between(-range, range)];
  return createPose(position, [random.normal(), random.normal(), random.normal(), random.normal()]);
}

/** A vehicle for contact queries: a box, and the matrix of its ellipsoid. */
function drawVehicle(random: Random): { box: VehicleBox; b: ReturnType<typeof createMat3>; pose: Pose } {
  const pose = drawPose(random, 4);
  const stretched = createMat3(random.between(1, 4), random.between(1, 2), random.between(0.8, 2));
  stretched.xy = random.between(-0.2, 0.2);
  stretched.zx = random.between(-0.2, 0.2);
  const b = multiplyMat3(createMat3(), pose.rotation, stretched);
  const box = createVehicleBox([0.5, 0.5, 0.5], 0);
  expect(boxOfEllipsoid(box, pose.position, b, 0.3)).toBe('ok');
  return { box, b, pose };
}

function moved(box: VehicleBox, motion: Pose): VehicleBox {
  const { halfExtents, radius } = box;
  const rotation = multiplyMat3(createMat3(), motion.rotation, box.rotation);
  return { center: toWorld(createVec3(), motion, box.center), rotation, halfExtents, radius };
}

describe('boxContactNormal [PATH98-4]', () => {
  it('for 100 000 random pairs n1 is within a right angle of the ellipsoid normal', () => {
    const random = createRandom(1);
    const packed = new Float64Array(24);
    const entry = createEllipsoidPairs(1);
    const found = createBoxContactNormal();
    const [pointA, pointB] = [createVec3(), createVec3()];
    let smallest = 1;
    const vehicles = Array.from({ length: 448 }, () => drawVehicle(random));
    for (let i = 0; i < vehicles.length; i++) {
      packEllipsoid(packed, 0, vehicles[i].box.center, vehicles[i].b);
      for (let j = 0; j < i; j++) {
        packEllipsoid(packed, 1, vehicles[j].box.center, vehicles[j].b);
        entry.fill(0);
        ellipsoidPair(entry, 0, packed, 0, packed, 1);
        Object.assign(pointA, { x: entry[4], y: entry[5], z: entry[6] });
        Object.assign(pointB, { x: entry[7], y: entry[8], z: entry[9] });
        if (boxContactNormal(found, vehicles[i].box, vehicles[j].box, pointA, pointB) !== 'ok') smallest = -1;
        const { x, y, z } = found.normal;
        smallest = Math.min(smallest, x * entry[1] + y * entry[2] + z * entry[3]);
      }
    }
    // 0.29 in an independent program, with other bodies
    expect(smallest).toBeGreaterThan(0.1);
  });

  it('swapping the vehicles reverses the normal exactly; moving both moves it', () => {
    const random = createRandom(2);
    const [one, two] = [createBoxContactNormal(), createBoxContactNormal()];
    const rules = new Set<string>();
    for (let run = 0; run < 2000; run++) {
      const [{ box: a }, { box: b }] = [drawVehicle(random), drawVehicle(random)];
      const [p, q] = [drawPose(random, 3).position, drawPose(random, 3).position];
      boxContactNormal(one, a, b, p, q);
      boxContactNormal(two, b, a, q, p);
      rules.add(one.rule);
      expect(off(two.normal, createVec3(-one.normal.x, -one.normal.y, -one.normal.z))).toBe(0);
      const motion = drawPose(random, 10);
      const [movedP, movedQ] = [p, q].map((point) => toWorld(createVec3(), motion, point));
      boxContactNormal(two, moved(a, motion), moved(b, motion), movedP, movedQ);
      expect(two.rule).toBe(one.rule);
      // rounding error of 10 m, divided by a radius of 0.3 m; nearly opposite normals make their mean less accurate
      const rotated = toWorld(createVec3(), { position: createVec3(), rotation: motion.rotation }, one.normal);
      if (Math.abs(dotVec3(one.normalA, one.normalB)) < 0.999) expect(off(two.normal, rotated)).toBeLessThan(1e-11);
    }
    expect([...rules].sort()).toEqual(['II-1', 'II-2', 'III-1', 'III-2', 'IV']);
  });

  it('two vehicles head-on have the normal along their common axis, and a mirrored corner is a tie', () => {
    const found = createBoxContactNormal();
    const [a, b] = [
      createVehicleBox([2.5, 1.5, 1.45], 0.3),
      createVehicleBox([2.5, 1.5, 1.45], 0.3, createVec3(5, 0.4, 0)),
    ];
    boxContactNormal(found, a, b, createVec3(2.5, 0.2, 0), createVec3(2.5, 0.2, 0));
    expect([found.rule, found.normal]).toEqual(['I', createVec3(1, 0, 0)]);
    // B is A mirrored at the plane x = y: both faces have the same angle
    Object.assign(b.rotation, createMat3(0, 0, 1), { xy: 1, yx: 1 });
    Object.assign(b.center, createVec3(3, 3, 0));
    boxContactNormal(found, a, b, createVec3(2.5, 0.5, 0), createVec3(3.5, 0.5, 0));
    expect(found.rule).toBe('II-tie');
    expect(off(found.normal, createVec3(Math.SQRT1_2, Math.SQRT1_2, 0))).toBeLessThan(1e-15);
  });

  it('a contact point in the centre is an error, not NaN', () => {
    const box = createVehicleBox([2.5, 1.5, 1.45], 0.3);
    const found = createBoxContactNormal();
    expect(boxContactNormal(found, box, box, createVec3(), createVec3(1, 0, 0))).toBe('E_ZERO_RAY');
    expect(boxContactNormal(found, box, box, createVec3(1, 0, 0), createVec3())).toBe('E_ZERO_RAY');
  });
});

describe('roundedBoxGap [PATH98-4.1]', () => {
  it('agrees with alternating projections onto the two cores where they are apart', () => {
    const random = createRandom(5);
    const gap = createRoundedBoxGap();
    let apart = 0;
    for (let run = 0; run < 300; run++) {
      const [{ box: a }, { box: b }] = [drawVehicle(random), drawVehicle(random)];
      roundedBoxGap(gap, a, b);
      expect(Math.abs(roundedBoxGap(createRoundedBoxGap(), b, a).gap - gap.gap)).toBeLessThan(1e-13);
      // slow where the closest points are far along parallel faces, so only clear gaps
      if (gap.core !== 'apart' || gap.gap < 0.5) continue;
      apart++;
      let p = createVec3(b.center.x, b.center.y, b.center.z);
      let q = p;
      for (let k = 0; k < 2000; k++) {
        q = nearestInCore(a, p);
        p = nearestInCore(b, q);
      }
      expect(Math.abs(off(p, q) - 0.6 - gap.gap)).toBeLessThan(1e-6);
    }
    expect(apart).toBeGreaterThan(50);
  });

  it('skips no relevant pair of edges, for random and nearly parallel rotations', () => {
    const random = createRandom(6);
    const segments = createSegmentSegment();
    let apart = 0;
    for (let run = 0; run < 300; run++) {
      const [{ box: a }, { box: b }] = [drawVehicle(random), drawVehicle(random)];
      if (run % 2 === 0) {
        const tilt = createPose([0, 0, 0], [1, ...[1, 2, 3].map(() => 1e-5 * random.normal())]).rotation;
        multiplyMat3(b.rotation, tilt, a.rotation);
      }
      const { gap, core } = roundedBoxGap(createRoundedBoxGap(), a, b);
      if (core !== 'apart') continue;
      apart++;
      const [cornersA, cornersB] = [coreCorners(a), coreCorners(b)];
      let nearest = Math.min(
        ...cornersA.map((corner) => off(corner, nearestInCore(b, corner))),
        ...cornersB.map((corner) => off(corner, nearestInCore(a, corner))),
      );
      for (const [p, q] of EDGES) {
        for (const [r, s] of EDGES) {
          closestSegmentSegment(segments, cornersA[p], cornersA[q], cornersB[r], cornersB[s]);
          nearest = Math.min(nearest, segments.distance);
        }
      }
      // rounding error of a few metres
      expect(Math.abs(nearest - 0.6 - gap)).toBeLessThan(1e-13);
      // a threshold on either side gives a bound on the same side of it
      for (const limit of [gap - 0.1, gap, gap + 0.1]) {
        const bound = roundedBoxGap(createRoundedBoxGap(), a, b, limit, limit).gap;
        expect(bound <= limit).toBe(gap <= limit);
      }
    }
    expect(apart).toBeGreaterThan(100);
  });

  it('filters: the ellipsoids of both examples overlap, but the boxes of the second never do', () => {
    const first = createVehicleBox([2.5, 1.5, 1.45], 0.3);
    const adjacent = createVehicleBox([2.5, 1.5, 1.45], 0.3, createVec3(0.5, -3.6, 0));
    const behind = createVehicleBox([2.5, 1.5, 1.45], 0.3, createVec3(5.1, 1, 0));
    const overlapping = createVehicleBox([2.5, 1.5, 1.45], 0.3, createVec3(4.9, 1, 0));
    expect([adjacent, behind, overlapping].map((box) => isFalseContact('sat', first, box))).toEqual([
      true,
      true,
      false,
    ]);
    expect([adjacent, behind, overlapping].map((box) => isFalseContact('eq1', first, box))).toEqual([
      true,
      false,
      false,
    ]);
    // M15: parallel within a tolerance, in either sense of the axis
    Object.assign(adjacent.rotation, createPose([0, 0], Math.PI + 0.01).rotation);
    expect(isFalseContact('eq1', first, adjacent)).toBe(true);
    expect(isFalseContact('eq1', first, adjacent, 0.005)).toBe(false);
  });
});

/** Bit k of a corner's number is its side along axis k. */
function coreCorners({ center, rotation, halfExtents: h, radius }: VehicleBox) {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((k) => {
    const [x, y, z] = [h.x, h.y, h.z].map((half, axis) => (k & (1 << axis) ? half - radius : radius - half));
    return toWorld(createVec3(), { position: center, rotation }, createVec3(x, y, z));
  });
}

const EDGES = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) =>
  [1, 2, 4].filter((bit) => (k & bit) === 0).map((bit) => [k, k | bit] as const),
);

function nearestInCore(box: VehicleBox, point: ReadonlyVec3) {
  const d = subVec3(createVec3(), point, box.center);
  const { rotation: r, halfExtents: h, radius } = box;
  const clamp = (x: number, half: number) => Math.min(Math.max(x, radius - half), half - radius);
  const local = createVec3(
    clamp(r.xx * d.x + r.yx * d.y + r.zx * d.z, h.x),
    clamp(r.xy * d.x + r.yy * d.y + r.zy * d.z, h.y),
    clamp(r.xz * d.x + r.yz * d.y + r.zz * d.z, h.z),
  );
  return toWorld(createVec3(), { position: box.center, rotation: r }, local);
}
