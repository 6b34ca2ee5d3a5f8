/** Results of a step in one mapped buffer: counters, time stamps, hits, open pairs; a second copy where there are more than expected. */
import { type BufferStore, HIT_BYTES, type ListBuffers, MAP_READ, OPEN_BYTES, USAGE } from './gpu-buffers.ts';
import { COUNTERS } from './parameters.ts';
import { TIMESTAMP_BYTES } from './timestamps.ts';

interface Sizes {
  readonly hits: number;
  readonly open: number;
}

const COUNTER_BYTES = 4 * COUNTERS.length;
const HEAD_BYTES = COUNTER_BYTES + TIMESTAMP_BYTES;

export interface ReadBack {
  encode(
    encoder: GPUCommandEncoder,
    counters: GPUBuffer,
    lists: ListBuffers,
    times: GPUBuffer | undefined,
    sizes: Sizes,
  ): void;
  /** After the submission. The buffer stays mapped until `release` or `take`. */
  read(): Promise<{ counters: Uint32Array; times: BigUint64Array }>;
  /** Copies of the hits and open pairs. */
  take(lists: ListBuffers, copied: Sizes, wanted: Sizes): Promise<[hits: Uint32Array, open: Uint32Array]>;
  release(): void;
}

export function createReadBack(device: GPUDevice, store: BufferStore): ReadBack {
  let buffer: GPUBuffer | undefined;
  const ensure = (bytes: number): GPUBuffer => {
    if (buffer && buffer.size >= bytes) return buffer;
    store.destroy(buffer);
    buffer = store.create('read-back', bytes + (bytes >> 2), USAGE.mapRead | USAGE.copyTo);
    return buffer;
  };
  let range: ArrayBuffer | undefined;
  const copyLists = (encoder: GPUCommandEncoder, target: GPUBuffer, at: number, lists: ListBuffers, sizes: Sizes) => {
    if (sizes.hits > 0) encoder.copyBufferToBuffer(lists.hits, 0, target, at, HIT_BYTES * sizes.hits);
    const after = at + HIT_BYTES * sizes.hits;
    if (sizes.open > 0) encoder.copyBufferToBuffer(lists.open, 0, target, after, OPEN_BYTES * sizes.open);
  };
  const release = () => buffer?.unmap();
  return {
    encode: (encoder, counters, lists, times, sizes) => {
      const target = ensure(HEAD_BYTES + HIT_BYTES * sizes.hits + OPEN_BYTES * sizes.open);
      encoder.copyBufferToBuffer(counters, 0, target, 0, COUNTER_BYTES);
      if (times) encoder.copyBufferToBuffer(times, 0, target, COUNTER_BYTES, TIMESTAMP_BYTES);
      copyLists(encoder, target, HEAD_BYTES, lists, sizes);
    },
    read: async () => {
      const target = buffer as GPUBuffer;
      await target.mapAsync(MAP_READ);
      const head = target.getMappedRange(0, target.size);
      const counters = new Uint32Array(head.slice(0, COUNTER_BYTES));
      const times = new BigUint64Array(head.slice(COUNTER_BYTES, HEAD_BYTES));
      range = head;
      return { counters, times };
    },
    take: async (lists, copied, wanted) => {
      let content = range as ArrayBuffer;
      let [hitsAt, openAt] = [HEAD_BYTES, HEAD_BYTES + HIT_BYTES * copied.hits];
      if (wanted.hits > copied.hits || wanted.open > copied.open) {
        release();
        const target = ensure(HIT_BYTES * wanted.hits + OPEN_BYTES * wanted.open);
        const encoder = device.createCommandEncoder();
        copyLists(encoder, target, 0, lists, wanted);
        device.queue.submit([encoder.finish()]);
        await target.mapAsync(MAP_READ);
        content = target.getMappedRange(0, target.size);
        [hitsAt, openAt] = [0, HIT_BYTES * wanted.hits];
      }
      const hits = new Uint32Array(content.slice(hitsAt, hitsAt + HIT_BYTES * wanted.hits));
      const open = new Uint32Array(content.slice(openAt, openAt + OPEN_BYTES * wanted.open));
      release();
      return [hits, open];
    },
    release,
  };
}
