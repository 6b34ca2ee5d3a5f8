import { describe, expect, it } from 'vitest';
import type { Fields } from './query-operation.ts';
import { runQueryLine } from './run-query.ts';

function ask(fields: object): Fields {
  return JSON.parse(runQueryLine(JSON.stringify(fields), 1).json);
}

const ball = { shape: { kind: 'sphere', radius: 0.5 } };
const ellipsoid = { shape: { kind: 'ellipsoid', semiAxes: [1, 0.7, 0.5] }, position: [2, 0, 0] };

describe('queries about smooth bodies', () => {
  it('worked example: a sphere and an ellipsoid half a metre apart, and their time of impact', () => {
    const close = ask({ op: 'closest', A: ball, B: ellipsoid });
    expect(close).toMatchObject({ distance: expect.closeTo(0.5, 14), status: 'bounded' });
    // rotated by 90° about z the ellipsoid is 0.7 m wide along x
    const rotated = { ...ellipsoid, rotation: [1, 0, 0, 1] };
    expect(ask({ op: 'closest', A: ball, B: rotated }).distance).toBeCloseTo(0.8, 14);
    const coming = { ...rotated, velocity: [-1, 0, 0], angularVelocity: [3, 0, 0] };
    const hit = ask({ op: 'impact', A: ball, B: coming, duration: 2 });
    expect(hit.status).toBe('hit');
    expect(hit.time).toBeCloseTo(0.8, 8);
  });

  it('an ellipsoid uses the exact shape, an ellipse a smooth outline', () => {
    expect(ask({ op: 'closest', A: ellipsoid, B: { shape: { kind: 'point' } } })).toMatchObject({ status: 'exact' });
    const ellipse = { shape: { kind: 'ellipse', semiAxes: [2, '10 cm'] }, angle: 0 };
    const disc = { shape: { kind: 'disc', radius: 0.5 }, position: [3, 0] };
    expect(ask({ op: 'closest', A: ellipse, B: disc }).distance).toBeCloseTo(0.5, 14);
  });

  it('derivatives: moving B away from A by 1 m increases the distance by 1 m', () => {
    const { derivatives } = ask({ op: 'closest', A: ball, B: ellipsoid, derivatives: true }) as Record<string, Fields>;
    const gradient = derivatives.distanceGradient as number[];
    expect(gradient.map((value) => Math.round(value * 1e12) / 1e12 + 0)).toEqual([-1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]);
    const hessian = derivatives.distanceHessian as number[][];
    expect(hessian.length).toBe(12);
    for (let i = 0; i < 12; i++) for (let j = 0; j < i; j++) expect(hessian[i][j]).toBe(hessian[j][i]);
  });

  it('errors of a shape are reported with their path', () => {
    const message = (shape: object) => (ask({ op: 'closest', A: { shape }, B: ball }) as Record<string, Fields>).error;
    expect(message({ kind: 'sphere', radius: -1 })).toMatchObject({ path: 'A.shape.radius', expected: 'above zero' });
    expect(message({ kind: 'sphere' }).message).toBe('A.shape.radius: expected a value, got nothing');
    expect(message({ kind: 'teapot' }).message).toMatch(
      /A.shape.kind: expected segment, halfspace or one of "point".*teapot/,
    );
    expect(message({ kind: 'sphere', radius: 1, size: 2 }).message).toMatch(/A.shape.size: .*not a known key/);
    expect(message({ kind: 'cone', bottomRadius: 0, topRadius: 0, halfHeight: 1 }).path).toBe('A.shape');
    expect(message({ kind: 'hull', vertices: [[0, 0, 0]] }).message).toMatch(
      /^A.shape.vertices: must have at least \d items/,
    );
    const both = { ...ball, angle: 1, rotation: [1, 0, 0, 0] };
    expect(ask({ op: 'closest', A: both, B: ball })).toMatchObject({ error: { path: 'A.angle' } });
    const wall = { shape: { kind: 'halfspace', normal: [0, 1] } };
    expect(ask({ op: 'closest', A: wall, B: ball, derivatives: true })).toMatchObject({
      error: { message: expect.stringMatching(/derivatives: no method for the pair halfspace and tiled/) },
    });
  });
});

describe('queries about solids', () => {
  const box = { shape: { kind: 'box', halfExtents: [0.5, 1, 2] } };
  const cylinder = { shape: { kind: 'cylinder', radius: 0.3, halfHeight: 1 }, position: [2, 0, 0] };

  it('worked example: a box and a cylinder with the keys of the world solids', () => {
    const close = ask({ op: 'closest', world: 'solids', A: box, B: cylinder });
    expect(close).toMatchObject({ distance: expect.closeTo(1.2, 14), status: 'exact', unique: false });
    const hit = ask({ op: 'impact', world: 'solids', A: box, B: { ...cylinder, velocity: [-1, 0, 0] }, duration: 2 });
    expect(hit.time).toBeCloseTo(1.2, 8);
    expect(ask({ op: 'closest', world: 'moon', A: box, B: cylinder })).toMatchObject({ error: { path: 'world' } });
  });

  it('shapes of the world solids only need no world', () => {
    const corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]; // biome-ignore format: one shape a line
    const point = { shape: { kind: 'point' }, position: [-1, 0.2, 0.2] };
    expect(ask({ op: 'closest', A: { shape: { kind: 'hull', vertices: corners } }, B: point }).distance).toBe(1);
    const missing = ask({ op: 'closest', A: { shape: { kind: 'hull' } }, B: point });
    expect(missing).toMatchObject({ error: { path: 'A.shape.vertices' } });
  });

  it('derivatives: the gradient alone for parallel faces, with the reason', () => {
    const over = { ...box, position: [0.1, 0.2, 5] };
    const { derivatives } = ask({ op: 'closest', world: 'solids', A: box, B: over, derivatives: true }) as Record<
      string,
      Fields
    >;
    expect(derivatives).toMatchObject({
      unique: false,
      unavailable: expect.stringMatching(/parallel flat or straight parts/),
    });
    expect((derivatives.distanceGradient as number[])[8]).toBe(1);
  });
});

describe('rays and points', () => {
  const cone = { shape: { kind: 'cone', radius: 1, halfHeight: 2 }, position: [0, 0, 1] };

  it('worked example: down onto the apex of a cone, and past it', () => {
    const down = { op: 'raycast', world: 'solids', body: cone, direction: [0, 0, -1] };
    expect(ask({ ...down, origin: [0, 0, 9] })).toMatchObject({ hit: true, distance: 5, point: [0, 0, 4] });
    expect(ask({ ...down, origin: [0, 0, 9], maxDistance: 4 })).toEqual({ hit: false });
    expect(ask({ ...down, origin: [1.5, 0, 9] })).toEqual({ hit: false });
    expect(ask({ ...down, origin: [1.5, 0, 9], radius: 1 })).toMatchObject({ hit: true, inside: false });
    expect(ask({ ...down, origin: [0, 0, 1] })).toMatchObject({ hit: true, inside: true, distance: 0 });
  });

  it('worked example: the depth of a point in a smooth sphere', () => {
    const inside = ask({ op: 'point-distance', body: ball, point: [0.3, 0, 0] });
    expect(inside.distance).toBeCloseTo(-0.2, 9);
    expect(inside.normal).toEqual([expect.closeTo(1, 8), expect.closeTo(0, 8), expect.closeTo(0, 8)]);
  });

  it('errors are reported with their path', () => {
    expect(ask({ op: 'raycast', body: cone, origin: [0, 0, 9] })).toMatchObject({ error: { path: expect.anything() } });
    const none = { op: 'raycast', world: 'solids', body: cone, origin: [0, 0, 9], direction: [0, 0, 0] };
    expect(ask(none)).toMatchObject({ error: { path: 'direction' } });
    expect(ask({ op: 'point-distance', world: 'solids', body: cone, point: [1] })).toMatchObject({
      error: { path: 'point' },
    });
  });
});
