import { McapIndexedReader, McapStreamReader } from '@mcap/core';
import { describe, expect, it } from 'vitest';
import { joinBytes } from './text-bytes.ts';
import { writeMcap } from './write-mcap.ts';

const SCHEMAS = [
  { name: 'a.Number', schema: { type: 'object' } },
  { name: 'a.Text', schema: { type: 'object' } },
];
const CHANNELS = [
  { topic: '/numbers', schema: 'a.Number' },
  { topic: '/texts', schema: 'a.Text' },
];

function write(count: number, size: number): Uint8Array {
  const messages = Array.from({ length: count }, (_, k) => ({
    topic: CHANNELS[k % 2].topic,
    time: BigInt(k) * 1_000_000n,
    text: JSON.stringify({ k, padding: 'é'.repeat(size) }),
  }));
  return joinBytes(writeMcap(SCHEMAS, CHANNELS, messages));
}

describe('MCAP files', () => {
  it.each([
    [0, 0],
    [1, 10],
    [5, 700_000],
  ])('%i messages of about %i characters: all are read back, by index and as a stream', async (count, size) => {
    const file = write(count, size);
    const readable = {
      size: async () => BigInt(file.length),
      read: async (offset: bigint, length: bigint) => file.slice(Number(offset), Number(offset + length)),
    };
    const reader = await McapIndexedReader.Initialize({ readable });
    expect(reader.statistics).toMatchObject({ messageCount: BigInt(count), schemaCount: 2, channelCount: 2 });
    const seen: unknown[] = [];
    for await (const { data, channelId } of reader.readMessages()) {
      seen.push([reader.channelsById.get(channelId)?.topic, JSON.parse(new TextDecoder().decode(data)).k]);
    }
    expect(seen).toEqual(Array.from({ length: count }, (_, k) => [CHANNELS[k % 2].topic, k]));
    // the second half, by the indexes
    const late: number[] = [];
    for await (const { logTime } of reader.readMessages({ startTime: 2_000_000n, topics: ['/numbers'] }))
      late.push(Number(logTime));
    expect(late).toEqual(
      Array.from({ length: count }, (_, k) => k)
        .filter((k) => k >= 2 && k % 2 === 0)
        .map((k) => k * 1e6),
    );
    const stream = new McapStreamReader({ validateCrcs: true });
    stream.append(file);
    let messages = 0;
    for (let record = stream.nextRecord(); record; record = stream.nextRecord())
      if (record.type === 'Message') messages++;
    expect({ messages, done: stream.done() }).toEqual({ messages: count, done: true });
  });
});
