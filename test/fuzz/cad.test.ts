import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readCad } from '../../src/entries/cad.ts';
import { closest, massProperties, point, pose } from '../../src/index.ts';
import type { Brep } from '../../src/shapes/brep/brep.ts';
import { triangulateBrep } from '../../src/shapes/brep/triangulate-brep.ts';
import { root } from '../sources.ts';
import { runCampaign } from './campaign.ts';
import { namedOutcome } from './judge.ts';
import { mutateBytes, mutateText } from './mutate-bytes.ts';
import { bytesOf, type Target } from './target.ts';
import { createWatchdog } from './watchdog.ts';

/**
 * Mutated CAD files, separate from the other readers because a case takes milliseconds: 60 of the text format by default, 12 each of the
 * IGES files, and 6 each of those that packages read. `FUZZ_CASES=100000` makes 10 000, 2000 and 1000 of them.
 */
const CASES = Number(process.env['FUZZ_CASES'] ?? 600);
/** OpenCascade reads the parts in milliseconds; some mutated files make it loop without end [s]. */
const TIME_LIMIT = 20;
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);

const data = (name: string) => readFileSync(join(root, 'test/data/cad', name), 'latin1');

function cadTarget(name: string, file: string, fraction: number, isText = true): Target {
  const text = data(file);
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  return {
    name,
    fraction,
    atLeast: {},
    make: (random) =>
      new Map([[file, isText && random.next() < 0.8 ? mutateText(random, text) : mutateBytes(random, bytes)]]),
    async feed(input) {
      try {
        const partial = await readCad(file, bytesOf(input, file), { partial: true, timeLimit: TIME_LIMIT });
        checkBody(partial.body);
        const { body, faces } = await readCad(file, bytesOf(input, file), { timeLimit: TIME_LIMIT });
        checkBody(body);
        if (faces.some(({ status }) => status === 'unusable')) throw new Error('a face is left out without "partial"');
        return 'accepted';
      } catch (error) {
        return namedOutcome(error);
      }
    },
  };
}

/** Whatever was changed: distances are finite, and a closed body encloses the volume that its triangles enclose. */
function checkBody(body: Brep): void {
  const { distance, errorBound } = closest(point(), pose([0.1, 0.2, 0.3]), body, pose());
  if (!(Number.isFinite(distance) && errorBound >= 0)) throw new Error(`a distance that is not finite: ${distance}`);
  if (!body.closed) return;
  const { mass } = massProperties(body, 1);
  if (!(mass > 0 && Number.isFinite(mass))) throw new Error(`a closed body with the volume ${mass}`);
  const { positions, triangles } = triangulateBrep(body, 0.01 * body.radius);
  const corner = (k: number) => Array.from({ length: 3 }, (_, axis) => positions[3 * triangles[k] + axis]);
  let volume = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const [[a, b, c], [d, e, f], [g, h, i]] = [corner(k), corner(k + 1), corner(k + 2)];
    volume += (a * (e * i - f * h) + b * (f * g - d * i) + c * (d * h - e * g)) / 6;
  }
  if (!(Math.abs(volume / mass - 1) < 0.05))
    throw new Error(`a volume of ${mass} m³ whose triangles enclose ${volume} m³`);
}

const targets = [
  cadTarget('the text format of OpenCascade', 'cylinder-with-hole.brep', 0.1),
  cadTarget('STEP', 'cylinder-with-hole.step', 0.01),
  cadTarget('IGES solids', 'cylinder-with-hole.igs', 0.02),
  cadTarget('IGES trimmed surfaces', 'cylinder-with-hole-faces.igs', 0.02),
  cadTarget('3dm', 'cylinder.3dm', 0.01, false),
];

describe('mutated CAD files are used or rejected by name', () => {
  const watchdog = createWatchdog();
  afterAll(() => watchdog.stop());

  it.each(targets)('$name', async (target) => {
    const folder = join(root, 'node_modules/.cache/appulse/fuzz');
    const count = Math.ceil(CASES * target.fraction);
    const { failures, ...outcomes } = await runCampaign(target, { seed: SEED, first: 0, count, folder, watchdog });
    expect(failures).toEqual([]);
    expect(outcomes).toHaveProperty('rejected');
  });
});
