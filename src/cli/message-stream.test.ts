import { describe, expect, it } from 'vitest';
import { createRandom } from '../math/random.ts';
import { encodeFrame } from '../query/server/frame.ts';
import { createMessageSplitter, type Incoming } from './message-stream.ts';

const frame = (length: number, number: number) =>
  encodeFrame({ fields: { op: 'x' }, arrays: { v: { dimensions: [length], values: new Float64Array(length).fill(number) } } }, number); // biome-ignore format: one line
const line = (text: string) => new TextEncoder().encode(`${text}\n`);
const join = (parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const sent = [line('{"a":1}'), frame(3, 1), line('  '), frame(0, 2), line('{"b":"A"}'), frame(40, 3), line('{"c":2}')];
const expected = ['{"a":1}', sent[1], sent[3], '{"b":"A"}', sent[5], '{"c":2}'];
const contentOf = (incoming: Incoming) => {
  if (incoming.kind === 'problem') return incoming.problem;
  return incoming.kind === 'line' ? new TextDecoder().decode(incoming.bytes) : incoming.bytes.slice();
};

describe('a stream of lines and frames', () => {
  it('is split in the same way however it arrives, also where frames are read in place', () => {
    const random = createRandom(5);
    const all = join(sent);
    for (let trial = 0; trial < 200; trial++) {
      const splitter = createMessageSplitter(1e6);
      const found: unknown[] = [];
      for (let at = 0; at < all.length; ) {
        const length = Math.min(1 + random.below(trial % 2 === 0 ? 12 : 500), all.length - at);
        const space = random.below(2) === 0 ? splitter.space() : undefined;
        const part = all.subarray(at, at + Math.min(length, space?.length ?? length));
        at += part.length;
        if (space === undefined) found.push(...splitter.push(part).map(contentOf));
        else {
          space.set(part);
          const complete = splitter.advance(part.length);
          if (complete) found.push(contentOf(complete));
        }
      }
      expect(found).toEqual(expected);
      expect(splitter.end()).toBeUndefined();
    }
  });

  it('may end with a line without a break, and not within a frame', () => {
    const unfinished = createMessageSplitter(1e6);
    expect(unfinished.push(line('{"a":1}').subarray(0, 7))).toEqual([]);
    expect(unfinished.end()).toMatchObject({ kind: 'line' });
    const cut = createMessageSplitter(1e6);
    cut.push(sent[1].subarray(0, 30));
    expect(cut.end()).toMatchObject({ kind: 'problem', problem: 'the stream ended within a frame' });
  });

  it('has messages of a limited length: a longer line is left out, a longer or invalid frame ends it', () => {
    const splitter = createMessageSplitter(60);
    const long = line(`{"a":"${'x'.repeat(100)}"}`);
    const found = [...splitter.push(long.subarray(0, 50)), ...splitter.push(join([long.subarray(50), line('{}')]))];
    expect(found.map(contentOf)).toEqual(['the line is longer than 60 bytes', '{}']);
    expect(splitter.push(sent[5])).toMatchObject([{ problem: 'the frame is longer than 60 bytes', isLast: true }]);
    const invalid = createMessageSplitter(60).push(line('APLX and some more bytes'));
    expect(invalid).toMatchObject([{ problem: 'the header of the frame is invalid', isLast: true }]);
  });
});
