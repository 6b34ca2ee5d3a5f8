/** Pools of the built package: threads run compiled files. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuild } from '../scripts/setup.mjs';
import { createContactBatch, edgeEdgeBatch, nodeTriangleBatch } from '../src/ccd/batch.ts';
import { checkMesh } from '../src/ccd/mesh-check.ts';
import { createConstantVelocityMotion, createEndpointMotion, type PointMotion } from '../src/ccd/point-motion.ts';
import { createRandom } from '../src/math/random.ts';
import { readScene } from '../src/scene/read.ts';
import { createBox } from '../src/shapes/box.ts';
import { createCapsule } from '../src/shapes/capsule.ts';
import { createHalfspace } from '../src/shapes/halfspace.ts';
import { createSurfaceMesh, meshEdges, type SurfaceMesh } from '../src/shapes/mesh.ts';
import { createSphere } from '../src/shapes/sphere.ts';
import { simulate } from '../src/sim/simulate.ts';
import type { createMeshCheckPool as CreateContactPool, MeshCheckPool } from '../src/workers/contact-pool.ts';
import type { createStepPool as CreateStepPool } from '../src/workers/step-pool.ts';
import { createWorld } from '../src/world/create-world.ts';
import { CCD_DATA, hasCcdData } from './ccd-data.ts';
import { commentExamples, hasThreads, runExample } from './examples.ts';
import { exampleText } from './scenes.ts';
import { root } from './sources.ts';

const BUILT = join(root, 'dist/lib/workers.js');
const THREADS = [1, 2, 3, 5];

let createMeshCheckPool: typeof CreateContactPool;
let createStepPool: typeof CreateStepPool;

beforeAll(async () => {
  await ensureBuild();
  ({ createMeshCheckPool, createStepPool } = await import(/* @vite-ignore */ pathToFileURL(BUILT).href));
});

const pools = new Map<number, MeshCheckPool>();

/** One pool for each number of threads: to start a thread takes longer than to check a mesh. */
function poolOf(threads: number): MeshCheckPool {
  const pool = pools.get(threads) ?? createMeshCheckPool({ threads });
  pools.set(threads, pool);
  return pool;
}

afterAll(() => Promise.all([...pools.values()].map((pool) => pool.close())));

/** Sheets of `side` by `side` nodes that cross each other: triangles in one, quads in the next. */
function crossingSheets(seed: number, side: number): { mesh: SurfaceMesh; motion: Record<string, PointMotion> } {
  const random = createRandom(seed);
  const positions: number[] = [];
  const triangles: number[] = [];
  const quads: number[] = [];
  for (let sheet = 0; sheet < 4; sheet++) {
    const first = positions.length / 3;
    for (let i = 0; i < side * side; i++) {
      positions.push((i % side) / side, Math.floor(i / side) / side, 0.1 * sheet + random.between(-0.01, 0.01));
    }
    for (let i = 0; i < side * (side - 1); i++) {
      if (i % side === side - 1) continue;
      const [a, b, c, d] = [0, 1, side + 1, side].map((step) => first + i + step);
      if (sheet % 2 === 0) triangles.push(a, b, c, a, c, d);
      else quads.push(a, b, c, d);
    }
  }
  const mesh = createSurfaceMesh({ positions, triangles, quads });
  const velocities = mesh.positions.map((_, k) => random.between(-1, 1) * (k % 3 === 2 ? 0.3 : 0.02));
  const ends = mesh.positions.map((x, k) => x + velocities[k]);
  return {
    mesh,
    motion: {
      ends: createEndpointMotion(mesh.positions, ends),
      velocities: createConstantVelocityMotion(mesh.positions, velocities, 0.9),
    },
  };
}

describe('a contact pool', () => {
  it.each(['ends', 'velocities'])(
    'gives the bits of the check without one, from any number of threads (%s)',
    async (given) => {
      const { mesh, motion } = crossingSheets(71, 12);
      const expected = checkMesh(mesh, motion[given]);
      expect(expected.contacts.length).toBeGreaterThan(300);
      for (const threads of THREADS) {
        const pool = poolOf(threads);
        expect(pool.threads).toBe(threads);
        expect(await pool.checkMesh(mesh, motion[given])).toEqual(expected);
      }
      const nodesOnly = { search: 'grid', edges: false } as const;
      const found = await poolOf(2).checkMesh(mesh, motion[given], nodesOnly);
      expect(found).toEqual(checkMesh(mesh, motion[given], nodesOnly));
    },
  );

  it('answers pairs as the batches do, two calls at a time', async () => {
    const { mesh, motion } = crossingSheets(72, 20);
    const random = createRandom(73);
    const edges = meshEdges(mesh);
    const draw = (firsts: number, seconds: number) =>
      Int32Array.from({ length: 12_000 }, (_, k) => random.below(k % 2 === 0 ? firsts : seconds));
    const nodePairs = draw(mesh.positions.length / 3, mesh.triangles.length / 3);
    const edgePairs = draw(edges.length / 2, edges.length / 2);
    const expected = [createContactBatch(6000, 3), createContactBatch(6000, 2)];
    nodeTriangleBatch(expected[0], motion['ends'], nodePairs, mesh.triangles);
    edgeEdgeBatch(expected[1], motion['ends'], edgePairs, edges);
    for (const batch of expected) expect(batch.flags.some((flag) => flag % 2 === 1)).toBe(true);
    for (const threads of THREADS) {
      const pool = poolOf(threads);
      const found = await Promise.all([
        pool.nodeTriangle(motion['ends'], nodePairs, mesh.triangles),
        pool.edgeEdge(motion['ends'], edgePairs, edges),
      ]);
      found.forEach(({ times, flags, weights }, k) => {
        expect({ times: times.slice(), flags: flags.slice(), weights: weights.slice() }).toEqual(expected[k]);
      });
    }
  });

  it('returns an empty result for no pairs', async () => {
    const { mesh, motion } = crossingSheets(74, 3);
    const { times } = await poolOf(2).edgeEdge(motion['ends'], new Int32Array(), meshEdges(mesh));
    expect(times.length).toBe(0);
  });

  it('invalid input is rejected, and the pool continues', async () => {
    const { mesh, motion } = crossingSheets(75, 3);
    const { ends } = motion;
    const edges = meshEdges(mesh);
    const numbers = (...values: number[]) => Int32Array.from(values);
    const pool = poolOf(2);
    const other = createEndpointMotion(new Float64Array(3), new Float64Array(3));
    await expect(pool.checkMesh(mesh, other)).rejects.toThrow('the motion has 1 points, the mesh 36 nodes');
    await expect(pool.nodeTriangle(ends, numbers(0), mesh.triangles)).rejects.toThrow('two indices each, got 1');
    await expect(pool.nodeTriangle(ends, numbers(36, 0), mesh.triangles)).rejects.toThrow(
      'pair 0: no point 36 among 36',
    );
    await expect(pool.nodeTriangle(ends, numbers(0, -1), mesh.triangles)).rejects.toThrow('pair 0: no triangle -1');
    await expect(pool.edgeEdge(ends, numbers(0, 1, 0, 999), edges)).rejects.toThrow('pair 1: no edge 999 among');
    await expect(pool.edgeEdge(ends, numbers(0, 0), numbers(0, 36))).rejects.toThrow('edge 0: no point 36 in a motion');
    await expect(pool.edgeEdge(ends, numbers(0, 0), numbers(0))).rejects.toThrow('2 point indices each, got 1');
    expect((await pool.edgeEdge(ends, numbers(0, 5), edges)).flags.length).toBe(1);
    expect(() => createMeshCheckPool({ threads: 0 })).toThrow('threads: must be an integer from 1 to 1024, got 0');
    expect(() => createMeshCheckPool({ threads: 1.5 })).toThrow('got 1.5');
  });

  it('is closed permanently', async () => {
    const { mesh, motion } = crossingSheets(76, 3);
    const pool = createMeshCheckPool({ threads: 2 });
    await pool.close();
    await pool.close();
    await expect(pool.checkMesh(mesh, motion['ends'])).rejects.toThrow('the pool is closed');
  });

  it('does not prevent a process that forgot to close it from ending', () => {
    const script = `
      const { createMeshCheckPool } = await import(${JSON.stringify(pathToFileURL(BUILT).href)});
      const motion = { given: 'ends', start: new Float64Array(12), endOrVelocity: new Float64Array(12), duration: 1 };
      const { flags } = await createMeshCheckPool({ threads: 2 }).edgeEdge(motion, Int32Array.of(0, 1), Int32Array.of(0, 1, 2, 3));
      process.stdout.write(String(flags[0] % 2));`;
    const options = { encoding: 'utf8', timeout: 600_000 } as const;
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], options);
    expect({ status, stdout }).toEqual({ status: 0, stdout: '1' });
  });
});

const scene = new URL('meshes/cloth-funnel', CCD_DATA).href;
const load = (name: string) => new Uint8Array(gunzipSync(readFileSync(new URL(`${scene}.${name}.gz`)))).buffer;

describe('a public scene in a contact pool', () => {
  if (hasCcdData) {
    it('cloth-funnel: the same contacts from any number of threads', async () => {
      const vertices = new Float64Array(load('verts.f64'));
      const half = vertices.length / 2;
      const mesh = createSurfaceMesh({
        positions: vertices.subarray(0, half),
        triangles: new Int32Array(load('faces.i32')),
      });
      const motion = createEndpointMotion(mesh.positions, vertices.slice(half));
      const expected = checkMesh(mesh, motion);
      expect(expected).toMatchObject({ nodeFacePairs: 7_319, edgePairs: 33_770 });
      for (const threads of THREADS) {
        expect(await poolOf(threads).checkMesh(mesh, motion)).toEqual(expected);
      }
    });
  } else {
    it('is absent: its contacts were not checked', () => {
      expect(hasCcdData).toBe(false);
    });
  }
});

describe('a step pool', () => {
  type Pool = ReturnType<typeof CreateStepPool>;

  /** Half a second of an example. */
  const runExample = (name: string, pool?: Pool) => {
    const scene = readScene(exampleText(name), name);
    const unheard = { frame() {}, contact() {}, event() {} };
    const run = simulate({ ...scene, time: { ...scene.time, end: 0.5 } } as typeof scene, unheard, { pool });
    for (;;) {
      const { done, value } = run.next();
      if (done) return value;
    }
  };
  // boxes alone; a hundred and more pairs a step
  const NAME = 'wall-of-boxes';

  /** A pool whose threads have started and take part in everything. */
  const startedPool = async (threads: number): Promise<Pool> => {
    const pool = createStepPool({ threads, adaptive: false });
    while (threads > 1 && pool.helperChunks === 0) {
      runExample(NAME, pool);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return pool;
  };
  const started = new Map<number, Pool>();
  afterAll(() => Promise.all([...started.values()].map((pool) => pool.close())));
  /** Runs a test with each number of threads; the pools serve all tests, since to start one takes longer than most runs. */
  const withPools = async (run: (pool: Pool) => void) => {
    for (const threads of [1, 2, 4]) {
      const pool = started.get(threads) ?? (await startedPool(threads));
      started.set(threads, pool);
      const before = pool.helperChunks;
      run(pool);
      expect(pool.helperChunks > before).toBe(threads > 1);
    }
  };

  it('gives the bits of a run without one, from any number of threads, for one world after another', async () => {
    const expected = runExample(NAME).stateHash;
    await withPools((pool) => {
      for (let k = 0; k < 2; k++) expect(runExample(NAME, pool).stateHash).toBe(expected);
    });
  });

  /** A pile of mixed shapes that is wide enough for several slabs of the solver. */
  const createPile = (pool?: Pool) => {
    const random = createRandom(17);
    const world = createWorld({ timeStep: 1 / 60, ...(pool && { pool }) });
    world.addBody({ shape: createHalfspace([0, 0, 1]) });
    const shapes = [
      createBox([0.2, 0.15, 0.1]),
      createSphere(0.15),
      createCapsule(0.1, 0.15),
      createBox([0.1, 0.1, 0.1]),
    ];
    for (let k = 0; k < 500; k++) {
      const position: [number, number, number] = [
        0.3 * (k % 50),
        0.3 * (Math.floor(k / 50) % 5) + 0.02 * random.next(),
        0.3 + 0.4 * Math.floor(k / 250),
      ];
      world.addBody({ shape: shapes[k % 4], position, density: 500, restitution: k % 7 === 0 ? 0.5 : 0 });
    }
    return world;
  };

  it('gives the same bits from any number of threads for a pile of mixed shapes, and after it is restored', async () => {
    const control = (pool?: Pool) => {
      const world = createPile(pool);
      // both layers have fallen on what is below them
      for (let k = 0; k < 25; k++) world.step();
      const saved = world.snapshot();
      for (let k = 0; k < 8; k++) world.step();
      const { steps } = world.snapshot();
      world.restore(saved);
      for (let k = 0; k < 8; k++) world.step();
      expect(world.snapshot().steps).toEqual(steps);
      return steps;
    };
    const expected = control();
    await withPools((pool) => expect(control(pool)).toEqual(expected));
  });

  it('gives the same bits from any number of threads for a world in which bodies are added, removed and restored', async () => {
    const control = (pool?: Pool) => {
      const random = createRandom(5);
      const world = createWorld({ timeStep: 0.01, ...(pool && { pool }) });
      world.addBody({ shape: createHalfspace([0, 0, 1]) });
      const place = () => [2 * random.next(), 2 * random.next(), 0.2 + 2 * random.next()] as const;
      const add = () => world.addBody({ shape: createBox([0.15, 0.1, 0.1]), position: place(), density: 500 });
      for (let k = 0; k < 60; k++) add();
      let saved = world.snapshot();
      for (let k = 0; k < 120; k++) {
        const bodies = world.bodies();
        if (k % 3 === 0) world.removeBody(bodies[1 + random.below(bodies.length - 1)]);
        if (k % 2 === 0) add();
        if (k === 40) saved = world.snapshot();
        if (k === 60) world.restore(saved);
        world.step();
      }
      return world.snapshot().steps;
    };
    const expected = control();
    await withPools((pool) => expect(control(pool)).toEqual(expected));
  });

  it('serves two worlds in turn', async () => {
    const control = (pool?: Pool) => {
      const worlds = [createPile(pool), createPile(pool)];
      for (let k = 0; k < 20; k++) for (const world of worlds) world.step();
      return worlds.map((world) => world.snapshot().steps);
    };
    const expected = control();
    await withPools((pool) => expect(control(pool)).toEqual(expected));
  });

  it('uses one thread for a world with few contacts, unless told otherwise', async () => {
    const pool = createStepPool({ threads: 2 });
    try {
      const world = createWorld({ pool });
      world.addBody({ shape: createHalfspace([0, 0, 1]) });
      world.addBody({ shape: createSphere(0.1), position: [0, 0, 0.1] });
      for (let k = 0; k < 100; k++) world.step();
      expect(pool.helperChunks).toBe(0);
    } finally {
      await pool.close();
    }
  });

  it('is closed permanently, and rejects an invalid number of threads', async () => {
    const pool = createStepPool({ threads: 2 });
    await pool.close();
    await pool.close();
    expect(() => runExample(NAME, pool)).toThrow('the pool is closed');
    expect(() => createStepPool({ threads: 0 })).toThrow('threads: must be an integer from 1 to 1024, got 0');
  });

  it('reports an error of a thread', async () => {
    const pool = await startedPool(2);
    try {
      // a shape that no search knows: only the threads that search it notice
      const broken = { ...createBox([0.1, 0.1, 0.1]), kind: 'box', halfExtents: undefined } as never;
      const search = { shapes: [broken, broken], radii: [1, 1] };
      expect(() => pool.search(search as never, { count: 64, numbers: new Int32Array(3 * 64) })).toThrow(TypeError);
    } finally {
      await pool.close();
    }
  });

  it('does not prevent a process that forgot to close it from ending', () => {
    const folder = JSON.stringify(pathToFileURL(join(root, 'dist/lib/')).href);
    const script = `
      const { box, createWorld, halfspace } = await import(${folder} + 'index.js');
      const { createStepPool } = await import(${folder} + 'workers.js');
      const pool = createStepPool({ threads: 2, adaptive: false });
      while (pool.helperChunks === 0) {
        const world = createWorld({ pool });
        world.addBody({ shape: halfspace([0, 0, 1]) });
        for (let k = 0; k < 50; k++) world.addBody({ shape: box([0.1, 0.1, 0.1]), position: [0.21 * k, 0, 0.1] });
        for (let k = 0; k < 20; k++) world.step();
      }
      process.stdout.write('ended');`;
    const options = { encoding: 'utf8', timeout: 600_000 } as const;
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], options);
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'ended' });
  });
});

describe('examples in doc comments', () => {
  const examples = commentExamples('src').filter(hasThreads);
  const built = (file: string): Promise<object> =>
    import(/* @vite-ignore */ pathToFileURL(join(root, `dist/lib/${file}.js`)).href);

  it('are there for both pools', () => {
    const names = ['createMeshCheckPool', 'createStepPool'];
    expect(names.filter((name) => !examples.some(({ text }) => text.includes(name)))).toEqual([]);
  });

  it.each(examples)('$name runs, and prints what its comments say', async (example) => {
    const modules = new Map([
      ['appulse', await built('index')],
      ['appulse/meshes', await built('meshes')],
      ['appulse/workers', await built('workers')],
    ]);
    const { printed, promised } = await runExample(example, modules);
    expect(printed).toEqual(promised);
  });
});
