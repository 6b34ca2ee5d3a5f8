import { describe, expect, it } from 'vitest';
import { captureElements, captureVertices, maxDisplacement, staysCaptured } from './capture-boxes.ts';

const START = Float64Array.of(0, 0, 0, 1, 2, 3);
const END = Float64Array.of(1, -1, 0, 1, 2, 5);

describe('capture boxes [VBC24-3.1]', () => {
  it('worked example: both ends of the path of a vertex, larger by the margin; an edge spans its two vertices', () => {
    const vertices = new Float64Array(12);
    captureVertices(vertices, START, END, 0.5);
    expect([...vertices]).toEqual([-0.5, -1.5, -0.5, 1.5, 0.5, 0.5, 0.5, 1.5, 2.5, 1.5, 2.5, 5.5]);
    const edge = new Float64Array(6);
    captureElements(edge, vertices, Int32Array.of(1, 0), 2);
    expect([...edge]).toEqual([-0.5, -1.5, -0.5, 1.5, 2.5, 5.5]);
    expect(maxDisplacement(START, END)).toBe(2);
  });

  it('contain a step up to their sides, and with a tolerance only what remains inside', () => {
    const boxes = new Float64Array(12);
    captureVertices(boxes, START, END, 0.5);
    const side = START.map((x, k) => (k === 0 ? -0.5 : x));
    const outside = START.map((x, k) => (k === 0 ? -0.5 - 2 ** -52 : x));
    expect(staysCaptured(boxes, START, side, 0)).toBe(true);
    expect(staysCaptured(boxes, outside, START, 0)).toBe(false);
    expect(staysCaptured(boxes, START, END, 0.5)).toBe(true);
    for (const shift of [-0.25, 0.25]) {
      const [start, end] = [START, END].map((positions) => positions.map((x) => x + shift));
      expect([0.25, 0.375].map((tolerance) => staysCaptured(boxes, start, end, tolerance))).toEqual([true, false]);
    }
  });
});
