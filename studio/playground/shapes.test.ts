import { describe, expect, it } from 'vitest';
import { closest, massProperties, pose, type Shape } from '../../src/index.ts';
import { isPlanarShape, requireCommonSpace } from '../../src/pairs/require-planar.ts';
import { bodiesOfText } from './bodies-of-text.ts';
import { buildBody, buildShape } from './build-body.ts';
import { flightPose } from './flight.ts';
import { answerImpact } from './impact-answer.ts';
import { isPlanarPair } from './planar-pair.ts';
import type { ShapeDocument } from './play-state.ts';
import { PRESETS } from './presets.ts';
import { dimensionsOf, withDimension } from './shape-dimensions.ts';
import { SHAPE_GROUPS } from './shape-kinds.ts';
import { hasSize, stretchShape } from './stretch-shape.ts';

const kinds = SHAPE_GROUPS.flatMap((group) => group.kinds);
const sized = kinds.filter(({ shape }) => hasSize(shape));

describe('a scaled shape', () => {
  it.each(sized)('$label: twice the size has twice the distances', ({ shape }) => {
    const large = buildShape(stretchShape(shape, [2, 2, 2]));
    const small = buildShape(shape);
    const probe = buildShape({ kind: 'point' });
    for (const at of [
      [1.1, 0, 0],
      [0.3, 1.2, 0],
      [-0.8, -0.9, 0],
    ]) {
      const once = closest(small, pose(), probe, pose(at)).distance;
      const twice = closest(large, pose(), probe, pose(at.map((value) => 2 * value))).distance;
      expect(twice).toBeCloseTo(2 * once, 8);
    }
  });

  it.each(sized)('$label: stretched along z it is longer along z, and valid', ({ shape }) => {
    const long = buildShape(stretchShape(shape, [1, 1, 1.5]));
    expect(long.kind).toBe(buildShape(shape).kind);
    const volume = volumeOf(buildShape(shape));
    // round bodies grow as a whole
    if (volume !== undefined) expect(volumeOf(long)).toBeGreaterThan(1.2 * volume);
  });

  it('has dimensions that can be changed one by one', () => {
    const shape: ShapeDocument = { kind: 'extrusion', outline: { kind: 'ellipse', semiAxes: [1, 2] }, halfHeight: 3 };
    expect(dimensionsOf(shape).map(({ label, value }) => [label, value])).toEqual([['Semi-axis x', 1], ['Semi-axis y', 2], ['Half height', 3]]); // biome-ignore format: one list
    expect(withDimension(shape, ['outline', 'semiAxes', 1], 5)).toEqual({ ...shape, outline: { kind: 'ellipse', semiAxes: [1, 5] } }); // biome-ignore format: one shape
  });
});

/** Of spatial bodies [m³]. */
function volumeOf(shape: Shape): number | undefined {
  const isPlanar =
    ['disc', 'polygon', 'segment'].includes(shape.kind) || (shape.kind === 'tiled' && shape.dimension === 2);
  const isOpen = shape.kind === 'brep' && !shape.closed;
  return isPlanar || isOpen ? undefined : massProperties(shape, 1).mass;
}

describe('a planar pair', () => {
  it('is one that the pair table accepts in a plane only', () => {
    // tilted about x: fine in space
    const tilted = pose([0, 0, 0.3], [1, 0.5, 0, 0]);
    const built = kinds.map((kind) => ({ ...kind, made: buildShape(kind.shape) }));
    for (const a of built) {
      for (const b of built) {
        if (a.shape.kind === 'point' || b.shape.kind === 'point') continue;
        const isMixed =
          isPlanarBody(a.made) !== isPlanarBody(b.made) &&
          [a, b].some(({ made }) => made.kind === 'tiled' && made.dimension === 2);
        if (isMixed && !(isEither(a.made) || isEither(b.made))) continue;
        let isAccepted = true;
        try {
          requireCommonSpace(a.made, tilted, b.made, pose());
        } catch {
          isAccepted = false;
        }
        expect([a.name, b.name, isPlanarPair(a.shape, b.shape)]).toEqual([a.name, b.name, !isAccepted]);
      }
    }
  });
});

/** In a plane by its own. */
function isPlanarBody(shape: Shape): boolean {
  return isPlanarShape(shape) || isEither(shape);
}

function isEither({ kind }: Shape): boolean {
  return kind === 'point' || kind === 'segment' || kind === 'halfspace';
}

describe('the motion that is drawn', () => {
  const moving = PRESETS.filter(({ name }) => name === 'box-and-ellipsoid' || name === 'planar');

  it.each(moving)('$label: continues through the impact without a jump, and the bodies separate', ({ state }) => {
    const planar = isPlanarPair(state.A.shape, state.B.shape);
    const bodies = { A: buildBody(state.A, buildShape(state.A.shape), planar), B: buildBody(state.B, buildShape(state.B.shape), planar) }; // biome-ignore format: one pair
    const { impact, response } = answerImpact(bodies.A, bodies.B, state.duration, 0.8, 0.2);
    if (response === undefined) throw new Error('no response');
    const flight = { time: impact.time, response, centroids: { A: bodies.A.mass.centroid, B: bodies.B.mass.centroid } };
    const poseAt = (side: 'A' | 'B', time: number) => flightPose(state[side], side, flight, time);
    for (const side of ['A', 'B'] as const) {
      const [before, after] = [poseAt(side, impact.time), poseAt(side, impact.time + 1e-9)];
      for (const key of ['x', 'y', 'z'] as const) expect(after.position[key]).toBeCloseTo(before.position[key], 8);
      expect(after.rotation.xx).toBeCloseTo(before.rotation.xx, 8);
    }
    const gap = (time: number) =>
      closest(bodies.A.shape, poseAt('A', time), bodies.B.shape, poseAt('B', time)).distance;
    expect(gap(impact.time)).toBeCloseTo(0, 8);
    expect(gap(impact.time + 0.05)).toBeGreaterThan(1e-4);
  });
});

describe('shapes of a text', () => {
  it('are those of the bodies of a scene, with units converted', () => {
    const scene = {
      title: 'Two',
      description: 'Two bodies.',
      world: 'solids',
      bodies: [
        { name: 'ball', shape: { kind: 'sphere', radius: '20 cm' }, mass: 1 },
        { name: 'bowl', shape: { kind: 'smooth', surface: { kind: 'sphere', radius: 0.5 } }, motion: 'fixed', position: [2, 0, 0] }, // biome-ignore format: one body
      ],
      time: { end: 1, method: 'steps' },
    };
    const found = bodiesOfText(JSON.stringify(scene), 'two.json');
    expect(found[0]).toEqual({ name: 'ball', shape: { kind: 'sphere', radius: 0.2 } });
    expect(buildShape(found[1].shape)).toMatchObject({ kind: 'tiled', closed: true });
  });

  it('may be a single shape; an invalid one is rejected by name', () => {
    const lens = { kind: 'lens', radius: 1, offset: 0.4 };
    expect(bodiesOfText(JSON.stringify(lens), 'lens')).toEqual([{ name: 'lens', shape: lens }]);
    expect(() => bodiesOfText('{"kind": "lens", "radius": 1, "offset": 2}', 'lens')).toThrow(/offset/);
    expect(() => bodiesOfText('{"bodies": []}', 'empty')).toThrow(/empty/);
  });
});
