import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as core from './browser-core.ts';
import { openPage } from './shared-browser.ts';

type Core = typeof core;

/**
 * Functions evaluated in Node and in a browser tab. They are passed as text, so they use only their argument; their
 * answers are plain numbers.
 */
const QUERY_OPERATIONS: Record<string, (core: Core) => number[]> = {
  'poses rotated by an angle': ({ pose }) =>
    Array.from({ length: 1000 }, (_, i) => pose([i, -i], i * 0.37)).flatMap(({ position, rotation }) => [
      ...Object.values(position),
      ...Object.values(rotation),
    ]),
  'poses rotated by a quaternion': ({ pose }) =>
    Array.from({ length: 1000 }, (_, i) => pose([0, 0, i], [1, i / 7, -i / 11, 3])).flatMap(({ rotation }) =>
      Object.values(rotation),
    ),
  'closest points of rotated polygons': ({ closest, polygon, pose }) => {
    const shapes = [3, 5, 8].map((sides) =>
      polygon(Array.from({ length: sides }, (_, k) => [sides * ((k * k) % 7), k * (sides - k)]).slice(0, 3)),
    );
    return Array.from({ length: 300 }, (_, i) => {
      const found = closest(shapes[i % 3], pose([0, 0], i), shapes[(i + 1) % 3], pose([9 + (i % 40), i % 7], -2 * i));
      return [found.distance, ...Object.values(found.pointA), ...Object.values(found.normal)];
    }).flat();
  },
  'times of impact of spinning polygons': ({ impact, motion, polygon, pose, vec3 }) => {
    const box = polygon([[-1, -1], [1, -1], [1, 1], [-1, 1]]); // biome-ignore format: one shape a line
    return Array.from({ length: 200 }, (_, i) => {
      const a = motion(pose([0, 0], i), vec3(1, 0), vec3(0, 0, i / 20));
      const b = motion(pose([6, i / 100], -i), vec3(-1, 0.1), vec3(0, 0, -i / 30));
      const found = impact(box, a, box, b, 5);
      return [found.time, ...Object.values(found.pointA), found.closingSpeed];
    }).flat();
  },
  'a pile of boxes and spheres that settles, solved in WebAssembly': ({ box, createWorld, halfspace, sphere }) => {
    const world = createWorld({ timeStep: 1 / 60 });
    world.addBody({ shape: halfspace([0, 0, 1]) });
    for (let k = 0; k < 20; k++) {
      const shape = k % 3 === 0 ? sphere(0.2) : box([0.2, 0.15, 0.25]);
      world.addBody({ shape, position: [0.1 * (k % 4), 0.07 * (k % 3), 0.4 + 0.6 * k], density: 500 });
    }
    while (world.time < 3) world.step();
    const positions = world.bodies().flatMap((body) => Object.values(world.state(body).position));
    return [world.solverKernel === 'wasm' ? 1 : 0, ...positions];
  },
  'the functions of the engine that the core may use': () => {
    const { acos, asin, atan, atan2, cbrt, exp, expm1, hypot, log, log10, log1p, log2, sqrt, tan } = Math;
    return Array.from({ length: 2000 }, (_, i) => (i + 1) / 2000).flatMap((x) => [
      ...[acos, asin, atan, cbrt, exp, expm1, log, log10, log1p, log2, sqrt, tan].map((f) => f(x)),
      ...[atan, cbrt, exp, expm1, log, log10, log1p, log2, sqrt, tan].map((f) => f(x * 700)),
      ...[atan2, hypot].flatMap((f) => [f(x, 1 - x), f(-x * 1e3, x * x)]),
      x ** 2,
    ]);
  },
};

function answer(operation: (core: Core) => number[], given: Core): { numbers: number[]; hash: string } {
  const numbers = operation(given);
  return { numbers, hash: given.hashNumbers(numbers) };
}

/** The core as one script that sets `globalThis.appulse`, made as a user's bundler would. */
async function bundle(): Promise<string> {
  const entry = fileURLToPath(new URL('browser-core.ts', import.meta.url));
  const lib = { entry, name: 'appulse', formats: ['iife' as const], fileName: 'core' };
  const result = await build({ configFile: false, logLevel: 'warn', build: { write: false, lib } });
  if (!Array.isArray(result)) throw new Error('vite gave no bundle');
  return result[0].output[0].code;
}

let page: Page;

beforeAll(async () => {
  page = await openPage();
  await page.addScriptTag({ content: await bundle() });
});

afterAll(() => page?.context().close());

it.for(Object.entries(QUERY_OPERATIONS))('a browser tab gives the same bits as Node: %s', async ([, operation]) => {
  const inTab = await page.evaluate<ReturnType<typeof answer>>(`(${answer})(${operation}, appulse)`);
  expect(inTab).toEqual(answer(operation, core));
});
