import { describe, expect, it } from 'vitest';
import { createPose } from '../src/math/pose.ts';
import { createRandom } from '../src/math/random.ts';
import { lengthVec3 } from '../src/math/vec3.ts';
import { closest, pairTable } from '../src/pairs/query.ts';
import { createDisc } from '../src/shapes/disc.ts';
import { createHalfspace } from '../src/shapes/halfspace.ts';
import { createPoint } from '../src/shapes/point.ts';
import { createSegment } from '../src/shapes/segment.ts';
import type { ShapeKind } from '../src/shapes/shape.ts';
import { configurations, drawPair, moved, sizeOf } from './contract/draw-pair.ts';
import { ask, faultsOf } from './contract/judge.ts';

/**
 * The contract of every row of the pair table: finite numbers, a unit normal from A to B, pointB = pointA + distance · normal, points on
 * their surfaces, exchange of A and B, and a distance that another way agrees with. CONTRACT_CASES is how many cases each group of rows
 * gets: `CONTRACT_CASES=100000 npx vitest run test/contract.test.ts` is the long run, with one in 20 as many for smooth bodies; one
 * group of it by `-t 'round solids'`.
 */
const CASES = Number(process.env['CONTRACT_CASES'] ?? 150);
const LONG = process.env['CONTRACT_CASES'] !== undefined;

const PLANAR: readonly ShapeKind[] = ['point', 'segment', 'disc', 'polygon', 'halfspace'];
const THIN: readonly ShapeKind[] = ['point', 'segment', 'halfspace'];
const POLYTOPES: readonly ShapeKind[] = [...THIN, 'box', 'hull'];
const SOLIDS: readonly ShapeKind[] = [...POLYTOPES, 'sphere', 'capsule', 'cylinder', 'cone'];
const CONVEX: readonly ShapeKind[] = [...SOLIDS, 'ellipsoid'];
const SMOOTH: readonly ShapeKind[] = [...CONVEX, 'tiled'];
const PARTS: readonly ShapeKind[] = [...SMOOTH, 'compound', 'trimesh'];
const ALL: readonly ShapeKind[] = [...PARTS, 'disc', 'polygon'];
const TRIMMED: readonly ShapeKind[] = [...ALL, 'brep'];

interface Group {
  readonly name: string;
  readonly planar: boolean;
  /** A row belongs to the first group of its space that has both its kinds. */
  readonly kinds: readonly ShapeKind[];
  /** Number of cases, as a fraction of that of the other groups. */
  readonly fraction: number;
}

const groups: readonly Group[] = [
  { name: 'the plane', planar: true, kinds: PLANAR, fraction: 1 },
  { name: 'planar smooth bodies', planar: true, kinds: [...PLANAR, 'tiled'], fraction: 0.05 },
  { name: 'points and segments', planar: false, kinds: THIN, fraction: 1 },
  { name: 'polytopes', planar: false, kinds: POLYTOPES, fraction: 1 },
  { name: 'round solids', planar: false, kinds: SOLIDS, fraction: 1 },
  { name: 'ellipsoids', planar: false, kinds: CONVEX, fraction: 1 },
  { name: 'smooth bodies', planar: false, kinds: SMOOTH, fraction: 0.05 },
  { name: 'meshes and compounds', planar: false, kinds: PARTS, fraction: 1 },
  { name: 'flat bodies in space', planar: false, kinds: ALL, fraction: 1 },
  { name: 'bodies of trimmed faces', planar: false, kinds: TRIMMED, fraction: 0.01 },
];

const holds = ({ kinds }: Group, row: readonly ShapeKind[]) => row.every((kind) => kinds.includes(kind));

function rowsOf(group: Group) {
  const sameSpace = groups.filter(({ planar }) => planar === group.planar);
  return pairTable.filter(({ kinds, planar }) => {
    // rows for planar bodies only are not tested in 3-D
    if (planar && !group.planar) return false;
    return sameSpace.find((other) => holds(other, kinds)) === group;
  });
}

describe.each(groups)('$name', (group) => {
  const rows = rowsOf(group);
  const names = Object.keys(configurations);
  const perRow = Math.max(1, Math.round((CASES * group.fraction) / (rows.length * names.length)));

  it.each(names)('keep the contract: %s', { timeout: LONG ? 7_200_000 : 900_000 }, (name) => {
    const faults: string[] = [];
    const slow = group.kinds === TRIMMED && !LONG;
    for (const [r, row] of rows.entries()) {
      // a third of these rows in each configuration: their searches are slow
      if (slow && (r + names.indexOf(name)) % 3 !== 0) continue;
      const random = createRandom(1 + pairTable.indexOf(row) + 1000 * names.indexOf(name));
      for (let k = 0; k < perRow; k++) {
        const [a, drawn] = drawPair(random, row.kinds, configurations[name], group.planar);
        const first = ask(a, drawn);
        const touching = configurations[name].touching === true && Number.isFinite(first.distance);
        const b = touching ? moved(drawn, first.normal, -first.distance) : drawn;
        const contact = touching ? ask(a, b) : first;
        const found = faultsOf(a, b, contact, sizeOf(configurations[name]), random, group.planar);
        faults.push(...found.map((fault) => `${row.kinds.join(' and ')}, case ${k}: ${fault}`));
      }
    }
    // the first of them will do
    expect(faults.slice(0, 40)).toEqual([]);
  });
});

describe('the pair table', () => {
  it('has one row for every pair of kinds, and every row describes its method', () => {
    const unordered = (pair: readonly string[]) => pair.toSorted().join();
    const expected = TRIMMED.flatMap((a, i) => TRIMMED.slice(i).map((b) => unordered([a, b])));
    expect(pairTable.map((row) => unordered(row.kinds)).sort()).toEqual(expected.sort());
    for (const row of pairTable) expect(row.method.length * row.accuracy.distance).toBeGreaterThan(0);
  });

  it('every row is in a group', () => {
    const grouped = groups.flatMap(rowsOf);
    expect(pairTable.filter((row) => !grouped.includes(row)).map(({ kinds }) => kinds.join())).toEqual([]);
  });

  it('two planar half-spaces that do not face each other overlap without bound', () => {
    const contact = closest(createHalfspace([1, 0]), createPose(), createHalfspace([0, 1]), createPose([5, 5]));
    expect(contact.distance).toBe(Number.NEGATIVE_INFINITY);
    expect(lengthVec3(contact.normal)).toBe(1);
  });

  it('a planar shape that leaves the plane is rejected with a reason', () => {
    const tilted = createPose([0, 0, 0], [1, 0.1, 0, 0]);
    expect(() => closest(createDisc(1), tilted, createPoint(), createPose([3, 0]))).toThrow(/tilts a disc/);
    expect(() => closest(createDisc(1), createPose(), createPoint(), createPose([3, 0, 1]))).toThrow(/one plane/);
    const rising = createSegment([0, 0, 0], [1, 0, 1]);
    expect(() => closest(createDisc(1), createPose(), rising, createPose([3, 0]))).toThrow(/leaves the plane/);
  });
});
