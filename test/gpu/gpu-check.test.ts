/**
 * The check on the GPU against `checkMesh`, on the software adapter of the test browser where there is no GPU. Without any adapter one test says so.
 * APPULSE_GPU_CAMPAIGN=1 runs more queries and larger patches.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { checkMesh, type MeshCheckOptions } from '../../src/ccd/mesh-check.ts';
import { CONTACT_KINDS } from '../../src/ccd/packed-contacts.ts';
import { createConstantVelocityMotion, createEndpointMotion, type PointMotion } from '../../src/ccd/point-motion.ts';
import { createGpuMeshCheckWith, type GpuTestOptions } from '../../src/gpu/gpu-mesh-check.ts';
import { createGpuMeshCheck } from '../../src/gpu/index.ts';
import { sharedGpu } from '../../src/gpu/shared-gpu.ts';
import { createSurfaceMesh, type SurfaceMesh } from '../../src/shapes/mesh.ts';
import { CCD_DATA, hasCcdData } from '../ccd-data.ts';
import { missingGpu } from '../software-adapter.ts';
import { compareQueries, differences } from './compare.ts';
import { nearContacts } from './near-contacts.ts';
import { scenePatch } from './scene-patch.ts';
import { movingSheets } from './sheets.ts';

const missing = await missingGpu();
const isLarge = process.env['APPULSE_GPU_CAMPAIGN'] === '1';

async function compare(
  mesh: SurfaceMesh,
  motions: PointMotion[],
  options: MeshCheckOptions = {},
  testOptions: GpuTestOptions = {},
): Promise<number[]> {
  const gpu = await createGpuMeshCheckWith(mesh, options, testOptions);
  const counts: number[] = [];
  for (const motion of motions) {
    const found = await gpu.check(motion);
    expect([found.by, found.reason]).toEqual(['gpu', undefined]);
    expect(differences(found, checkMesh(mesh, motion, options))).toEqual([]);
    counts.push(found.count);
  }
  gpu.close();
  return counts;
}

function unpack(name: string): ArrayBuffer {
  return new Uint8Array(gunzipSync(readFileSync(new URL(`meshes/${name}.gz`, CCD_DATA)))).buffer;
}

/** The faces around the first pair that a conservative test of the scene flags. */
function patchOf(scene: string, faces: number): { mesh: SurfaceMesh; motion: PointMotion } {
  const vertices = new Float64Array(unpack(`${scene}.verts.f64`));
  const half = vertices.length / 2;
  const [, face] = new Int32Array(unpack(`${scene}.vf.pairs.i32`));
  const frames = {
    start: vertices.slice(0, half),
    end: vertices.slice(half),
    triangles: new Int32Array(unpack(`${scene}.faces.i32`)),
  };
  const { start, end, triangles } = scenePatch(frames, faces, face);
  return { mesh: createSurfaceMesh({ positions: start, triangles }), motion: createEndpointMotion(start, end) };
}

describe.skipIf(missing !== undefined)('createGpuMeshCheck', () => {
  it('triangles and quadrilaterals, end positions: contacts, times and candidates of checkMesh, bit for bit', async () => {
    const { mesh, end } = movingSheets(6, true);
    const motion = createEndpointMotion(mesh.positions, end, 0.3);
    const gpu = await createGpuMeshCheck(mesh);
    const found = await gpu.check(motion);
    const expected = checkMesh(mesh, motion);
    expect(found.by).toBe('gpu');
    expect(found.toMeshCheck()).toEqual(expected);
    expect(new Set(found.kinds).size).toBe(CONTACT_KINDS.length);
    expect(found.openPairs).toBeLessThan(found.count);
    // the same contacts without the order
    const unsorted = await gpu.check(motion, { sorted: false });
    const keys = (of: typeof found) =>
      Array.from(of.times, (time, i) => [time, of.kinds[i], of.first[i], of.second[i]].join());
    expect(keys(unsorted).toSorted()).toEqual(keys(found).toSorted());
    gpu.close();
    expect((await gpu.check(motion)).reason).toBe('the check was closed');
  });

  it('velocities, far from the origin and in several steps that leave the first box', async () => {
    const { mesh, end } = movingSheets(5, true);
    const velocities = end.map((x, k) => (x - mesh.positions[k]) / 0.3);
    const shifted = (offset: number) =>
      createConstantVelocityMotion(
        mesh.positions.map((x) => x + offset),
        velocities,
        0.3,
      );
    const counts = await compare(mesh, [0, 1000, -3].map(shifted));
    expect(Math.min(...counts)).toBeGreaterThan(50);
  });

  it('aligned meshes, where nodes meet edges and corners exactly and at the same time', async () => {
    const { mesh, end } = movingSheets(6, true, 2 ** -7);
    const falling = mesh.positions.map((x, k) => (k % 3 === 2 ? (k < mesh.positions.length / 2 ? 0 : 0.25) : x));
    const below = falling.map((x, k) => (k % 3 === 2 && k >= mesh.positions.length / 2 ? x - 0.5 : x));
    const counts = await compare(mesh, [
      createEndpointMotion(mesh.positions, end),
      createEndpointMotion(falling, below),
    ]);
    expect(Math.min(...counts)).toBeGreaterThan(50);
  });

  it('bodies, slaves and masters: only the pairs that the rules allow', async () => {
    const { mesh, end, bodies } = movingSheets(5, true);
    const motion = createEndpointMotion(mesh.positions, end);
    const lower = Int32Array.from(bodies.keys()).filter((i) => bodies[i] === 0);
    const [all] = await compare(mesh, [motion]);
    const [between] = await compare(mesh, [motion], { bodies });
    const [oneWay] = await compare(mesh, [motion], { slaves: lower, masters: Int32Array.from(bodies.keys()) });
    const [nodes] = await compare(mesh, [motion], { edges: false });
    expect(all).toBeGreaterThanOrEqual(between);
    expect(between).toBeGreaterThan(oneWay);
    expect(oneWay).toBeGreaterThan(0);
    expect(nodes).toBeGreaterThan(0);
  });

  it('lists that are too short grow, and those that may not are processed in parts', async () => {
    const { mesh, end } = movingSheets(7, false);
    const motion = createEndpointMotion(mesh.positions, end);
    const [count] = await compare(mesh, [motion], {}, { maxListBytes: 12_000, leastCapacity: 64 });
    expect(count).toBeGreaterThan(100);
  });

  it('the CPU decides, and says why: asked for, coordinates too large', async () => {
    const { mesh, end } = movingSheets(4, false);
    const motion = createEndpointMotion(mesh.positions, end);
    const expected = checkMesh(mesh, motion);
    const cpu = await createGpuMeshCheck(mesh, { backend: 'cpu' });
    const onCpu = await cpu.check(motion);
    expect([cpu.reason, onCpu.by]).toEqual(['the CPU was asked for', 'cpu']);
    expect(onCpu.toMeshCheck()).toEqual(expected);
    const gpu = await createGpuMeshCheck(mesh);
    const huge = createEndpointMotion(
      mesh.positions.map((x) => 1e60 * x),
      end.map((x) => 1e60 * x),
    );
    const far = await gpu.check(huge);
    expect(far.reason).toMatch(/the nodes extend over 1\.0\d*e\+60 m/);
    expect(differences(far, checkMesh(mesh, huge))).toEqual([]);
  });

  it('invalid input: the errors of checkMesh', async () => {
    const { mesh, end } = movingSheets(2, false);
    const gpu = await createGpuMeshCheck(mesh, { backend: 'cpu' });
    await expect(gpu.check(createEndpointMotion(new Float64Array(3), new Float64Array(3)))).rejects.toThrow(/1 points/);
    const bad = createGpuMeshCheck(mesh, { bodies: new Int32Array(1) });
    await expect(bad).rejects.toThrow(/bodies: one number for each of 18 vertices, got 1/);
    expect(end.length).toBe(mesh.positions.length);
  });
});

describe.skipIf(missing !== undefined)('the error bound of the cull', () => {
  const count = isLarge ? 100_000 : 1500;
  for (const kind of ['vf', 'ee'] as const) {
    it(`${kind}: no near contact is lost, and no time has other bits`, async () => {
      const numbers = nearContacts(kind, count, 2024);
      const result = await compareQueries(kind, numbers);
      expect(result).toMatchObject({ queries: count, falseNegatives: 0, falsePositives: 0, otherTimes: 0 });
      expect(result.hits).toBeGreaterThan(0.3 * count);
      // the test can fail: the narrow bound times 0.1 loses contacts
      const narrow = await compareQueries(kind, numbers, { kind: 'narrow', factor: 0.1 });
      expect(narrow.falseNegatives).toBeGreaterThan(0);
    });
  }
});

describe.skipIf(missing !== undefined || !hasCcdData)('public scenes on the GPU', () => {
  it.each([
    ['cloth-ball', isLarge ? 400 : 100],
    ['armadillo-rollers', isLarge ? 400 : 200],
  ])('%s, a patch of %i faces: identical to checkMesh', async (scene, faces) => {
    const { mesh, motion } = patchOf(scene, faces);
    const [count] = await compare(mesh, [motion]);
    expect(count).toBeGreaterThan(0);
  });
});

// last, since it ends the device of the others
describe.skipIf(missing !== undefined)('a lost device', () => {
  it('the CPU decides from then on, and says why', async () => {
    const { mesh, end } = movingSheets(4, false);
    const motion = createEndpointMotion(mesh.positions, end);
    const expected = checkMesh(mesh, motion);
    const gpu = await createGpuMeshCheck(mesh);
    const shared = await sharedGpu();
    shared.device?.destroy();
    await shared.device?.lost;
    const lost = await gpu.check(motion);
    expect(lost.reason).toMatch(/the GPU device was lost/);
    expect(differences(lost, expected)).toEqual([]);
  });
});

if (missing !== undefined) {
  describe('the check on the GPU: not run', () => {
    it(`because ${missing}`, async () => {
      const { mesh, end } = movingSheets(2, false);
      const gpu = await createGpuMeshCheck(mesh);
      expect(gpu.reason).toBe(missing);
      expect((await gpu.check(createEndpointMotion(mesh.positions, end))).by).toBe('cpu');
    });
  });
}
