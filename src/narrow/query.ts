import type { Motion } from '../math/motion.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import { createPoint } from '../shapes/point.ts';
import type { PlanarShape, Shape, ShapeKind } from '../shapes/shape.ts';
import type { SolidShape } from '../shapes/solid.ts';
import { asTiledBody } from '../shapes/tiled/as-tiled-body.ts';
import { addRadii, closestConvexShapes, closestPieces } from './closest/core-contact.ts';
import { closestOutlines } from './closest/outline-contact.ts';
import { closestPointToOutline } from './closest/point-outline.ts';
import { closestPoints, closestPointToSegment, closestSegments } from './closest/spatial-contact.ts';
import { closestToWall, closestWalls } from './closest/wall-contact.ts';
import { type Contact, createContact, flipContact } from './contact.ts';
import { advanceToImpact } from './continuous/advancement.ts';
import { planarImpact } from './continuous/planar-impact.ts';
import { rigidImpact } from './continuous/rigid-impact.ts';
import { clearSimplexCache, createSimplexCache, type SimplexCache } from './convex/simplex-cache.ts';
import { closestEllipsoids, closestEllipsoidToWall, closestPointToEllipsoid } from './ellipsoid/ellipsoid-contact.ts';
import { createImpact, type Impact } from './impact.ts';
import { requireCommonSpace, requireMotion, requireOnePlane } from './one-plane.ts';
import { closestTiledShapes } from './parametric/tiled-contact.ts';
import { closestTiledToWall } from './parametric/tiled-wall.ts';
import type { Solid } from './space/core.ts';
import { closestSolids } from './space/solid-contact.ts';
import { closestSolidToWall } from './space/support-solid.ts';

type ShapeOf<Kind extends ShapeKind> = Extract<Shape, { kind: Kind }>;

/** Answers `closest` for one pair of kinds, shapes in the order of the table. */
type ClosestMethod<KindA extends ShapeKind = ShapeKind, KindB extends ShapeKind = ShapeKind> = (
  out: Contact,
  shapeA: ShapeOf<KindA>,
  poseA: ReadonlyPose,
  shapeB: ShapeOf<KindB>,
  poseB: ReadonlyPose,
  cache: SimplexCache,
) => Contact;

/** Answers `impact` for one pair of kinds, in either order. */
type ImpactMethod = (
  out: Impact,
  shapeA: Shape,
  motionA: Motion,
  shapeB: Shape,
  motionB: Motion,
  duration: number,
) => Impact;

/** One row of the pair table. */
export interface PairMethods {
  readonly kinds: readonly [ShapeKind, ShapeKind];
  /** How the distance is found, in words. */
  readonly method: string;
  /** What the distance is worth; L is the largest coordinate difference of the query. */
  readonly accuracy: string;
  /** Do both bodies have to lie in one plane z = const, turned about z only? Outlines have to in any row. */
  readonly planar: boolean;
  readonly closest: ClosestMethod;
  readonly impact: ImpactMethod;
}

const ROUNDING = 'to rounding, about 1e-15 L';
const POLYGONS = 'to rounding, about 1e-15 L; overlapping a non-convex polygon: a lower bound of the depth';
const CORES = 'GJK on the cores, then radii';
const OUTLINE = 'GJK on the cores, then radii; not convex: nearest edge and side';
const PIECES = 'GJK and separating axes; not convex: nearest convex pieces, or edge hierarchies for many vertices';
const SMOOTH =
  'closest points proven by two planes; overlapping: largest gap over directions; not convex: bounds over all pieces';
const SMOOTH_POINT = 'closest points proven by two planes; inside or not convex: bounds over all pieces';
const PROVEN = 'found to about 1e-15 L, proven to 4e-10 of the size; overlapping: the least depth found';
const PROVEN_POINT = 'found to about 1e-15 L, proven to 4e-10 of the size, inside too';
const ELLIPSOIDS =
  'to rounding, about 1e-15 L; overlapping by more than the smallest radii of curvature: the least depth found';

const ROUND_SOLIDS = 'proven to about 1e-14 L, overlapping to about 1e-11 L; places and normals to about 1e-7';

/** Beyond this many pairs of edges the outlines of non-convex polygons are searched by their hierarchies first. */
const HIERARCHY_FROM = 4096;

type Grown = 'point' | 'segment' | 'disc' | 'polygon';

const overPieces: ClosestMethod<Grown, Grown> = (out, shapeA, poseA, shapeB, poseB, cache) => {
  const convexA = shapeA.kind !== 'polygon' || shapeA.convex;
  const convexB = shapeB.kind !== 'polygon' || shapeB.convex;
  if (convexA && convexB) return closestConvexShapes(out, shapeA, poseA, shapeB, poseB, cache);
  if ((shapeA.kind === 'point' || shapeA.kind === 'disc') && shapeB.kind === 'polygon') {
    return closestPointToOutline(out, shapeA.kind === 'disc' ? shapeA.radius : 0, poseA, shapeB, poseB);
  }
  if (shapeA.kind === 'polygon' && shapeB.kind === 'polygon') {
    const edgePairs = (shapeA.vertices.length / 2) * (shapeB.vertices.length / 2);
    if (edgePairs > HIERARCHY_FROM) return closestOutlines(out, shapeA, poseA, shapeB, poseB);
  }
  return closestPieces(out, shapeA, poseA, shapeB, poseB);
};

/** One of all points: what is kept for a smooth body and a point is then kept once. */
const POINT = createPoint();

// biome-ignore format: the parameters are those of `planarImpact`
function impactInPlane(
  out: Impact, shapeA: PlanarShape, motionA: Motion, shapeB: PlanarShape, motionB: Motion, duration: number,
): Impact {
  requireOnePlane(shapeA, motionA.pose, shapeB, motionB.pose);
  return planarImpact(out, shapeA, motionA, shapeB, motionB, duration);
}

const impactByAdvancement: ImpactMethod = (out, shapeA, motionA, shapeB, motionB, duration) => {
  requireMotion(shapeA, motionA, shapeB);
  requireMotion(shapeB, motionB, shapeA);
  return advanceToImpact(out, shapeA, motionA, shapeB, motionB, duration, closestInto);
};

const PLANAR_KINDS: readonly ShapeKind[] = ['point', 'segment', 'disc', 'polygon', 'halfplane'];

/** Rows look their shapes up by kind, so what a row is handed is what its method takes. */
function row<KindA extends ShapeKind, KindB extends ShapeKind>(
  kinds: readonly [KindA, KindB],
  method: string,
  accuracy: string,
  closest: ClosestMethod<KindA, KindB>,
  planar = true,
): PairMethods {
  const planarKinds = kinds.every((kind) => PLANAR_KINDS.includes(kind));
  const impact = planarKinds ? (impactInPlane as ImpactMethod) : impactByAdvancement;
  return { kinds, method, accuracy, planar, closest: closest as unknown as ClosestMethod, impact };
}

const SOLID_KINDS: readonly SolidShape['kind'][] = ['sphere', 'capsule', 'box', 'cylinder', 'cone', 'hull'];

/** Two convex bodies of space. */
function solidRow(kindA: Solid['kind'], kindB: Solid['kind']): PairMethods {
  const both = (...kinds: Solid['kind'][]) => kinds.includes(kindA) && kinds.includes(kindB);
  const method = both('point', 'sphere', 'capsule')
    ? 'closest points of the axes, then radii'
    : `GJK on the cores, then radii; overlapping cores: ${
        both('point', 'sphere', 'capsule', 'box') ? 'separating axes' : 'expanding polytope'
      }`;
  const corners = both('point', 'segment', 'sphere', 'capsule', 'box', 'hull');
  const methods = row([kindA, kindB], method, corners ? ROUNDING : ROUND_SOLIDS, closestSolids, false);
  return corners ? { ...methods, impact: rigidImpact as ImpactMethod } : methods;
}

const solidRows: readonly PairMethods[] = [
  solidRow('segment', 'ellipsoid'),
  ...SOLID_KINDS.flatMap((kind, i) => [
    solidRow('point', kind),
    solidRow('segment', kind),
    ...SOLID_KINDS.slice(0, i + 1).map((other) => solidRow(other, kind)),
    solidRow(kind, 'ellipsoid'),
    row([kind, 'halfplane'], 'lowest point over the wall', ROUNDING, closestSolidToWall, false),
  ]),
];

/**
 * THE pair table: which method answers for which pair of kinds, the simpler kind first. The other order is answered by the
 * same row with A and B exchanged. A new shape kind adds its rows here.
 */
export const pairTable: readonly PairMethods[] = [
  row(
    ['point', 'point'],
    'difference',
    ROUNDING,
    (out, _a, poseA, _b, poseB) => closestPoints(out, poseA, poseB),
    false,
  ),
  row(
    ['point', 'segment'],
    'clamped projection',
    ROUNDING,
    (out, _a, poseA, shapeB, poseB) => closestPointToSegment(out, poseA, shapeB, poseB),
    false,
  ),
  row(['segment', 'segment'], 'best of five candidates', ROUNDING, closestSegments, false),
  row(['point', 'disc'], CORES, ROUNDING, closestConvexShapes),
  row(['segment', 'disc'], CORES, ROUNDING, closestConvexShapes),
  row(['disc', 'disc'], CORES, ROUNDING, closestConvexShapes),
  row(['point', 'polygon'], OUTLINE, POLYGONS, overPieces),
  row(['segment', 'polygon'], PIECES, POLYGONS, overPieces),
  row(['disc', 'polygon'], OUTLINE, POLYGONS, overPieces),
  row(['polygon', 'polygon'], PIECES, POLYGONS, overPieces),
  row(['point', 'halfplane'], 'height over the wall', ROUNDING, closestToWall),
  row(['segment', 'halfplane'], 'lowest end over the wall', ROUNDING, closestToWall),
  row(['disc', 'halfplane'], 'height over the wall', ROUNDING, closestToWall),
  row(['polygon', 'halfplane'], 'lowest vertex over the wall', ROUNDING, closestToWall),
  row(['halfplane', 'halfplane'], 'width between facing walls', ROUNDING, closestWalls),
  row(
    ['point', 'tiled'],
    SMOOTH_POINT,
    PROVEN_POINT,
    (out, _a, poseA, shapeB, poseB) => closestTiledShapes(out, POINT, poseA, shapeB, poseB),
    false,
  ),
  row(['disc', 'tiled'], `centre: ${SMOOTH_POINT}`, PROVEN_POINT, (out, shapeA, poseA, shapeB, poseB) => {
    closestTiledShapes(out, POINT, poseA, shapeB, poseB);
    // a disc over a dent may be lifted out by less than its centre's way
    if (!shapeB.convex && out.distance < shapeA.radius) out.status = 'approximate';
    return addRadii(out, shapeA.radius, 0);
  }),
  row(['polygon', 'tiled'], `the polygon as curves: ${SMOOTH}`, PROVEN, (out, shapeA, poseA, shapeB, poseB) =>
    closestTiledShapes(out, asTiledBody(shapeA), poseA, shapeB, poseB),
  ),
  row(['tiled', 'tiled'], SMOOTH, PROVEN, closestTiledShapes, false),
  row(['tiled', 'halfplane'], 'lowest point over the wall', ROUNDING, closestTiledToWall, false),
  row(
    ['point', 'ellipsoid'],
    'climb over normals',
    ELLIPSOIDS,
    (out, _a, poseA, shapeB, poseB) => closestPointToEllipsoid(out, poseA, shapeB, poseB),
    false,
  ),
  row(
    ['ellipsoid', 'ellipsoid'],
    'climb over normals',
    ELLIPSOIDS,
    (out, shapeA, poseA, shapeB, poseB) => closestEllipsoids(out, shapeA, poseA, shapeB, poseB),
    false,
  ),
  row(
    ['ellipsoid', 'tiled'],
    `the ellipsoid as patches: ${SMOOTH}`,
    PROVEN,
    (out, shapeA, poseA, shapeB, poseB) => closestTiledShapes(out, asTiledBody(shapeA), poseA, shapeB, poseB),
    false,
  ),
  row(['ellipsoid', 'halfplane'], 'lowest point over the wall', ROUNDING, closestEllipsoidToWall, false),
  ...solidRows,
];

interface Row {
  readonly methods: PairMethods;
  /** Are the shapes given in the other order than the table's? */
  readonly exchanged: boolean;
}

/** The table by the kind of A, then of B. */
const rows: Partial<Record<ShapeKind, Partial<Record<ShapeKind, Row>>>> = {};
for (const methods of pairTable) {
  const [kindA, kindB] = methods.kinds;
  rows[kindB] = { ...rows[kindB], [kindA]: { methods, exchanged: true } };
  rows[kindA] = { ...rows[kindA], [kindB]: { methods, exchanged: false } };
}

function findRow(shapeA: Shape, shapeB: Shape): Row {
  const found = rows[shapeA.kind]?.[shapeB.kind];
  if (found === undefined) throw new RangeError(`no method for the pair ${shapeA.kind} and ${shapeB.kind}`);
  return found;
}

/** How close are two bodies? Signed distance, closest points and normal from A to B. */
export function closest(shapeA: Shape, poseA: ReadonlyPose, shapeB: Shape, poseB: ReadonlyPose): Contact {
  return closestInto(createContact(), shapeA, poseA, shapeB, poseB);
}

const cold = createSimplexCache();

/**
 * `closest` into an existing contact. A `cache` kept for the pair lets the search for convex polygons start where the last
 * one ended; always hand the bodies in the same order with it.
 */
export function closestInto(
  out: Contact,
  shapeA: Shape,
  poseA: ReadonlyPose,
  shapeB: Shape,
  poseB: ReadonlyPose,
  cache?: SimplexCache,
): Contact {
  const { methods, exchanged } = findRow(shapeA, shapeB);
  if (methods.planar) requireOnePlane(shapeA, poseA, shapeB, poseB);
  else requireCommonSpace(shapeA, poseA, shapeB, poseB);
  out.errorBound = 0;
  if (cache === undefined) clearSimplexCache(cold);
  const kept = cache ?? cold;
  return exchanged
    ? flipContact(methods.closest(out, shapeB, poseB, shapeA, poseA, kept))
    : methods.closest(out, shapeA, poseA, shapeB, poseB, kept);
}

/** When do two moving bodies first touch within `duration` [s]? */
export function impact(shapeA: Shape, motionA: Motion, shapeB: Shape, motionB: Motion, duration: number): Impact {
  return impactInto(createImpact(), shapeA, motionA, shapeB, motionB, duration);
}

/** `impact` into an existing result. */
export function impactInto(
  out: Impact,
  shapeA: Shape,
  motionA: Motion,
  shapeB: Shape,
  motionB: Motion,
  duration: number,
): Impact {
  return findRow(shapeA, shapeB).methods.impact(out, shapeA, motionA, shapeB, motionB, duration);
}
