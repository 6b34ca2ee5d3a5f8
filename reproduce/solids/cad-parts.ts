import { type Brep, type BrepFaceInput, brep, nurbsSurface, type TrimCurveInput } from '../../src/entries/nurbs.ts';
import { closest, impact, massProperties, motion, point, pose, sphere, vec3 } from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { atMost, type ReportItem } from '../report-item.ts';

/** Half extents of the block and the radius of its edges [m]. */
const HALF = [0.03, 0.02, 0.01] as const;
const EDGE = 0.004;
/** Radii and height of the cylinder with a hole [m]. */
const OUTER = 0.015;
const INNER = 0.005;
const HEIGHT = 0.04;
/** Radius [m] and speed [m/s] of the sphere. */
const BALL = 0.003;
const SPEED = 0.5;
const COUNT = 60;

const H = Math.SQRT1_2;
/** A quarter of a circle, and its weights. */
const ARC = [[1, 0], [1, 1], [0, 1]] as const; // biome-ignore format: a list
const ARC_WEIGHTS = [1, H, 1];
const ARC_KNOTS = [0, 0, 0, 1, 1, 1];
const LINE_KNOTS = [0, 0, 1, 1];
const CORNERS = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1], [1, 0]]; // biome-ignore format: a list
const WEIGHTS = [1, H, 1, H, 1, H, 1, H, 1];
const KNOTS = [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4];

function circle(radius: number): TrimCurveInput {
  return { degree: 2, points: CORNERS.map(([x, y]) => [radius * x, radius * y]), weights: WEIGHTS, knots: KNOTS };
}

/** The cylinder with a hole: two planes with two loops each, two cylinders. */
function makeRing(): Brep {
  const ends = [-2 * OUTER, 2 * OUTER];
  const knots = [ends[0], ends[0], ends[1], ends[1]];
  const plane = (z: number) => nurbsSurface(1, 1, ends.map((x) => ends.map((y) => [x, y, z])), knots, knots); // biome-ignore format: one call
  const wall = (radius: number) =>
    nurbsSurface(2, 1, CORNERS.map(([x, y]) => [0, HEIGHT].map((z) => [radius * x, radius * y, z])), KNOTS, LINE_KNOTS, WEIGHTS.map((w) => [w, w])); // biome-ignore format: one call
  const loops = [[circle(OUTER)], [circle(INNER)]];
  return brep(
    [
      { surface: plane(HEIGHT), loops },
      { surface: plane(0), loops, reversed: true },
      { surface: wall(OUTER) },
      { surface: wall(INNER), reversed: true },
    ],
    { closed: true },
  );
}

type Grid = readonly (readonly (readonly number[])[])[];

/** The block: six planes, twelve quarters of cylinders, eight eighths of spheres. */
function makeBlock(): Brep {
  const inner = HALF.map((half) => half - EDGE);
  const faces: BrepFaceInput[] = [];
  const signs = [-1, 1];
  // axes in cyclic order keep the orientation; each reflection reverses it
  for (let k = 0; k < 3; k++) {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    const place = (along: readonly (readonly [number, number])[]) =>
      Object.assign([0, 0, 0], Object.fromEntries(along)) as number[];
    for (const s of signs) {
      const plane = signs.map((a) => signs.map((b) => place([[i, a * inner[i]], [j, b * inner[j]], [k, s * HALF[k]]]))); // biome-ignore format: one grid
      faces.push({ surface: nurbsSurface(1, 1, plane, LINE_KNOTS, LINE_KNOTS), reversed: s < 0 });
      for (const t of signs) {
        // from direction s i to t j, extruded along k
        const quarter: Grid = ARC.map(([x, y]) =>
          signs.map((b) => place([[i, s * (inner[i] + EDGE * x)], [j, t * (inner[j] + EDGE * y)], [k, b * inner[k]]])),
        ); // biome-ignore format: one grid
        const weights = ARC_WEIGHTS.map((w) => [w, w]);
        faces.push({ surface: nurbsSurface(2, 1, quarter, ARC_KNOTS, LINE_KNOTS, weights), reversed: s * t < 0 });
      }
    }
  }
  for (const s of signs) {
    for (const t of signs) {
      for (const r of signs) {
        // a quarter of a circle in x y, raised along z to the pole
        const eighth: Grid = ARC.map(([x, y]) =>
          ARC.map(([c, z]) => [
            s * (inner[0] + EDGE * x * c),
            t * (inner[1] + EDGE * y * c),
            r * (inner[2] + EDGE * z),
          ]),
        );
        const weights = ARC_WEIGHTS.map((a) => ARC_WEIGHTS.map((b) => a * b));
        faces.push({ surface: nurbsSurface(2, 2, eighth, ARC_KNOTS, ARC_KNOTS, weights), reversed: s * t * r < 0 });
      }
    }
  }
  return brep(faces, { closed: true });
}

type Point = readonly number[];

/** Signed distance of a point from a box of half extents `half` with rounded edges. */
function toBlock(p: Point): number {
  const q = p.map((x, k) => Math.abs(x) - (HALF[k] - EDGE));
  return Math.hypot(...q.map((x) => Math.max(x, 0))) + Math.min(Math.max(...q), 0) - EDGE;
}

function toRing([x, y, z]: Point): number {
  const s = Math.hypot(x, y);
  const up = Math.abs(z - HEIGHT / 2) - HEIGHT / 2;
  if (s >= INNER && s <= OUTER && up <= 0) return -Math.min(OUTER - s, s - INNER, -up);
  return Math.hypot(Math.max(0, s - OUTER, INNER - s), Math.max(0, up));
}

function worstDistance(body: Brep, exact: (p: Point) => number): number {
  const { between } = createRandom(7);
  let worst = 0;
  for (let k = 0; k < COUNT; k++) {
    const p = [between(-0.05, 0.05), between(-0.04, 0.04), between(-0.03, 0.06)];
    const found = closest(point(), pose(p), body, pose()).distance;
    worst = Math.max(worst, Math.abs(found - exact(p)));
  }
  return worst;
}

/** A flight of the sphere: name, start, direction and the distance until contact. */
type Flight = readonly [name: string, body: 'block' | 'ring', start: Point, direction: Point, path: number];

/** Path of a point along the unit vector d until it is at `radius` from `centre`. */
function pathToSphere(start: Point, d: Point, centre: Point, radius: number): number {
  const r = start.map((x, k) => x - centre[k]);
  const along = r.reduce((sum, x, k) => sum + x * d[k], 0);
  const squared = r.reduce((sum, x) => sum + x * x, 0);
  return -along - Math.sqrt(along * along - squared + radius * radius);
}

function flights(): Flight[] {
  const third = 1 / Math.sqrt(3);
  const slope = [-third, -third, -third];
  const [atFace, atEdge, atCorner] = [[0.01, 0.005, 0.05], [0.029, 0, 0.05], [0.06, 0.051, 0.042]]; // biome-ignore format: one line
  const down = [0, 0, -1];
  // over the edge the sphere meets a cylinder along y: the same as a sphere in its plane
  const edge = pathToSphere(atEdge, down, [HALF[0] - EDGE, 0, HALF[2] - EDGE], EDGE + BALL);
  const corner = pathToSphere(atCorner, slope, HALF.map((half) => half - EDGE), EDGE + BALL); // biome-ignore format: one line
  return [
    ['plane face of the block', 'block', atFace, down, atFace[2] - HALF[2] - BALL],
    ['rounded edge of the block', 'block', atEdge, down, edge],
    ['rounded corner of the block', 'block', atCorner, slope, corner],
    ['outside of the cylinder', 'ring', [0.04, 0, 0.02], [-1, 0, 0], 0.04 - OUTER - BALL],
    ['hole, from inside', 'ring', [-0.001, 0, 0.02], [1, 0, 0], INNER - BALL + 0.001],
    ['end of the cylinder', 'ring', [0.01, 0, 0.06], down, 0.06 - HEIGHT - BALL],
    // the centre passes the rim at the radius of the sphere
    ['rim of the hole', 'ring', [0.003, 0, 0.06], down, 0.06 - HEIGHT - Math.sqrt(BALL * BALL - (INNER - 0.003) ** 2)],
  ];
}

/** Distances to and times of impact with trimmed NURBS bodies, against closed forms. */
export function cadParts(): ReportItem {
  const bodies = { block: makeBlock(), ring: makeRing() };
  const rows = flights().map(([name, kind, start, d, path]) => {
    const moving = motion(pose(start), vec3(SPEED * d[0], SPEED * d[1], SPEED * d[2]));
    const { time } = impact(sphere(BALL), moving, bodies[kind], motion(pose()), 1);
    return { name, time, exact: path / SPEED };
  });
  const inner = HALF.map((half) => 2 * (half - EDGE));
  const [a, b, c] = inner;
  // Steiner's formula for a box with a rounding
  const volume =
    a * b * c + 2 * EDGE * (a * b + b * c + c * a) + Math.PI * EDGE ** 2 * (a + b + c) + (4 / 3) * Math.PI * EDGE ** 3;
  const ring = Math.PI * (OUTER ** 2 - INNER ** 2) * HEIGHT;
  const massError = (body: Brep, exact: number) => Math.abs(massProperties(body, 1).mass / exact - 1);
  return {
    id: 'cad-parts',
    source: '[SOLID-30]',
    title: 'Parts of trimmed NURBS faces',
    description: `A block with rounded edges (6 planes, 12 cylinders, 8 spheres) and a cylinder with a hole, as CAD programs write them. Distances of ${COUNT} points, volumes, and the times at which a sphere with a radius of ${1000 * BALL} mm meets faces, edges and rims at ${SPEED} m/s, compared with closed forms.`,
    checks: [
      atMost('block: error of the distance of a point [m]', worstDistance(bodies.block, toBlock), 1e-11),
      atMost('cylinder with hole: error of the distance of a point [m]', worstDistance(bodies.ring, toRing), 1e-11),
      atMost('block: relative error of the volume', massError(bodies.block, volume), 1e-12),
      atMost('cylinder with hole: relative error of the volume', massError(bodies.ring, ring), 1e-12),
      // a time of impact is one at which the gap is below 1e-9 of the size, never later
      ...rows.map(({ name, time, exact }) =>
        atMost(`${name}: error of the time of impact [s]`, Math.abs(time - exact), 1e-8),
      ),
    ],
    tables: [
      {
        title: 'Times of impact [s]',
        columns: ['at', 'computed', 'closed form'],
        rows: rows.map(({ name, time, exact }) => [name, time.toFixed(10), exact.toFixed(10)]),
      },
    ],
  };
}
