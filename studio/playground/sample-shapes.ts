/** Vertices and control points of the samples in the list of shapes, centred at their centres of mass. */

type Row = readonly number[];

/** A five-pointed outline; vertices alternate between two radii [m]. */
export function star(points: number, outer: number, inner: number): Row[] {
  return Array.from({ length: 2 * points }, (_, i) => {
    const angle = Math.PI / 2 + (i * Math.PI) / points;
    const radius = i % 2 === 0 ? outer : inner;
    return [rounded(radius * Math.cos(angle)), rounded(radius * Math.sin(angle))];
  });
}

/** A cut stone: two hexagons, rotated against each other, and two tips; symmetric about the origin. */
export function rock(): Row[] {
  const ring = (z: number, shift: number, radius: number) =>
    Array.from({ length: 6 }, (_, i) => {
      const angle = ((i + shift) * Math.PI) / 3;
      return [rounded(radius * Math.cos(angle)), rounded(radius * Math.sin(angle)), z];
    });
  return [...ring(-0.18, 0, 0.5), ...ring(0.18, 0.5, 0.5), [0, 0, 0.48], [0, 0, -0.48]];
}

/** Three capsules along the axes. */
export function jack() {
  const shape = { kind: 'capsule', radius: 0.13, halfHeight: 0.45 };
  const about = (axis: Row) => ({ quaternion: [Math.SQRT1_2, ...axis.map((part) => part * Math.SQRT1_2)] });
  return [{ shape }, { shape, rotation: about([1, 0, 0]) }, { shape, rotation: about([0, 1, 0]) }];
}

/** A torus as one rational B-spline surface: two circles of four quarters, [Piegl and Tiller] section 7.5. */
export function ringSurface(radius: number, tube: number) {
  const knots = [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4];
  // control points of a circle: corners of a square between its touching points
  const square: readonly Row[] = [
    [1, 0],
    [1, 1],
    [0, 1],
    [-1, 1],
    [-1, 0],
    [-1, -1],
    [0, -1],
    [1, -1],
    [1, 0],
  ];
  const weight = (i: number) => (i % 2 === 0 ? 1 : Math.SQRT1_2);
  return {
    degreeU: 2,
    degreeV: 2,
    knotsU: knots,
    knotsV: knots,
    points: square.map(([cu, su]) =>
      square.map(([cv, sv]) => {
        const r = radius + tube * cv;
        return [rounded(r * cu), rounded(r * su), rounded(tube * sv)];
      }),
    ),
    weights: square.map((_, i) => square.map((__, j) => weight(i) * weight(j))),
  };
}

interface MeshDocument {
  readonly vertices: Row[];
  readonly triangles: Row[];
}

/** A torus around z. */
export function ringMesh(radius: number, tube: number, around: number, across: number): MeshDocument {
  return tubeMesh(around, across, tube, (angle) => [radius * Math.cos(angle), radius * Math.sin(angle), 0]);
}

/** A trefoil knot of the size 3 `scale` [m]. */
export function knotMesh(scale: number, tube: number, around: number, across: number): MeshDocument {
  return tubeMesh(around, across, tube, (t) => [
    scale * (Math.sin(t) + 2 * Math.sin(2 * t)),
    scale * (Math.cos(t) - 2 * Math.cos(2 * t)),
    -scale * Math.sin(3 * t),
  ]);
}

/** A tube about a closed curve; its cross-sections follow the frame of the curve and a fixed direction. */
function tubeMesh(around: number, across: number, tube: number, curve: (angle: number) => Row): MeshDocument {
  const vertices: Row[] = [];
  const step = (2 * Math.PI) / around;
  for (let i = 0; i < around; i++) {
    const at = curve(i * step);
    const before = curve((i - 0.01) * step);
    const after = curve((i + 0.01) * step);
    const tangent = unit(after.map((value, k) => value - before[k]));
    // towards the axis, perpendicular to the tangent
    const inward = at.map((value, k) => (k < 2 ? -value : 0));
    const along = inward.reduce((sum, value, k) => sum + value * tangent[k], 0);
    const first = unit(inward.map((value, k) => value - along * tangent[k]));
    const second = cross(tangent, first);
    for (let j = 0; j < across; j++) {
      const angle = (2 * Math.PI * j) / across;
      const [c, s] = [tube * Math.cos(angle), tube * Math.sin(angle)];
      vertices.push(at.map((value, k) => rounded(value + c * first[k] + s * second[k])));
    }
  }
  const corner = (i: number, j: number) => (i % around) * across + (j % across);
  const triangles: Row[] = [];
  for (let i = 0; i < around; i++) {
    for (let j = 0; j < across; j++) {
      triangles.push([corner(i, j), corner(i + 1, j), corner(i + 1, j + 1)]);
      triangles.push([corner(i, j), corner(i + 1, j + 1), corner(i, j + 1)]);
    }
  }
  return { vertices, triangles };
}

function unit(v: Row): number[] {
  const length = Math.hypot(...v);
  return v.map((value) => value / length);
}

function cross([ax, ay, az]: Row, [bx, by, bz]: Row): number[] {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}

/** To 0.1 mm, so that copied queries are short. */
function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4 + 0;
}

/** A square plate with a round hole: one trimmed face. */
export function plateWithHole(half: number, hole: number) {
  const h = Math.SQRT1_2;
  const circle: Row[] = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1], [1, 0]]; // biome-ignore format: a circle
  const outline: Row[] = [[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]]; // biome-ignore format: a square
  const scaled = (rows: Row[], size: number) => rows.map((row) => row.map((value) => value * size));
  return {
    degreeU: 1,
    degreeV: 1,
    points: [-half, half].map((x) => [-half, half].map((y) => [x, y, 0])),
    knotsU: [-half, -half, half, half],
    knotsV: [-half, -half, half, half],
    loops: [
      [{ degree: 1, points: scaled(outline, half) }],
      [
        {
          degree: 2,
          points: scaled(circle, hole),
          weights: [1, h, 1, h, 1, h, 1, h, 1],
          knots: [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4],
        },
      ],
    ],
  };
}
