import type { TiledBody } from '../../../shapes/tiled/tiled-body.ts';

/** The largest inscribed circle that touches a curve at t, and where else it touches the body. */
export interface InscribedCircle {
  readonly t: number;
  readonly x: number;
  readonly y: number;
  readonly normalX: number;
  readonly normalY: number;
  readonly centerX: number;
  readonly centerY: number;
  readonly radius: number;
  /** The curve on the other side and its parameter; the same one and t for a circle of curvature. */
  readonly touched: number;
  readonly touchedAt: number;
}

/** A branch of the medial axis: centres of inscribed circles that touch two curves, or one curve twice. */
export interface MedialBranch {
  /** Names of the curves on both sides; the same name twice for a branch inside the region of one curve. */
  readonly curves: readonly [string, string];
  /** Centres, x y [m] in body axes, from one end of the branch to the other. */
  readonly points: Float64Array;
  /** Radii of the circles [m]. */
  readonly radii: Float64Array;
}

/** A point of the medial axis with three touching points. */
export interface MedialJunction {
  /** Names of the curves, in order. */
  readonly curves: readonly string[];
  /** Position in body axes [m]. */
  readonly x: number;
  /** [m] */
  readonly y: number;
  /** Radius of the circle about it that touches the curves [m]. */
  readonly radius: number;
}

/** Both circles next to a change of the touched curve. */
type FindChange = (
  curve: number,
  left: InscribedCircle,
  right: InscribedCircle,
) => readonly [InscribedCircle, InscribedCircle];

/** Branches shorter than this fraction of the size are points: the medial axis of a disc. Junctions nearer than that are one. */
const SHORT = 1e-6;

/** Touching points on one curve whose parameters differ by less meet there: the end of a branch. */
const MEETING = 0.01;

/** Joins the circles of each curve into branches: one for each interval in which they touch the same curve. */
export function joinBranches(
  body: TiledBody,
  curves: readonly (readonly InscribedCircle[])[],
  findChange: FindChange,
): { readonly branches: MedialBranch[]; readonly junctions: MedialJunction[] } {
  const short = SHORT * body.radius;
  const branches: MedialBranch[] = [];
  const junctions: MedialJunction[] = [];
  curves.forEach((circles, curve) => {
    let run: InscribedCircle[] = [];
    const endRun = () => {
      // the same branch is found from both of its curves, and twice if they are one
      const own = run.filter(({ touched, t, touchedAt }) => touched > curve || (touched === curve && touchedAt >= t));
      if (own.length > 1 && lengthOf(own) > short) branches.push(branchOf(body, curve, own));
      run = [];
    };
    circles.forEach((circle, k) => {
      const last = circles[k - 1];
      // circles about the same centre touch a whole arc: which curve is nearest is then rounding
      if (k > 0 && circle.touched !== last.touched && separation(circle, last) > short) {
        const [before, after] = findChange(curve, last, circle);
        run.push(before);
        endRun();
        run.push(after);
        addJunction(junctions, body, curve, before, after, short);
      }
      run.push(circle);
    });
    endRun();
  });
  return { branches, junctions };
}

function separation(p: InscribedCircle, q: InscribedCircle): number {
  const [x, y] = [p.centerX - q.centerX, p.centerY - q.centerY];
  return Math.sqrt(x * x + y * y);
}

function lengthOf(circles: readonly InscribedCircle[]): number {
  let sum = 0;
  for (let k = 1; k < circles.length; k++) sum += separation(circles[k], circles[k - 1]);
  return sum;
}

function branchOf({ edges }: TiledBody, curve: number, circles: readonly InscribedCircle[]): MedialBranch {
  return {
    curves: [edges[curve].name, edges[circles[0].touched].name],
    points: Float64Array.from(circles.flatMap(({ centerX, centerY }) => [centerX, centerY])),
    radii: Float64Array.from(circles.map(({ radius }) => radius)),
  };
}

/** Where the touched curve changes, the circle touches three curves. */
function addJunction(
  junctions: MedialJunction[],
  { edges }: TiledBody,
  curve: number,
  before: InscribedCircle,
  after: InscribedCircle,
  short: number,
): void {
  // at the end of a branch the circle is that of curvature, and touches the body once
  if (isOsculating(before, curve) || isOsculating(after, curve)) return;
  const { centerX: x, centerY: y, radius } = before;
  if (junctions.some((other) => Math.abs(other.x - x) + Math.abs(other.y - y) < short)) return;
  const indices = [...new Set([curve, before.touched, after.touched])].sort((p, q) => p - q);
  junctions.push({ curves: indices.map((index) => edges[index].name), x, y, radius });
}

function isOsculating({ touched, touchedAt, t }: InscribedCircle, curve: number): boolean {
  return touched === curve && Math.abs(touchedAt - t) < MEETING;
}
