import { describe, expect, it } from 'vitest';
import { BOX_MEMORY_LENGTH, boxContactPoints, NOT_FACING, SAME_FEATURES } from './box-points.ts';
import {
  ACCEPTED,
  AXIS,
  AXIS_X,
  AXIS_Y,
  CANDIDATE,
  CANDIDATES,
  CENTRE_X,
  DIRECTION,
  FACE_Y,
  FRAME,
  HEIGHT_X,
  INVERSE_AREA_Y,
  MARGIN,
  MIN_GAP,
  NEGATIVE_X,
  NEGATIVE_Y,
  POSE_Y,
  RECORD_LENGTH,
  RELATIVE,
  recordOf,
  SEPARATION,
  SIDES_X,
  SIZES_A,
  SIZES_B,
  SLOPE_X,
} from './box-record.ts';
import { chooseBoxPoints, findOtherAxis, NO_CONTACT, refreshBoxPoints } from './box-record-points.ts';
import { createContactPoints } from './contact-points.ts';

const DEPTH = 2 ** -10;
const [X, Y] = [0.125, -0.25];
const [LARGE, SMALL] = [
  [2, 1, 1],
  [0.5, 0.25, 0.25],
];
const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];
/** Pair 3: the second lane of the second block. */
const AT = recordOf(3);

/** A small box on the upper side of a large one, `DEPTH` inside it: the candidates are the lower corners of the small box. */
function createRecord(): Float64Array {
  const records = new Float64Array(4 * RECORD_LENGTH);
  const set = (field: number, ...numbers: number[]) => {
    for (const [k, number] of numbers.entries()) records[AT + 2 * (field + k)] = number;
  };
  const relative = [...IDENTITY, X, Y, LARGE[2] + SMALL[2] - DEPTH];
  set(SIZES_A, ...LARGE);
  set(SIZES_B, ...SMALL);
  set(MARGIN, 0.01);
  set(AXIS, 2);
  set(RELATIVE, ...relative);
  set(DIRECTION, 0, 0, 1);
  set(SEPARATION, -DEPTH);
  set(FRAME, 0, 0, 1, 1, 0, 0, 0, 1, 0);
  set(POSE_Y, ...relative);
  set(CENTRE_X, 0);
  set(SIDES_X, LARGE[0], LARGE[1]);
  set(HEIGHT_X, LARGE[2]);
  set(SLOPE_X, 0);
  set(AXIS_X, 2);
  set(NEGATIVE_X, 0);
  set(FACE_Y, X, Y, SMALL[0], 0, 0, SMALL[1], LARGE[2] - DEPTH, 0, 0);
  set(INVERSE_AREA_Y, 1 / (SMALL[0] * SMALL[1]));
  set(AXIS_Y, 2);
  set(NEGATIVE_Y, 1);
  set(ACCEPTED, 0b1111);
  set(MIN_GAP, -DEPTH);
  // both ends of the sides at the end and at the start of Q; see `clipByRectangle`
  const names = [1, 3, 17, 19];
  for (const [k, name] of names.entries()) {
    const u = X + (k % 2 === 0 ? -1 : 1) * SMALL[0];
    const v = Y + (k < 2 ? 1 : -1) * SMALL[1];
    set(CANDIDATES + CANDIDATE * k, u, v, LARGE[2], -DEPTH, name);
  }
  return records;
}

/** The points by the search of a single pair: nine numbers each, and their features. */
function searchAlone(memory: Float64Array): { numbers: number[]; features: number[] } {
  const out = createContactPoints();
  const relative = Float64Array.of(...IDENTITY, X, Y, LARGE[2] + SMALL[2] - DEPTH);
  const [a, b] = [LARGE, SMALL].map((sizes) => Float64Array.of(0, ...sizes));
  const count = boxContactPoints(out, a, b, relative, Float64Array.of(0.01), new Float64Array(4), memory, 0);
  const vector = (packed: Float64Array, k: number) => [...packed.subarray(3 * k, 3 * k + 3)];
  const points = Array.from({ length: count }, (_, k) => [
    ...vector(out.normals, k),
    ...vector(out.pointsA, k),
    ...vector(out.pointsB, k),
  ]);
  return { numbers: points.flat(), features: [...out.features.subarray(0, count)] };
}

describe('the contact points of a record', () => {
  it('are the corners of a small box on a large one, with the features and the memory of a search of this pair alone', () => {
    const [numbers, features] = [new Float64Array(36), new Int32Array(4)];
    const [memory, alone] = [new Float64Array(BOX_MEMORY_LENGTH), new Float64Array(BOX_MEMORY_LENGTH)];
    expect(chooseBoxPoints(numbers, features, createRecord(), AT, memory, 0, 0)).toBe(4);
    for (let k = 0; k < 4; k++) {
      const [nx, ny, nz, ax, ay, az, bx, by, bz] = numbers.subarray(9 * k, 9 * k + 9);
      expect([nx, ny, nz]).toEqual([0, 0, 1]);
      expect([Math.abs(ax - X), Math.abs(ay - Y), az]).toEqual([SMALL[0], SMALL[1], LARGE[2]]);
      expect([bx, by, bz]).toEqual([ax - X, ay - Y, -SMALL[2]]);
    }
    expect({ numbers: [...numbers], features: [...features] }).toEqual(searchAlone(alone));
    expect(memory).toEqual(alone);
  });

  it('are written in the order of the known points while their vertices are the same', () => {
    const records = createRecord();
    const [numbers, features, memory] = [new Float64Array(36), new Int32Array(4), new Float64Array(7)];
    chooseBoxPoints(numbers, features, records, AT, memory, 2, 0);
    const before = memory.slice();
    const again = new Float64Array(9 + 36);
    expect(refreshBoxPoints(again, 9, records, AT, memory, 2, 4)).toBe(SAME_FEATURES);
    expect(again.subarray(9)).toEqual(numbers);
    expect(chooseBoxPoints(again, features, records, AT, memory, 2, 4)).toBe(SAME_FEATURES);
    expect(memory).toEqual(before);
  });

  it('are not written if the boxes are apart, if the deepest point is missing, or with other vertices', () => {
    const memory = new Float64Array(BOX_MEMORY_LENGTH);
    chooseBoxPoints(new Float64Array(36), new Int32Array(4), createRecord(), AT, memory, 0, 0);
    const out = new Float64Array(36);
    const refresh = (field: number, value: number, known = 4) => {
      const records = createRecord();
      records[AT + 2 * field] = value;
      return refreshBoxPoints(out, 0, records, AT, memory, 0, known);
    };
    expect(refresh(SEPARATION, 0.02)).toBe(NO_CONTACT);
    expect(refresh(MIN_GAP, 0)).toBe(NOT_FACING);
    const results = [
      refresh(ACCEPTED, 0b111),
      refresh(ACCEPTED, 0b1111, 3),
      refresh(AXIS_Y, 1),
      refresh(NEGATIVE_X, 1),
    ];
    for (const result of results) expect([NO_CONTACT, NOT_FACING, SAME_FEATURES]).not.toContain(result);
    expect(out.every((number) => number === 0)).toBe(true);
  });

  it('are along the axis of minimum overlap, from whichever axis the search starts', () => {
    for (const first of [0, 1, 3, 5]) {
      const records = createRecord();
      records[AT + 2 * AXIS] = first;
      findOtherAxis(records, AT);
      const axis = records[AT + 2 * AXIS];
      // those of A and B are the same here, and the search remains on the one it starts from
      expect(axis).toBe(first === 5 ? 5 : 2);
      expect(records[AT + 2 * SEPARATION]).toBe(-DEPTH);
      expect([0, 1, 2].map((k) => records[AT + 2 * (DIRECTION + k)])).toEqual([0, 0, 1]);
    }
  });
});
