import { describe, expect, it } from 'vitest';
import { createRandom } from '../math/random.ts';
import type { Message } from '../query/server/message.ts';
import { createQuerySession } from '../query/server/session.ts';
import { mergeAnswers, splitBatch } from './query-pool.ts';

/** What the threads do is done here one after the other; `test/query-server.test.ts` starts them. */

const COUNT = 4321;

function batch(): Message {
  const random = createRandom(5);
  const poses = Float64Array.from({ length: 7 * COUNT }, () => random.between(-2, 2));
  // items without a pose: in the first, one between and the last part
  for (const item of [3, 2000, COUNT - 1]) poses.fill(0, 7 * item, 7 * item + 7);
  const origin = Float64Array.of(0, 0, 0, 1, 0, 0, 0);
  return {
    fields: { op: 'closest-batch', A: 'box', B: 'box' },
    arrays: { posesA: { dimensions: [1, 7], values: origin }, posesB: { dimensions: [COUNT, 7], values: poses } },
  };
}

async function sessionWithBox() {
  const session = createQuerySession({ version: '' });
  const shape = { kind: 'box', halfExtents: [1, 0.5, 0.25] };
  await session.answer(() => ({ fields: { op: 'define', name: 'box', shape }, arrays: {} }), 1);
  return session;
}

describe('batches shared by threads', () => {
  it.each([2, 3, 8])('in %i parts have the same bits, errors with their indexes included', async (threads) => {
    const session = await sessionWithBox();
    const whole = await session.answer(batch, 1);
    const parts = splitBatch(batch(), threads) ?? [];
    expect(parts).toHaveLength(threads);
    const answers = [];
    for (const part of parts) answers.push(await session.answer(() => part, 1));
    expect(mergeAnswers(answers)).toEqual(whole);
    expect(whole.fields).toMatchObject({ count: COUNT, errorCount: 3 });
  });

  it('an error of the message is that of one thread; few items, and unequal lengths, are not shared', async () => {
    const session = await sessionWithBox();
    const wrong = { ...batch(), fields: { op: 'closest-batch', A: 'box', B: 'ball' } };
    const parts = splitBatch(wrong, 4) ?? [];
    const answers = await Promise.all(parts.map((part) => session.answer(() => part, 1)));
    expect(mergeAnswers(answers)).toEqual(await session.answer(() => wrong, 1));
    const { fields, arrays } = batch();
    const few = { fields, arrays: { ...arrays, posesB: { dimensions: [900, 7], values: new Float64Array(6300) } } };
    expect(splitBatch(few, 4)).toBeUndefined();
    const unequal = { fields, arrays: { ...arrays, posesA: { dimensions: [2, 7], values: new Float64Array(14) } } };
    expect(splitBatch(unequal, 4)).toBeUndefined();
  });
});
