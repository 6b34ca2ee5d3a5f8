/** Upload of a step's coordinates through a ring of mapped buffers: one copy on the host. */
import type { PointMotion } from '../ccd/point-motion.ts';
import { type BufferStore, MAP_WRITE, USAGE } from './gpu-buffers.ts';

export interface Staging {
  /** Copies the coordinates; `release` after the submission that reads the buffer. */
  fill(motion: PointMotion, end: Float64Array): Promise<Upload>;
}

export interface Upload {
  readonly buffer: GPUBuffer;
  readonly bytes: number;
  release(): void;
}

const RING = 2;

export function createStaging(store: BufferStore, vertexCount: number): Staging {
  const ring: { buffer: GPUBuffer; ready: Promise<void> }[] = [];
  let capacity = 0;
  let next = 0;
  const prepare = (bytes: number) => {
    if (bytes <= capacity) return;
    for (const { buffer } of ring) store.destroy(buffer);
    ring.length = 0;
    capacity = bytes;
    for (let i = 0; i < RING; i++) {
      const buffer = store.create('staging', bytes, USAGE.mapWrite | USAGE.copyFrom);
      ring.push({ buffer, ready: buffer.mapAsync(MAP_WRITE) });
    }
  };
  return {
    fill: async (motion, end) => {
      const length = 3 * vertexCount;
      const lists = motion.given === 'ends' ? [motion.start, end] : [motion.start, end, motion.endOrVelocity];
      prepare(8 * length * lists.length);
      const slot = ring[next];
      next = (next + 1) % RING;
      await slot.ready;
      const target = new Float64Array(slot.buffer.getMappedRange());
      lists.forEach((list, i) => {
        target.set(list, i * length);
      });
      slot.buffer.unmap();
      return {
        buffer: slot.buffer,
        bytes: 8 * length * lists.length,
        release: () => {
          slot.ready = slot.buffer.mapAsync(MAP_WRITE);
          // a buffer that is destroyed before it is mapped is no error
          slot.ready.catch(() => {});
        },
      };
    },
  };
}
