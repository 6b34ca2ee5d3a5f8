import { describe, expect, it } from 'vitest';
import { createAcceleratedMotion } from '../../../src/ccd/accelerated-motion.ts';
import {
  createNodeBilinearContact,
  type NodeBilinearContact,
  nodeBilinearContact,
} from '../../../src/ccd/node-bilinear.ts';
import { createConstantVelocityMotion } from '../../../src/ccd/point-motion.ts';
import { createRandom } from '../../../src/math/random.ts';
import { firstContactBilinear, type OracleContact } from '../../oracles/bilinear-contact.ts';
import { acceleratedPoints } from '../../oracles/first-contact.ts';
import { type DrawnMotion, drawPatch, PATH_KINDS, type PathKind } from './draw.ts';

/** `BILINEAR_CASES=100000 npx vitest run test/adversarial/patches/bilinear.test.ts` is the long run. */
const CASES = Number(process.env.BILINEAR_CASES ?? 220);
const SEED = Number(process.env.BILINEAR_SEED ?? 7);
/** One case in so many has accelerations: their polynomials of degree twelve take the oracle much longer. */
const ACCELERATED_EVERY = 10;

const ROUNDED = 1e-13;

function find({ start, velocities, accelerations }: DrawnMotion, accelerated: boolean): NodeBilinearContact {
  const motion = accelerated
    ? createAcceleratedMotion(start, velocities, accelerations, 1)
    : createConstantVelocityMotion(start, velocities, 1);
  return nodeBilinearContact(createNodeBilinearContact(), motion, 4, [0, 1, 2, 3]);
}

function ask({ start, velocities, accelerations }: DrawnMotion): OracleContact {
  const nodeFirst = (values: Float64Array) => [...values.slice(12), ...values.slice(0, 12)];
  return firstContactBilinear(acceleratedPoints(nodeFirst(start), nodeFirst(velocities), nodeFirst(accelerations), 1));
}

/** What is wrong with an answer, or nothing. */
function judge(contact: NodeBilinearContact, drawn: DrawnMotion): string | undefined {
  if (drawn.aimedAt !== undefined && !(contact.hit && contact.safeTime <= drawn.aimedAt))
    return 'missed by construction';
  const expected = ask(drawn);
  // where all points stay in one plane only the construction tells
  if (expected.status === 'undecided') return undefined;
  if (expected.status === 'none') return contact.hit ? 'false contact' : undefined;
  if (!contact.hit) return 'missed';
  if (Math.abs(contact.time - expected.time) > ROUNDED) return `time ${contact.time}, expected ${expected.time}`;
  const isEnclosed = contact.safeTime <= expected.time && expected.time <= contact.latestTime;
  return isEnclosed ? undefined : 'time not in its enclosure';
}

describe('first contact of a node and a bilinear patch', () => {
  it(`is that of arithmetic with 60 digits (${CASES} cases, seed ${SEED})`, () => {
    const tally = new Map<string, number>();
    const wrong: unknown[] = [];
    for (let index = 0; index < CASES; index++) {
      const kind: PathKind = PATH_KINDS[index % PATH_KINDS.length];
      const accelerated = Math.floor(index / PATH_KINDS.length) % ACCELERATED_EVERY === ACCELERATED_EVERY - 1;
      const drawn = drawPatch(createRandom(Math.imul(SEED, 0x9e3779b1) + index), kind, accelerated);
      const contact = find(drawn, accelerated);
      const fault = judge(contact, drawn);
      if (fault) wrong.push({ index, kind, accelerated, fault });
      const key = `${kind}: ${contact.hit ? 'hit' : 'miss'}`;
      tally.set(key, (tally.get(key) ?? 0) + 1);
    }
    if (process.env.BILINEAR_CASES) process.stdout.write(`${JSON.stringify(Object.fromEntries([...tally].sort()))}\n`);
    expect(wrong).toEqual([]);
    for (const kind of PATH_KINDS) expect(tally.get(`${kind}: hit`) ?? 0, kind).toBeGreaterThan(0);
    const hits = [...tally].filter(([key]) => key.endsWith('hit')).reduce((sum, [, count]) => sum + count, 0);
    expect(hits).toBeLessThan(0.9 * CASES);
  }, 36_000_000);
});
