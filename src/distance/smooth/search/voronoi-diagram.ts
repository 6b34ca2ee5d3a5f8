import { createPose, type Pose } from '../../../math/pose.ts';
import { checkCount, checkKeys } from '../../../shapes/checks.ts';
import { CURVE_JET, type Curve, evaluateCurve } from '../../../shapes/nurbs/curve.ts';
import { createPoint } from '../../../shapes/point.ts';
import type { TiledBody } from '../../../shapes/tiled/tiled-body.ts';
import { type CandidateSearch, createCandidateSearch, searchCandidates } from './candidates.ts';
import { type InscribedCircle, joinBranches, type MedialBranch, type MedialJunction } from './medial-branches.ts';

/** Settings of `voronoiDiagram`. */
export interface VoronoiSettings {
  /** Inscribed circles per curve; the branches of the medial axis have as many points. Default 64. */
  readonly samples: number;
}

/** The part of the plane that is nearest to one curve or vertex. */
export interface VoronoiRegion {
  readonly name: string;
  readonly kind: 'curve' | 'vertex';
  /** Points of the feature, in its direction, x y [m] in body axes; one for a vertex. */
  readonly points: Float64Array;
  /**
   * Unit outward normals there; for a vertex the normals of the two curves that meet, in counter-clockwise order. Outside, the region consists of
   * the half-lines along them.
   */
  readonly normals: Float64Array;
  /** Centres of the largest inscribed circles that touch the body there, x y [m]: inside, the region ends at them. Empty for a vertex. */
  readonly centers: Float64Array;
  /** Their radii [m]. */
  readonly radii: Float64Array;
  /** Index of the curve that each circle touches on its other side. */
  readonly touched: Uint32Array;
}

/**
 * Voronoi regions of the curves and vertices of a convex planar body. Outside they are separated by half-lines, the normals at the ends of the
 * curves; inside by the medial axis. [PG05-6.6]
 */
export interface VoronoiDiagram {
  readonly regions: readonly VoronoiRegion[];
  /** Branches of the medial axis, and the points where three of them meet. */
  readonly branches: readonly MedialBranch[];
  readonly junctions: readonly MedialJunction[];
  /** Certified: no point of the boundary is inside an inscribed circle by more than this [m]. */
  readonly errorBound: number;
}

const DEFAULTS: VoronoiSettings = { samples: 64 };
/**
 * Tolerance of the certificate of each circle, as a fraction of the size: a circle may touch a whole arc, which a smaller one would make slow. The
 * circles themselves are accurate to machine precision, and to 1e-6 of the size near the ends of branches, where the touching points meet.
 */
const CERTIFIED = 1e-5;
/** A circle that loses less than this fraction of the size in an iteration is final: rounding. */
const FINAL = 1e-13;
/** A touching point nearer than this, as a fraction of the size, is the same point: the circle of curvature. */
const SAME_POINT = 1e-5;
/** A few iterations suffice: they converge faster than linearly. */
const ITERATIONS = 60;
/** Cosine of the angle between two normals above one minus this: a smooth vertex. */
const SMOOTH = 1e-9;
/** Intervals of the parameter in which the touched curve changes are halved this often: to less than 1e-10. */
const HALVINGS = 30;

/**
 * The Voronoi diagram of a convex planar body, with its medial axis. Each inscribed circle is certified by a search of the whole boundary.
 * Throws a RangeError for other bodies.
 *
 * @example
 * ```ts
 * import { tiledEllipse } from 'appulse/nurbs';
 * import { voronoiDiagram } from 'appulse/tracking';
 *
 * const { branches } = voronoiDiagram(tiledEllipse([2, 1]));
 * // the medial axis of an ellipse ends at the centres of curvature of its long ends: 2 - 1/2
 * console.log(Math.max(...branches.flatMap(({ points }) => [...points])).toFixed(2)); // 1.50
 * ```
 */
export function voronoiDiagram(body: TiledBody, settings: Partial<VoronoiSettings> = {}): VoronoiDiagram {
  checkKeys('Voronoi diagram', settings, Object.keys(DEFAULTS));
  const { samples } = { ...DEFAULTS, ...settings };
  checkCount('Voronoi diagram: samples', samples);
  if (body.kind !== 'tiled' || body.dimension !== 2 || !body.convex) {
    throw new RangeError(
      `Voronoi diagram: must be of a convex planar tiled body, got ${body.kind === 'tiled' ? `a ${body.convex ? '' : 'non-'}convex one of dimension ${body.dimension}` : `a shape of kind ${body.kind}`}`,
    );
  }
  const circles = createCircles(body);
  const curves = body.edges.map((_, curve) => sampleCurve(circles, curve, samples));
  const { branches, junctions } = joinBranches(body, curves, (curve, left, right) =>
    changeBetween(circles, curve, left, right),
  );
  return {
    regions: [...curves.map((curve, i) => curveRegion(body.edges[i].name, curve)), ...vertexRegions(body)],
    branches,
    junctions,
    errorBound: circles.errorBound,
  };
}

interface Circles {
  readonly body: TiledBody;
  readonly search: CandidateSearch;
  readonly origin: Pose;
  readonly center: Pose;
  errorBound: number;
}

function createCircles(body: TiledBody): Circles {
  return {
    body,
    search: createCandidateSearch(body, createPoint()),
    origin: createPose(),
    center: createPose(),
    errorBound: 0,
  };
}

const jet = new Float64Array(CURVE_JET);

/**
 * Largest circle inside that touches the body at F, by the parametric method for fractions: its radius is the minimum of |Q - F|² / (2 m·(Q - F))
 * over the boundary, m the inward normal. For a radius r the boundary point nearest to F + r m minimises |Q - F|² - 2 r m·(Q - F); it
 * gives the next radius, and is the touching point once the radius no longer decreases.
 */
function inscribedCircle(circles: Circles, curve: number, t: number): InscribedCircle {
  const { body, search, origin, center } = circles;
  const size = body.radius;
  evaluateCurve(jet, body.edges[curve].curve, t);
  const [x, y] = jet;
  const speed = Math.sqrt(jet[3] * jet[3] + jet[4] * jet[4]);
  const [normalX, normalY] = [jet[4] / speed, -jet[3] / speed];
  const curvature = (jet[3] * jet[7] - jet[4] * jet[6]) / (speed * speed * speed);
  // no circle inside is larger than that of curvature
  let radius = Math.min(2 * size, curvature > 0 ? 1 / curvature : Number.POSITIVE_INFINITY);
  let [touched, touchedAt] = [curve, t];
  for (let k = 0; k < ITERATIONS; k++) {
    center.position.x = x - radius * normalX;
    center.position.y = y - radius * normalY;
    searchCandidates(search, origin, center, CERTIFIED * size);
    const { a } = search.work.pair;
    const [toX, toY] = [a.bodyJet[0] - x, a.bodyJet[1] - y];
    const inward = -(toX * normalX + toY * normalY);
    const apart = Math.sqrt(toX * toX + toY * toY);
    if (apart < SAME_POINT * size) break;
    [touched, touchedAt] = [a.feature, a.x[0]];
    const next = (apart * apart) / (2 * inward);
    if (!(next < radius - FINAL * size)) break;
    radius = next;
  }
  circles.errorBound = Math.max(circles.errorBound, radius - search.lowerBound);
  const [centerX, centerY] = [x - radius * normalX, y - radius * normalY];
  return { t, x, y, normalX, normalY, centerX, centerY, radius, touched, touchedAt };
}

/** Circles at the midpoints of equal intervals, and at both ends. */
function sampleCurve(circles: Circles, curve: number, samples: number): InscribedCircle[] {
  const inner = Array.from({ length: samples }, (_, k) => inscribedCircle(circles, curve, (k + 0.5) / samples));
  return [endCircle(circles, curve, 0), ...inner, endCircle(circles, curve, 1)];
}

/** At a sharp corner the circle is a point that touches both curves. */
function endCircle(circles: Circles, curve: number, t: 0 | 1): InscribedCircle {
  const { edges, vertices } = circles.body;
  const vertex = vertices[t === 0 ? edges[curve].from : edges[curve].to];
  const next = vertex.edges.find(({ edge, end }) => edge !== curve || end !== t) ?? { edge: curve, end: t };
  const [px, py] = unitNormal(edges[next.edge].curve, next.end);
  const [normalX, normalY] = unitNormal(edges[curve].curve, t);
  if (px * normalX + py * normalY > 1 - SMOOTH) return inscribedCircle(circles, curve, t);
  const { x, y } = vertex.point;
  const touch = { touched: next.edge, touchedAt: next.end };
  return { t, x, y, normalX, normalY, centerX: x, centerY: y, radius: 0, ...touch };
}

/** Unit outward normal of a curve. */
function unitNormal(curve: Curve, t: number): [number, number] {
  evaluateCurve(jet, curve, t);
  const speed = Math.sqrt(jet[3] * jet[3] + jet[4] * jet[4]);
  return [jet[4] / speed, -jet[3] / speed];
}

/** Both circles next to the change of the touched curve between two circles of a curve. */
function changeBetween(
  circles: Circles,
  curve: number,
  left: InscribedCircle,
  right: InscribedCircle,
): [InscribedCircle, InscribedCircle] {
  let [low, high] = [left, right];
  for (let k = 0; k < HALVINGS; k++) {
    const midpoint = inscribedCircle(circles, curve, 0.5 * (low.t + high.t));
    if (midpoint.touched === left.touched) low = midpoint;
    else high = midpoint;
  }
  return [low, high];
}

function curveRegion(name: string, circles: readonly InscribedCircle[]): VoronoiRegion {
  return {
    name,
    kind: 'curve',
    points: Float64Array.from(circles.flatMap(({ x, y }) => [x, y])),
    normals: Float64Array.from(circles.flatMap(({ normalX, normalY }) => [normalX, normalY])),
    centers: Float64Array.from(circles.flatMap(({ centerX, centerY }) => [centerX, centerY])),
    radii: Float64Array.from(circles.map(({ radius }) => radius)),
    touched: Uint32Array.from(circles.map(({ touched }) => touched)),
  };
}

function vertexRegions({ edges, vertices }: TiledBody): VoronoiRegion[] {
  return vertices.map(({ name, point, edges: ends }) => {
    // counter-clockwise: the curve that ends here, then the one that starts
    const ordered = [...ends].sort((p, q) => q.end - p.end);
    const normals = ordered.flatMap(({ edge, end }) => unitNormal(edges[edge].curve, end));
    return {
      name,
      kind: 'vertex',
      points: Float64Array.of(point.x, point.y),
      normals: Float64Array.from(normals),
      centers: new Float64Array(),
      radii: new Float64Array(),
      touched: new Uint32Array(),
    };
  });
}
