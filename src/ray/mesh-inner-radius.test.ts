import { describe, expect, it } from 'vitest';
import { boxMesh, sheetMesh } from '../../test/mesh-shapes.ts';
import { createBox } from '../shapes/box.ts';
import { solidInnerRadius } from './mesh-inner-radius.ts';

describe('solidInnerRadius', () => {
  it('of a mesh box is that of the box, however fine the mesh', () => {
    for (const halfExtents of [
      [0.5, 0.5, 0.5],
      [1, 0.2, 0.7],
      [1, 1, 0.001],
    ]) {
      for (const count of [1, 5]) {
        // rays start 1e-9 inside
        expect(solidInnerRadius(boxMesh(halfExtents, count))).toBeCloseTo(solidInnerRadius(createBox(halfExtents)), 8);
      }
    }
  });

  it('of an open mesh is 0: it has no thickness', () => {
    expect(solidInnerRadius(sheetMesh(1, 3))).toBe(0);
  });
});
