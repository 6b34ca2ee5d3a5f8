import { tiledHexahedron } from '../../src/shapes/tiled/box-bodies.ts';
import { createTiledBody } from '../../src/shapes/tiled/create-tiled-body.ts';
import { tiledLens } from '../../src/shapes/tiled/lens-body.ts';
import type { TiledBody } from '../../src/shapes/tiled/tiled-body.ts';
import type { CurveInput, PointInput } from '../../src/shapes/tiled/tiled-input.ts';

/**
 * The bodies of the reproductions. The source shows pictures only; these have the same structure: one patch, three convex arcs,
 * three patches with three edges and two vertices. [PG05-10]
 */

/** The patch of scene A: x = a + 0.35 b, y = b - 0.1 a, z = -0.35 a² - 0.15 ab - 0.25 b², a = 2u - 1, b = 2v - 1. */
export function onePatch(): TiledBody {
  const points = [
    [
      [-1.35, -0.9, -0.75],
      [-1, 0.1, -0.1],
      [-0.65, 1.1, -0.45],
    ],
    [
      [-0.35, -1, 0.1],
      [0, 0, 0.6],
      [0.35, 1, 0.1],
    ],
    [
      [0.65, -1.1, -0.45],
      [1, -0.1, -0.1],
      [1.35, 0.9, -0.75],
    ],
  ];
  return createTiledBody({ kind: 'patch', faces: [{ id: 'S', points }] });
}

/** Curves one after the other, closed; vertex i is where curve i ends. */
function outline(
  curves: readonly {
    readonly id: string;
    readonly points: readonly PointInput[];
    readonly weights?: readonly number[];
  }[],
  vertices: readonly string[],
): TiledBody {
  const named = curves.map((curve, i): CurveInput => ({ ...curve, from: vertices.at(i - 1) ?? '', to: vertices[i] }));
  return createTiledBody({
    kind: 'planar',
    curves: named,
    vertices: vertices.map((id, i) => ({ id, point: curves[i].points.at(-1) ?? [] })),
  });
}

/** Three cubic arcs. */
export function cubicTriangle(): TiledBody {
  const points = [
    [
      [-1.2, -0.8],
      [-0.5, -1.25],
      [0.8, -1.3],
      [1.4, -0.7],
    ],
    [
      [1.4, -0.7],
      [1.55, 0.1],
      [1, 1],
      [0.1, 1.3],
    ],
    [
      [0.1, 1.3],
      [-0.8, 1.1],
      [-1.5, 0.2],
      [-1.2, -0.8],
    ],
  ];
  return outline(
    points.map((arc, i) => ({ id: `C${i + 1}`, points: arc })),
    ['Va', 'Vb', 'Vc'],
  );
}

/** Three conics. */
export function conicTriangle(): TiledBody {
  const points = [
    [
      [-0.9, -0.5],
      [0, -1.1],
      [0.8, -0.6],
    ],
    [
      [0.8, -0.6],
      [0.95, 0.45],
      [0.1, 0.9],
    ],
    [
      [0.1, 0.9],
      [-0.85, 0.65],
      [-0.9, -0.5],
    ],
  ];
  const midWeights = [0.8, 1, 1.4];
  return outline(
    points.map((arc, i) => ({ id: `C${'abc'[i]}`, points: arc, weights: [1, midWeights[i], 1] })),
    ['Wa', 'Wb', 'Wc'],
  );
}

/** Three patches, three edges, two vertices; the second body is stretched. */
export function largeLens(): TiledBody {
  return tiledLens(1.5, 0.75, [1, 1, 1]);
}

export function smallLens(): TiledBody {
  return tiledLens(1.2, 0.5, [0.8, 1.1, 0.75]);
}

/** A box with flat faces that narrows towards its top. */
export function frustum(): TiledBody {
  const ring = (scale: number, z: number) =>
    [
      [-0.9, -0.8],
      [0.9, -0.8],
      [0.9, 0.8],
      [-0.9, 0.8],
    ].map(([x, y]) => [scale * x, scale * y, z]);
  return tiledHexahedron([...ring(1, -0.6), ...ring(0.6, 0.6)]);
}

/** Four shallow arcs: so flat that a witness can rest on the far side. [PG05-6.5] */
export function flatSlab(): TiledBody {
  const points = [
    [
      [-1, -0.2],
      [0, -0.3],
      [1, -0.2],
    ],
    [
      [1, -0.2],
      [1.05, 0],
      [1, 0.2],
    ],
    [
      [1, 0.2],
      [0, 0.3],
      [-1, 0.2],
    ],
    [
      [-1, 0.2],
      [-1.05, 0],
      [-1, -0.2],
    ],
  ];
  const names = ['bottom', 'right', 'top', 'left'];
  return outline(
    points.map((arc, i) => ({ id: names[i], points: arc })),
    ['a', 'b', 'c', 'd'],
  );
}

/** One arc whose tangent rotates by 171.7 degrees, and its chord. [PG05-6.3] */
export function curvedArc(): TiledBody {
  const points = [
    [
      [-4, 0],
      [1.2, -0.6],
      [1.2, 1],
      [-0.3, 1.4],
    ],
    [
      [-0.3, 1.4],
      [-4, 0],
    ],
  ];
  const names = ['arc', 'chord'];
  return outline(
    points.map((curve, i) => ({ id: names[i], points: curve })),
    ['end', 'start'],
  );
}

/** A flat square of side 2, facing up. */
export function flatSquare(): TiledBody {
  const points = [
    [
      [-1, -1, 0],
      [-1, 1, 0],
    ],
    [
      [1, -1, 0],
      [1, 1, 0],
    ],
  ];
  return createTiledBody({ kind: 'patch', faces: [{ id: 'S', points }] });
}

/** A quarter of a cylinder of radius 1 about the x axis, 4 long, that faces up (+1) or down (-1). */
export function quarterCylinder(up: 1 | -1): TiledBody {
  const half = up * Math.SQRT1_2;
  const points = [-2, 2].map((x) => [
    [x, half, half],
    [x, 0, 2 * half],
    [x, -half, half],
  ]);
  const weights = points.map(() => [1, Math.SQRT1_2, 1]);
  return createTiledBody({ kind: 'patch', faces: [{ id: 'S', points, weights }] });
}
