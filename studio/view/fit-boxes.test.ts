import { describe, expect, it } from 'vitest';
import { fitBoxes, HALF_FIELD } from './fit-boxes.ts';

/** Corners of boxes on the screen, -1 to 1 in both directions. */
function projected(boxes: Float64Array, aspect: number, projection: 'orthographic' | 'perspective') {
  const { center, height } = fitBoxes(boxes, aspect, projection);
  const distance = height / (2 * Math.tan(HALF_FIELD));
  const places: [number, number][] = [];
  for (let i = 0; i < boxes.length; i += 6) {
    for (let corner = 0; corner < 8; corner++) {
      const [x, y, z] = [0, 1, 2].map((k) => boxes[i + k + (corner & (1 << k) ? 3 : 0)] - center[k]);
      const scale = projection === 'perspective' ? distance / (distance - z) : 1;
      places.push([(2 * scale * x) / (aspect * height), (2 * scale * y) / height]);
    }
  }
  return places;
}

const boxes = Float64Array.from([-3, -1, -4, -2, 1, 2, 5, 0, 1, 6, 0.5, 3, 0, -2, -9, 0.1, -1.9, -8]);

describe('fitting of boxes', () => {
  it.each([
    ['perspective', 2],
    ['perspective', 0.5],
    ['orthographic', 2],
    ['orthographic', 0.5],
  ] as const)('shows every corner, and touches the margin on two opposite sides: %s %d', (projection, aspect) => {
    const places = projected(boxes, aspect, projection);
    const sides = [0, 1].map((k) => [Math.min(...places.map((p) => p[k])), Math.max(...places.map((p) => p[k]))]);
    for (const [low, high] of sides) {
      expect(low).toBeGreaterThanOrEqual(-1);
      expect(high).toBeLessThanOrEqual(1);
    }
    // the tighter direction is filled up to the margin, perspective moves its sides slightly inwards
    const filled = Math.max(...sides.map(([low, high]) => high - low));
    expect(filled).toBeGreaterThan(1.5);
    if (projection === 'orthographic') expect(filled).toBeCloseTo(2 / 1.15, 9);
  });

  it('does not follow one of many bodies far away', () => {
    const many = Float64Array.from({ length: 6 * 10_000 }, (_, k) => (k % 6 < 3 ? -1 : 1));
    many.set([99, 99, 99, 101, 101, 101]);
    expect(fitBoxes(many, 1, 'orthographic').height).toBeCloseTo(2.3, 9);
    expect(fitBoxes(many.subarray(0, 600), 1, 'orthographic').height).toBeGreaterThan(100);
  });
});
