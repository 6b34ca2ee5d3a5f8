import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import type { Fields } from '../query-operation.ts';
import { runQuery } from '../run-query.ts';
import { decodeFrame, encodeFrame, frameLength, frameNumber } from './frame.ts';
import { type Answer, answerText, type NumberArray } from './message.ts';
import { createQuerySession } from './session.ts';

function openSession() {
  const session = createQuerySession({ version: '1.2.3' });
  let number = 0;
  return async (fields: Fields, arrays: Record<string, NumberArray> = {}): Promise<Answer & { text: Fields }> => {
    const answer = await session.answer(() => ({ fields, arrays }), ++number);
    return { ...answer, text: JSON.parse(answerText(answer)) };
  };
}

const rowsOf = (rows: readonly (readonly number[])[]): NumberArray => ({
  dimensions: [rows.length, rows[0].length],
  values: Float64Array.from(rows.flat()),
});

const BOX = { kind: 'box', halfExtents: [1, 0.5, 0.25] };
const CONE = { kind: 'cone', radius: 0.5, halfHeight: 1 };

describe('batches of the query server', () => {
  const random = createRandom(7);
  const poses = Array.from({ length: 40 }, () => Array.from({ length: 7 }, () => random.between(-2, 2)));
  const body = (shape: object, [x, y, z, ...rotation]: readonly number[], more: object = {}) => ({
    shape,
    position: [x, y, z],
    rotation,
    ...more,
  });

  it('give the numbers of single queries, in arrays and as text', async () => {
    const ask = openSession();
    await ask({ op: 'define', name: 'box', shape: BOX });
    await ask({ op: 'define', name: 'cone', shape: CONE });
    const { text: many } = await ask({ op: 'closest-batch', A: 'box', B: 'cone' }, { posesB: rowsOf(poses) });
    const { text: listed } = await ask({ op: 'closest-batch', A: 'box', B: 'cone', posesB: poses });
    expect(listed).toEqual(many);
    poses.forEach((pose, i) => {
      const one = runQuery({ op: 'closest', world: 'solids', A: { shape: BOX }, B: body(CONE, pose) });
      const [distance, pointA, normal] = [many.distance, many.pointA, many.normal] as [
        number[],
        number[][],
        number[][],
      ];
      expect(distance[i]).toBeCloseTo(one.distance as number, 12);
      expect(Math.hypot(...pointA[i].map((value, k) => value - (one.pointA as number[])[k]))).toBeLessThan(1e-9);
      expect(Math.hypot(...normal[i].map((value, k) => value - (one.normal as number[])[k]))).toBeLessThan(1e-9);
    });
  });

  it('give times of impact, rays and distances of points as single queries do', async () => {
    const ask = openSession();
    await ask({ op: 'define', name: 'box', shape: BOX });
    await ask({ op: 'define', name: 'cone', shape: CONE });
    const velocity = [-1.5, 0.25, 0.5];
    const motion = { posesB: rowsOf(poses.map(([x, ...rest]) => [x + 5, ...rest])), velocitiesB: rowsOf([velocity]) };
    const { text: impacts } = await ask({ op: 'impact-batch', A: 'box', B: 'cone', duration: 6 }, motion);
    const statuses = ['hit', 'none', 'initial-overlap', 'iteration-limit', 'error'];
    const seen = new Set<string>();
    poses.forEach(([x, ...rest], i) => {
      const B = body(CONE, [x + 5, ...rest], { velocity });
      const one = runQuery({ op: 'impact', world: 'solids', A: { shape: BOX }, B, duration: 6 });
      const status = statuses[(impacts.status as number[])[i]];
      seen.add(status);
      expect(status).toBe(one.status);
      expect((impacts.time as number[])[i]).toBeCloseTo(one.time as number, 10);
    });
    expect([...seen].sort()).toEqual(['hit', 'none']);
    const rays = { origins: rowsOf([[0, 0, 5], [9, 9, 9]]), directions: rowsOf([[0, 0, -2]]) }; // biome-ignore format: rows
    const { text: hits } = await ask({ op: 'raycast-batch', body: 'box' }, rays);
    expect(hits).toMatchObject({ distance: [4.75, 0], status: [1, 0], point: [[0, 0, 0.25], [0, 0, 0]] }); // biome-ignore format: rows
    const { text: near } = await ask({ op: 'point-distance-batch', body: 'box', points: [[0, 0, 1], [0, 0, 0.125]] }); // biome-ignore format: rows
    expect(near).toMatchObject({ distance: [0.75, -0.125] });
  });

  it('list items with errors, and answer the others', async () => {
    const ask = openSession();
    await ask({ op: 'define', name: 'box', shape: BOX });
    const rows = rowsOf([[3, 0, 0, 1, 0, 0, 0], [3, 0, 0, 0, 0, 0, 0], [Number.NaN, 0, 0, 1, 0, 0, 0]]); // biome-ignore format: rows
    const { text } = await ask({ op: 'closest-batch', A: 'box', B: 'box' }, { posesB: rows });
    expect(text).toMatchObject({ count: 3, errorCount: 2, distance: [1, 0, 0], status: [0, 4, 4] });
    expect(text.errors).toEqual([
      { index: 1, message: 'the quaternion of the pose is zero' },
      { index: 2, message: 'the pose is not finite' },
    ]);
  });
});

describe('sessions of the query server', () => {
  it('name what is wrong', async () => {
    const ask = openSession();
    const problem = async (fields: Fields, arrays?: Record<string, NumberArray>) =>
      ((await ask(fields, arrays)).text.error as Fields).message;
    expect(await problem({ op: 'hello', protocol: 9 })).toMatch(/^protocol: expected 1, .* got 9$/);
    expect(await problem({ op: 'define', name: 'a', shape: { kind: 'box' } })).toMatch(/^shape\.halfExtents: /);
    expect(await problem({ op: 'closest-batch', A: 'a', B: 'a' })).toMatch(/^A: expected a defined name/);
    await ask({ op: 'define', name: 'a', shape: BOX });
    expect(await problem({ op: 'closest-batch', A: 'a', B: 'a', poseB: [] })).toMatch(/did you mean "posesB"/);
    expect(await problem({ op: 'closest-batch', A: 'a', B: 'a', posesB: [[1, 2]] })).toMatch(/^posesB\[0\]: /);
    const [two, three] = [2, 3].map((count) => rowsOf(Array.from({ length: count }, () => [0, 0, 0, 1, 0, 0, 0])));
    expect(await problem({ op: 'closest-batch', A: 'a', B: 'a' }, { posesA: two, posesB: three })).toMatch(
      /^posesA: expected 1 or 3 rows/,
    );
    expect(await problem({ op: 'no such' })).toMatch(/^op: expected one of/);
    expect(await problem({ op: 'mesh-step', mesh: 'm' })).toMatch(/^mesh: /);
  });

  it('check steps of a mesh whose triangles were sent once', async () => {
    const ask = openSession();
    const positions = rowsOf([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.2, 0.2, 2], [0.4, 0.2, 3], [0.2, 0.4, 3]]); // biome-ignore format: rows
    const triangles = { dimensions: [2, 3], values: Int32Array.of(0, 1, 2, 3, 4, 5) };
    await ask({ op: 'mesh-open', name: 'm' }, { positions, triangles });
    const velocities = rowsOf([0, 0, 0, -4, -4, -4].map((z) => [0, 0, z]));
    const step = { op: 'mesh-step', mesh: 'm', duration: 1 };
    const { text } = await ask(step, { positions, velocities });
    expect(text).toMatchObject({ count: 3, kind: [0, 0, 0], time: [0.5, 0.75, 0.75] });
    expect((text.nodes as number[][])[0]).toEqual([3, 0, 1, 2, -1]);
    expect((await ask({ ...step, duration: 0.25 }, { positions, velocities })).text.count).toBe(0);
    expect((await ask(step, { positions })).text.error).toMatchObject({ path: 'ends' });
  });

  it('check meshes with accelerating nodes, bilinear quads, a thickness and a separation', async () => {
    const ask = openSession();
    const positions = rowsOf([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.2, 0.2, 2], [0.4, 0.2, 3], [0.2, 0.4, 3]]); // biome-ignore format: rows
    const triangles = { dimensions: [2, 3], values: Int32Array.of(0, 1, 2, 3, 4, 5) };
    const velocities = rowsOf(Array.from({ length: 6 }, () => [0, 0, 0]));
    const accelerations = rowsOf([0, 0, 0, -4, -4, -4].map((z) => [0, 0, z]));
    await ask({ op: 'mesh-open', name: 'm' }, { positions, triangles });
    const step = { op: 'mesh-step', mesh: 'm', duration: 1.1 };
    // 2 m at 4 m/s² from rest
    expect((await ask(step, { positions, velocities, accelerations })).text).toMatchObject({ count: 1, time: [1] });
    const problem = async (fields: Fields, arrays: Record<string, NumberArray>) =>
      (await ask(fields, arrays)).text.error as Fields;
    expect(await problem(step, { positions, ends: positions, accelerations })).toMatchObject({ path: 'accelerations' });
    const quads = { dimensions: [1, 4], values: Int32Array.of(0, 1, 2, 3) };
    await ask({ op: 'mesh-open', name: 'q' }, { positions, quads });
    const moving = { positions, velocities, accelerations };
    expect(await problem({ ...step, mesh: 'q' }, moving)).toMatchObject({
      message: expect.stringContaining('bilinear'),
    });
    await ask({ op: 'mesh-open', name: 'q', surface: 'bilinear' }, { positions, quads });
    expect((await ask({ ...step, mesh: 'q' }, moving)).text.count).toBe(0);

    await ask({ op: 'mesh-open', name: 't', thickness: 0.2, edges: false }, { positions, triangles });
    const falling = rowsOf([0, 0, 0, -4, -4, -4].map((z) => [0, 0, z]));
    const { text } = await ask({ ...step, mesh: 't', duration: 1 }, { positions, velocities: falling });
    expect(text).toMatchObject({ count: 3, initial: 0, kind: [0, 0, 0] });
    expect((text.time as number[])[0]).toBeCloseTo(1.8 / 4, 5);
    expect(text).toMatchObject({ required: [0.2, 0.2, 0.2], certain: [1, 1, 1] });
    expect(await problem({ ...step, mesh: 't' }, moving)).toMatchObject({ path: 'accelerations' });
    const thickness = { dimensions: [6], values: Float64Array.of(0.4, 0.4, 0.4, 0, 0, 0) };
    await ask({ op: 'mesh-open', name: 'n', separation: 0.1, edges: false }, { positions, triangles, thickness });
    const { text: own } = await ask({ ...step, mesh: 'n', duration: 1 }, { positions, velocities: falling });
    expect((own.time as number[])[0]).toBeCloseTo(1.7 / 4, 5);
    expect(await problem({ op: 'mesh-open', name: 'x', rings: 1 }, { positions, triangles })).toMatchObject({
      path: 'rings',
    });
  });

  it('advance a world, with forces and snapshots', async () => {
    const ask = openSession();
    const scene = {
      world: 'solids',
      title: 'A ball',
      description: 'A force acts on it.',
      bodies: [{ name: 'ball', shape: { kind: 'sphere', radius: 0.5 }, mass: 2 }],
      time: { end: 10, method: 'steps', step: 0.1 },
    };
    const open = await ask({ op: 'world-open', name: 'w', scene });
    expect(open.text).toMatchObject({ time: 0, bodies: ['ball'], orientation: [[1, 0, 0, 0]] });
    const { text: saved } = await ask({ op: 'world-snapshot', world: 'w' });
    await ask({ op: 'world-apply', world: 'w', body: 'ball', force: [4, 0, 0] });
    const { text: moved } = await ask({ op: 'world-step', world: 'w', steps: 2 });
    expect((moved.velocity as number[][])[0][0]).toBeCloseTo(0.2, 12);
    const { text: back } = await ask({ op: 'world-restore', world: 'w', snapshot: saved.snapshot });
    expect(back).toMatchObject({ time: 0, velocity: [[0, 0, 0]] });
    expect((await ask({ op: 'world-restore', world: 'w', snapshot: 7 })).text.error).toMatchObject({
      path: 'snapshot',
    });
  });
});

describe('frames', () => {
  it('restore fields, arrays and the number', () => {
    const arrays = {
      indices: { dimensions: [3], values: Int32Array.of(1, -2, 3) },
      numbers: { dimensions: [2, 2], values: Float64Array.of(0.1, -0, 1e300, Number.NEGATIVE_INFINITY) },
    };
    const frame = encodeFrame({ fields: { text: 'ä', value: 3 }, arrays }, 77);
    expect(frameLength(frame)).toBe(frame.length);
    expect(frameNumber(frame)).toBe(77);
    expect(decodeFrame(frame)).toEqual({ fields: { text: 'ä', value: 3 }, arrays });
  });

  it('of a thousand mutations are read, or rejected with a reason', () => {
    const values = Float64Array.of(1, 2, 3, 4, 5, 6);
    const good = encodeFrame({ fields: { op: 'x' }, arrays: { rows: { dimensions: [2, 3], values } } }, 1);
    const random = createRandom(3);
    let rejected = 0;
    for (let k = 0; k < 1000; k++) {
      const frame = good.slice();
      for (let i = 0; i <= k % 3; i++) frame[random.below(frame.length)] = random.below(256);
      if (frameLength(frame) !== frame.length) continue;
      try {
        decodeFrame(frame);
      } catch (error) {
        expect((error as Error).name).toBe('QueryError');
        rejected++;
      }
    }
    expect(rejected).toBeGreaterThan(100);
  });
});
