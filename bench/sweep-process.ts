/**
 * `node sweep-process.js pool|thread END COUNT`: a sweep of COUNT runs of END seconds in a separate process, through a pool of one thread or directly.
 * Prints the wall-clock time of the second half of the runs [s], when all code is compiled, and the sum of the energies at their ends.
 */
import { readFileSync } from 'node:fs';
import { readSweep, runCase } from 'appulse/sweeps';
import { runSweep } from 'appulse/workers';

const [way, end, runs] = process.argv.slice(2);
const count = Number(runs);
const scene = JSON.parse(
  readFileSync(new URL('../../examples/elastic-polygons-in-a-box.scene.json', import.meta.url), 'utf8'),
);
const spec = {
  scene,
  axes: [{ path: 'time.end', range: { from: Number(end), to: 1.01 * Number(end), count } }],
  outputs: ['collisions'],
};

let half = 0;
let finished = 0;
let sum = 0;
const add = (collisions: number) => {
  sum += collisions;
  if (++finished <= count / 2) half = performance.now();
};
if (way === 'pool') {
  await runSweep(spec, { threads: 1, onResult: (row) => add(Number(row['collisions'])) });
} else {
  const sweep = readSweep({ text: JSON.stringify(spec), name: 'sweep' });
  for (let run = 0; run < count; run++) add(Number(runCase(sweep, run).outputs[0]));
}
process.stdout.write(JSON.stringify({ seconds: 1e-3 * (performance.now() - half), sum }));
