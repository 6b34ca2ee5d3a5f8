import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contactCoefficients, coplanarityCubic, createCoplanarityCubic } from './coplanarity.ts';
import {
  createEdgeEdgeContact,
  createNodeTriangleContact,
  edgeEdgeContact,
  nodeTriangleContact,
} from './first-contact.ts';
import { createSeparationTime, separationTime } from './min-separation.ts';
import { createNodeQuadContact, nodeQuadContact } from './node-quad.ts';
import { createConstantVelocityMotion, type PointMotion } from './point-motion.ts';
import { createRelativeMotion, loadEdgeEdge, loadNodeTriangle } from './relative-motion.ts';
import { relativeTolerance } from './tolerant.ts';

interface Case {
  id: string;
  kind: string;
  class: 'sure' | 'edge';
  x: number[][];
  v: number[][];
  xs: number[];
  vs: number[];
  dt: number;
  hit: boolean;
  t: string;
  tolT: number;
  weights?: string[];
  normal?: string[];
  gapRate?: string;
  earlierNearMiss?: number[];
  b: string[];
  c: string[];
  u?: string;
  v2?: string;
  triangles: number[];
  cornerWeights: string[];
  d: number;
}

function read(name: string): Case[] {
  const file = new URL(`../../reference/velocity-contact/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')).cases;
}

/** The master's points, then the slave if there is one. */
function motionOf({ x, v, xs, vs, dt }: Case): PointMotion {
  const pack = (rows: number[][], last?: number[]) => Float64Array.from([...rows, ...(last ? [last] : [])].flat());
  return createConstantVelocityMotion(pack(x, xs), pack(v, vs), dt);
}

/** Required accuracy of times in exact mode, as a fraction of the step. */
const TIME = 1e-12;
/** Reference weights are exact; those of this library come from one rounded time and a few rounded products. */
const WEIGHT = 1e-9;

function expectTime(time: number, { t, dt, id }: Case, tolerance = TIME * dt): void {
  expect(Math.abs(time - Number(t)), id).toBeLessThanOrEqual(tolerance);
}

function expectClose(values: ArrayLike<number>, exact: string[], id: string, tolerance = WEIGHT): void {
  exact.forEach((value, i) => {
    expect(Math.abs(values[i] - Number(value)), id).toBeLessThanOrEqual(tolerance);
  });
}

describe('node and triangle: 300 exact results', () => {
  const cases = read('node-triangle');
  const out = createNodeTriangleContact();
  const query = (c: Case, tolerance = 0) => nodeTriangleContact(out, motionOf(c), 3, 0, 1, 2, tolerance);

  it('with tolerance 0 every decision is correct, in both classes, and every time is accurate to 1e-12 of the step', () => {
    for (const c of cases) {
      const { hit, time, safeTime } = query(c);
      expect(hit, c.id).toBe(c.hit);
      if (!hit) continue;
      expectTime(time, c);
      // the exact time has 40 digits, read here to 16
      expect(safeTime, c.id).toBeLessThanOrEqual(Number(c.t) * (1 + 2 ** -52));
      expect(time - safeTime, c.id).toBeLessThanOrEqual(2 * TIME * c.dt);
    }
  });

  it('where the triangle has an area, weights, normal and gap rate agree too', () => {
    for (const c of cases.filter((sure) => sure.hit && sure.class === 'sure' && sure.weights)) {
      const { weights, normal, gapRate } = query(c);
      expectClose(weights, c.weights ?? [], c.id);
      expectClose([normal.x, normal.y, normal.z], c.normal ?? [], c.id);
      const speed = Math.max(...[...c.v, c.vs].flat().map(Math.abs));
      if (c.gapRate) expectClose([gapRate], [c.gapRate], c.id, WEIGHT * speed);
    }
  });

  it('with a tolerance of 1e-12 of the size no contact is missed, and clear misses remain misses', () => {
    for (const c of cases) {
      const tolerance = relativeTolerance(loadNodeTriangle(createRelativeMotion(), motionOf(c), 3, 0, 1, 2));
      const { hit, time } = query(c, tolerance);
      if (c.hit || c.class === 'sure') expect(hit, c.id).toBe(c.hit);
      if (!c.hit) continue;
      const early = (c.earlierNearMiss ?? []).some((t) => Math.abs(time - t) <= c.tolT);
      if (!early) expectTime(time, c, Math.max(c.tolT, TIME * c.dt));
    }
  });

  it('the coefficients b0 to b3 are those of the source', () => {
    for (const c of cases) {
      const cubic = coplanarityCubic(
        createCoplanarityCubic(),
        loadNodeTriangle(createRelativeMotion(), motionOf(c), 3, 0, 1, 2),
      );
      const b = contactCoefficients(cubic, c.dt);
      // 1e-12 of the magnitude A of the products, which is bound / 24 ε; over Δt^i
      const size = cubic.bound / (24 * 2 ** -53);
      for (let i = 0, scale = 1; i < 4; i++, scale *= c.dt) {
        expect(Math.abs(b[i] - Number(c.b[i])) * scale, `${c.id} b${i}`).toBeLessThanOrEqual(1e-12 * size);
        expect(Math.abs(cubic.k[i] - Number(c.b[i]) * scale), `${c.id} bound ${i}`).toBeLessThanOrEqual(
          // the reference is rounded to a double here, and so is its product
          cubic.bound + 2 ** -51 * Math.abs(cubic.k[i]),
        );
      }
    }
  });
});

describe('edge and edge: 150 exact results', () => {
  const cases = read('edge-edge');
  const out = createEdgeEdgeContact();
  const query = (c: Case, tolerance = 0) => edgeEdgeContact(out, motionOf(c), 0, 1, 2, 3, tolerance);

  it('with tolerance 0 every decision is correct, and every time is accurate to 1e-12 of the step', () => {
    for (const c of cases) {
      const { hit, time, u, v } = query(c);
      expect(hit, c.id).toBe(c.hit);
      if (!hit) continue;
      expectTime(time, c);
      if (c.class === 'sure' && c.u && c.v2) expectClose([u, v], [c.u, c.v2], c.id);
    }
  });

  it('with a tolerance of 1e-12 of the size no contact is missed, and clear misses remain misses', () => {
    for (const c of cases) {
      const tolerance = relativeTolerance(loadEdgeEdge(createRelativeMotion(), motionOf(c), 0, 1, 2, 3));
      const { hit, time } = query(c, tolerance);
      if (c.hit || c.class === 'sure') expect(hit, c.id).toBe(c.hit);
      if (c.hit && !c.earlierNearMiss) expectTime(time, c, Math.max(c.tolT, TIME * c.dt));
    }
  });

  it('the coefficients are those of (p2 - p0)·((p1 - p0)×(p3 - p2))', () => {
    for (const c of cases) {
      const cubic = coplanarityCubic(
        createCoplanarityCubic(),
        loadEdgeEdge(createRelativeMotion(), motionOf(c), 0, 1, 2, 3),
      );
      for (let i = 0, scale = 1; i < 4; i++, scale *= c.dt) {
        expect(Math.abs(cubic.k[i] - Number(c.c[i]) * scale), c.id).toBeLessThanOrEqual(
          cubic.bound + 2 ** -51 * Math.abs(cubic.k[i]),
        );
      }
    }
  });
});

describe('node and quadrilateral: 40 exact results', () => {
  const cases = read('quads');
  const out = createNodeQuadContact();

  it.each([0, 1e-12])('tolerance %f: decision, time, first triangle, corner weights and normal', (tolerance) => {
    for (const c of cases) {
      const { hit, time, triangle, weights, normal } = nodeQuadContact(out, motionOf(c), 4, [0, 1, 2, 3], tolerance);
      expect(hit, c.id).toBe(c.hit);
      if (!hit) continue;
      expectTime(time, c);
      if (tolerance === 0) expect(triangle, c.id).toBe(c.triangles[0]);
      else expect(c.triangles, c.id).toContain(triangle);
      expectClose(weights, c.cornerWeights, c.id);
      if (triangle === c.triangles[0]) expectClose([normal.x, normal.y, normal.z], c.normal ?? [], c.id);
    }
  });
});

describe('first time at a distance: 60 exact results', () => {
  it('is never late, and early by less than 2e-7 of the step', () => {
    const out = createSeparationTime();
    for (const c of read('min-separation')) {
      const relativeMotion = loadNodeTriangle(createRelativeMotion(), motionOf(c), 3, 0, 1, 2);
      const { status, time } = separationTime(out, relativeMotion, c.d, c.dt);
      expect(status, c.id).toBe(c.hit ? 'hit' : 'none');
      if (!c.hit) continue;
      expect(time, c.id).toBeLessThanOrEqual(Number(c.t));
      // the distance may exceed d by 1e-6 d when the search stops; 1.7e-7 was measured on larger sets
      expect(Number(c.t) - time, c.id).toBeLessThanOrEqual(2e-7 * c.dt);
    }
  });
});
