import { describe, expect, it } from 'vitest';
import { acceleratedEdgeEdgeContact, acceleratedNodeTriangleContact } from '../../../src/ccd/accelerated-contact.ts';
import { createAcceleratedMotion } from '../../../src/ccd/accelerated-motion.ts';
import { createEdgeEdgeContact, createNodeTriangleContact, type FirstContact } from '../../../src/ccd/first-contact.ts';
import { createRandom, type Random } from '../../../src/math/random.ts';
import { acceleratedPoints, edgeEdge, nodeTriangle } from '../../oracles/first-contact.ts';
import { drawPatch, PATH_KINDS, type PathKind } from './draw.ts';

/** `ACCELERATED_CASES=100000 npx vitest run test/adversarial/patches/accelerated.test.ts` is the long run. */
const CASES = Number(process.env.ACCELERATED_CASES ?? 330);
const SEED = Number(process.env.ACCELERATED_SEED ?? 5);
/** The library rounds once, the oracle too. */
const ROUNDED = 1e-14;

type Pair = 'node-triangle' | 'edge-edge';

/** Four of the five points of a patch, the node among them; duration other than one in every other case. */
function drawCase(random: Random, kind: PathKind) {
  const { start, velocities, accelerations } = drawPatch(random, kind, true);
  const duration = random.next() < 0.5 ? 1 : 0.75 + random.next();
  const four = (values: Float64Array) => Float64Array.of(...values.slice(12), ...values.slice(0, 9));
  return { x: four(start), v: four(velocities), a: four(accelerations), duration };
}

function find(pair: Pair, { x, v, a, duration }: ReturnType<typeof drawCase>): FirstContact {
  const motion = createAcceleratedMotion(x, v, a, duration);
  return pair === 'node-triangle'
    ? acceleratedNodeTriangleContact(createNodeTriangleContact(), motion, 0, 1, 2, 3)
    : acceleratedEdgeEdgeContact(createEdgeEdgeContact(), motion, 0, 1, 2, 3);
}

describe('first contact of accelerating nodes', () => {
  it(`is the exact one: decision, time and safe time (${CASES} cases, seed ${SEED})`, () => {
    const tally = new Map<string, number>();
    const wrong: unknown[] = [];
    for (let index = 0; index < CASES; index++) {
      const kind = PATH_KINDS[index % PATH_KINDS.length];
      const pair = Math.floor(index / PATH_KINDS.length) % 2 === 0 ? 'node-triangle' : 'edge-edge';
      const drawn = drawCase(createRandom(Math.imul(SEED, 0x9e3779b1) + index), kind);
      const contact = find(pair, drawn);
      const exact = (pair === 'node-triangle' ? nodeTriangle : edgeEdge)(
        acceleratedPoints(drawn.x, drawn.v, drawn.a, drawn.duration),
      );
      const late = exact.hit && contact.safeTime > exact.time * drawn.duration * (1 + 2 ** -52);
      const error = exact.hit && contact.hit ? Math.abs(contact.time / drawn.duration - exact.time) : 0;
      if (exact.hit !== contact.hit || error > ROUNDED || late) wrong.push({ index, kind, pair, contact, exact });
      const key = `${pair}, ${contact.hit ? 'hit' : 'miss'}, ${contact.stage}`;
      tally.set(key, (tally.get(key) ?? 0) + 1);
    }
    if (process.env.ACCELERATED_CASES)
      process.stdout.write(`${JSON.stringify(Object.fromEntries([...tally].sort()))}\n`);
    expect(wrong).toEqual([]);
    expect(tally.get('node-triangle, hit, exact')).toBeGreaterThan(CASES / 20);
    expect(tally.get('edge-edge, hit, exact')).toBeGreaterThan(CASES / 40);
    expect(tally.get('node-triangle, miss, filter')).toBeGreaterThan(CASES / 40);
  }, 36_000_000);
});
