import { describe, expect, it } from 'vitest';
import { readScene } from '../../src/scene/read.ts';
import { SceneError } from '../../src/scene/scene-error.ts';

/** The error of a scene with one body, or one vehicle model, that has the given keys. */
function messageOf(world: string, keys: Record<string, unknown>): string {
  const body = { name: 'a', motion: 'fixed', ...keys };
  const bodies =
    world === 'vehicles' ? { models: [keys], vehicles: [{ name: 'a', position: [0, 0] }] } : { bodies: [body] };
  const scene = { world, title: 't', description: 'a', ...bodies, time: { end: 1 } };
  try {
    readScene(JSON.stringify(scene), 'x');
  } catch (error) {
    if (error instanceof SceneError) return error.message;
    throw error;
  }
  return 'accepted';
}

const CAR = { name: 'car', mass: 1500, inertia: [550, 2400, 2600] };

describe('a full size where a half extent or a half height is expected', () => {
  it.each([
    ['solids', { shape: { kind: 'box', halfSizes: [1, 1, 1] } }, 'halfExtents'],
    ['solids', { shape: { kind: 'box', edges: [1, 1, 1] } }, 'halfExtents'],
    ['solids', { shape: { kind: 'capsule', radius: 1, halfLength: 1 } }, 'halfHeight'],
    ['solids', { shape: { kind: 'cone', radius: 1, height: 1 } }, 'halfHeight'],
    ['smooth', { shape: { kind: 'rounded-box', halfSizes: [1, 1, 1], radius: 0.1 } }, 'halfExtents'],
    ['planar', { shape: { kind: 'rectangle', width: 1, height: 1 } }, 'halfExtents'],
    ['deformable', { shape: { kind: 'hexahedra', size: [1, 1, 1], elements: [1, 1, 1] } }, 'halfExtents'],
    ['vehicles', { ...CAR, box: [4.8, 1.9, 1.5] }, 'halfExtents'],
  ] as const)('is reported with the key that is expected: %s %j', (world, keys, key) => {
    expect(messageOf(world, keys)).toContain(`is not a known key, did you mean "${key}"`);
  });

  it('is accepted under the expected key', () => {
    expect(messageOf('solids', { shape: { kind: 'cone', radius: 1, halfHeight: 1 } })).toBe('accepted');
    expect(messageOf('vehicles', { ...CAR, halfExtents: [2.4, 0.95, 0.75] })).toBe('accepted');
  });
});
