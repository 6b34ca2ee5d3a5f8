import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const file = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Steps of the loop on the path of its scene; prints the bytes that the heap grew by per step in each batch. */
const PROGRAM = `
  const { readFileSync } = await import('node:fs');
  const { createMovingPose, movingPoseAt, readScene } = await import(${JSON.stringify(file('src/index.ts'))});
  const { createHapticLoop, stepHapticLoop } = await import(${JSON.stringify(file('src/entries/tracking.ts'))});
  const scene = readScene(readFileSync(${JSON.stringify(file('examples/haptic-tool.scene.json'))}, 'utf8'), 'haptic');
  const loop = createHapticLoop(scene, { warmUpSteps: 5000 });
  const handle = createMovingPose();
  const grown = [];
  for (let batch = 0; batch < 5; batch++) {
    const before = process.memoryUsage().heapUsed;
    for (let k = 0; k < 500; k++) stepHapticLoop(loop, movingPoseAt(handle, scene.couplers[0].handle, loop.time));
    grown.push((process.memoryUsage().heapUsed - before) / 500);
  }
  process.stdout.write(JSON.stringify({ grown, time: loop.time, failure: loop.failure ?? null }));
`;

it('a step of the haptic loop allocates next to nothing after the warm-up', () => {
  // a process of its own, with a heap so large that nothing is collected meanwhile
  const options = ['--min-semi-space-size=128', '--max-semi-space-size=128'];
  const source = ['--import', file('scripts/load-typescript.mjs'), '--input-type=module', '-e', PROGRAM];
  const { grown, time, failure } = JSON.parse(
    execFileSync(process.execPath, [...options, ...source], { encoding: 'utf8' }),
  );
  expect(failure).toBe(null);
  expect(time).toBeCloseTo(2.5, 9);
  const sorted = (grown as number[]).sort((a, b) => a - b);
  // a few dozen bytes; boxed numbers made it 4400
  expect(sorted[2]).toBeLessThan(1000);
  expect(sorted[2]).toBeGreaterThanOrEqual(0);
});
