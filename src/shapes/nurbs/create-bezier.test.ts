import { describe, expect, it } from 'vitest';
import { createBezierCurve, createBezierPatch } from './create-bezier.ts';

const square = [
  [
    [0, 0, 0],
    [0, 1, 0],
  ],
  [
    [1, 0, 0],
    [1, 1, 0],
  ],
];

/** A patch with one control point replaced. */
function squareWith(i: number, j: number, controlPoint: number[]): number[][][] {
  return square.map((row, a) => row.map((point, b) => (a === i && b === j ? controlPoint : point)));
}

describe('createBezierCurve', () => {
  it('stores control points in homogeneous form, with z = 0 in 2-D and default weights 1', () => {
    const line = createBezierCurve([
      [1, 2],
      [3, 4],
    ]);
    expect([...line.control]).toEqual([1, 2, 0, 1, 3, 4, 0, 1]);
    const weighted = createBezierCurve(
      [
        [1, 2, 3],
        [4, 5],
        [6, 7],
      ],
      [1, 0.5, 2],
    );
    expect([...weighted.control]).toEqual([1, 2, 3, 1, 2, 2.5, 0, 0.5, 12, 14, 0, 2]);
    expect(weighted.degree).toBe(2);
  });

  it.each<[string, () => unknown, string]>([
    [
      'one control point',
      () => createBezierCurve([[0, 0]]),
      'Bezier curve: points must be a list of at least 2, got [[0,0]]',
    ],
    [
      'a control point with four numbers',
      () =>
        createBezierCurve([
          [0, 0],
          [1, 2, 3, 4],
        ]),
      'points[1] must be [x, y] or [x, y, z] of finite numbers, got [1,2,3,4]',
    ],
    [
      'NaN',
      () =>
        createBezierCurve([
          [0, 0],
          [Number.NaN, 1],
        ]),
      'points[1] must be [x, y] or [x, y, z]',
    ],
    [
      'a weight of zero',
      () =>
        createBezierCurve(
          [
            [0, 0],
            [1, 1],
          ],
          [1, 0],
        ),
      'weights[1] must be from 0.000001 to 1000000, got 0',
    ],
    [
      'a negative weight',
      () =>
        createBezierCurve(
          [
            [0, 0],
            [1, 1],
          ],
          [-2, 1],
        ),
      'weights[0] must be from 0.000001 to 1000000, got -2',
    ],
    [
      'too few weights',
      () =>
        createBezierCurve(
          [
            [0, 0],
            [1, 1],
          ],
          [1],
        ),
      'weights must have as many entries as the others, 2, got 1',
    ],
    [
      'degree 16',
      () => createBezierCurve(Array.from({ length: 17 }, (_, i) => [i, 0])),
      'the degree must be 1 to 15, got 16',
    ],
    [
      'one point',
      () =>
        createBezierCurve([
          [3, 4],
          [3, 4],
          [3, 4],
        ]),
      'all points are one, [3, 4, 0]',
    ],
    [
      'a repeated inner control point',
      () =>
        createBezierCurve([
          [0, 0],
          [1, 1],
          [1, 1],
          [2, 0],
        ]),
      'points[1] and points[2] must differ, both are [1, 1, 0]',
    ],
    [
      'a repeated first control point',
      () =>
        createBezierCurve([
          [0, 0],
          [0, 0],
          [2, 0],
        ]),
      'points[0] and points[1] must differ',
    ],
    [
      'overflow',
      () =>
        createBezierCurve(
          [
            [0, 0],
            [1e305, 0],
          ],
          [1, 1e6],
        ),
      'points[1] times its weight is too large',
    ],
    [
      'an extent beyond the double range',
      () =>
        createBezierCurve([
          [-1.7e308, 0],
          [1.7e308, 0],
        ]),
      'the points are too far apart',
    ],
  ])('rejects %s', (_name, create, message) => {
    expect(create).toThrow(RangeError);
    expect(create).toThrow(message);
  });

  it('begins its messages with the path of the input', () => {
    expect(() =>
      createBezierCurve(
        [
          [0, 0],
          [1, 1],
        ],
        [1, 0],
        'edges[3]',
      ),
    ).toThrow(/^edges\[3\]: weights\[1\]/);
  });

  it('accepts tiny and far-away curves: tolerances are relative to the size of the curve', () => {
    expect(() =>
      createBezierCurve([
        [0, 0],
        [1e-20, 0],
        [1e-20, 1e-20],
      ]),
    ).not.toThrow();
    expect(() =>
      createBezierCurve(
        [
          [1e6, 0],
          [1e6 + 1e-3, 0],
          [1e6 + 1e-3, 1e-3],
        ],
        [1, 0.7, 1],
      ),
    ).not.toThrow();
  });
});

describe('createBezierPatch', () => {
  it('stores control point (i, j) at 4 (i (degreeV + 1) + j)', () => {
    const patch = createBezierPatch(square, [
      [1, 2],
      [1, 1],
    ]);
    expect([...patch.control]).toEqual([0, 0, 0, 1, 0, 2, 0, 2, 1, 0, 0, 1, 1, 1, 0, 1]);
    expect([patch.degreeU, patch.degreeV]).toEqual([1, 1]);
  });

  it('accepts one degenerate side, or two opposite ones, with any weights', () => {
    expect(() => createBezierPatch(squareWith(1, 0, [0, 0, 0]))).not.toThrow();
    const [low, high] = [
      [1e3, 0.1, -1],
      [1e3, 0.1, 1],
    ];
    const lens = [
      [low, [2e3, -1, 0], high],
      [low, [3e3, 0, 0], high],
      [low, [2e3, 1, 0], high],
    ];
    const weights = [
      [1, 0.3, 1],
      [0.7, 0.2, 0.7],
      [1, 0.3, 1],
    ];
    expect(() => createBezierPatch(lens, weights)).not.toThrow();
  });

  it.each<[string, () => unknown, string]>([
    [
      'rows of different lengths',
      () => createBezierPatch([square[0], [[1, 0, 0]]]),
      'points[1] must have as many entries as the others, 2, got 1',
    ],
    ['no rows', () => createBezierPatch([]), 'points must be a list of at least 2'],
    [
      'infinity',
      () => createBezierPatch(squareWith(1, 1, [1, 1, Infinity])),
      'points[1][1] must be [x, y] or [x, y, z]',
    ],
    [
      'a weight of zero',
      () =>
        createBezierPatch(square, [
          [1, 1],
          [0, 1],
        ]),
      'weights[1][0] must be from 0.000001 to 1000000, got 0',
    ],
    [
      'weights of another grid',
      () =>
        createBezierPatch(square, [
          [1, 1],
          [1, 1, 1],
        ]),
      'weights[1] must have as many entries as the others, 2, got 3',
    ],
    [
      'two equal control points on a side that is not degenerate',
      () =>
        createBezierPatch([
          ...square,
          [
            [1, 0, 0],
            [2, 1, 0],
          ],
        ]),
      'points[1][0] and points[2][0] must differ unless their whole side is one point, both are [1, 0, 0]',
    ],
    [
      'an inner row that is one point',
      () =>
        createBezierPatch([
          square[0],
          [
            [1, 0, 0],
            [1, 0, 0],
          ],
          [
            [2, 0, 0],
            [2, 1, 0],
          ],
        ]),
      'points[1][0] and points[1][1] must differ',
    ],
    [
      'two adjacent degenerate sides',
      () =>
        createBezierPatch([
          [
            [0, 0, 0],
            [0, 0, 0],
          ],
          [
            [0, 0, 0],
            [1, 1, 0],
          ],
        ]),
      'sides u0 and v0 are adjacent, they must not both be one point',
    ],
    [
      'one point',
      () =>
        createBezierPatch([
          [
            [1, 1, 1],
            [1, 1, 1],
          ],
          [
            [1, 1, 1],
            [1, 1, 1],
          ],
        ]),
      'all points are one',
    ],
  ])('rejects %s', (_name, create, message) => {
    expect(create).toThrow(RangeError);
    expect(create).toThrow(message);
  });
});
