import { sin } from '../../math/trig.ts';
import type { CadSpaceEdge, CadSplineSurface, CadSurface, Vector } from './cad-geometry.ts';
import { type LoopBounds, surfaceInput } from './surface-input.ts';
import { curveJet, parameterJet } from './surface-parameters.ts';

/** The part of a cylinder, cone, sphere, torus, extrusion or revolution that contains the edges of a face, as a spline surface, exactly. */

const CIRCLE = 2 * Math.PI;
const SAMPLES = 32;
/** Angles that differ by less are equal: files have about ten digits [rad]. */
const SAME = 1e-7;
/** Around the edges, as a fraction of their range: they may reach further between samples. */
const MARGIN = 0.05;

/** Parameters along an edge, u and v; samples at poles are left out. */
interface EdgeSamples {
  readonly u: readonly number[];
  readonly v: readonly number[];
}

/** `domain`: bounds of the parameters, where the file has them. Throws a RangeError with the reason. */
export function boundedSurface(
  surface: Exclude<CadSurface, { kind: 'plane' | 'spline-surface' | 'other' }>,
  loops: readonly (readonly CadSpaceEdge[])[],
  domain?: LoopBounds,
): CadSplineSurface {
  const bounds = domain ?? boundsOf(surface, loops);
  const { surface: made } = surfaceInput(surface, bounds, 1);
  const { degreeU, degreeV, countU, countV, control, knotsU, knotsV } = made;
  const at = (i: number, j: number) => 4 * (i * countV + j);
  const grid = <Item>(item: (at: number) => Item) =>
    Array.from({ length: countU }, (_, i) => Array.from({ length: countV }, (_, j) => item(at(i, j))));
  return {
    kind: 'spline-surface',
    degreeU,
    degreeV,
    points: grid(
      (k): Vector => [control[k] / control[k + 3], control[k + 1] / control[k + 3], control[k + 2] / control[k + 3]],
    ),
    weights: grid((k) => control[k + 3]),
    knotsU: [...knotsU],
    knotsV: [...knotsV],
    periodU: 0,
    periodV: 0,
  };
}

function boundsOf(
  surface: Exclude<CadSurface, { kind: 'plane' | 'spline-surface' | 'other' }>,
  loops: readonly (readonly CadSpaceEdge[])[],
): LoopBounds {
  if (surface.kind === 'extrusion' || surface.kind === 'revolution')
    throw new RangeError(`a ${surface.kind} needs bounds`);
  const samples = loops.flat().map((edge) => sampleEdge(surface, edge));
  const [u0, u1] = angleRange(samples, 'u');
  if (surface.kind === 'sphere') return [u0, u1, -0.5 * Math.PI, 0.5 * Math.PI];
  if (surface.kind === 'torus') return [u0, u1, ...angleRange(samples, 'v')];
  const heights = samples.flatMap(({ v }) => v);
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  const margin = MARGIN * (high - low);
  if (!(high > low)) throw new RangeError('the loops enclose no area');
  if (surface.kind === 'cylinder') return [u0, u1, low - margin, high + margin];
  // not beyond the apex
  const apex = -surface.radius / sin(surface.angle);
  const [from, to] = [low - margin, high + margin];
  if (Math.abs(low - apex) <= SAME * (high - low) || (apex > from && apex <= low)) return [u0, u1, apex, to];
  if (Math.abs(high - apex) <= SAME * (high - low) || (apex < to && apex >= high)) return [u0, u1, from, apex];
  return [u0, u1, from, to];
}

function sampleEdge(surface: CadSurface, { curve, from, to, reversed }: CadSpaceEdge): EdgeSamples {
  const jet = curveJet(curve);
  if (jet === null)
    throw new RangeError(`an edge is a ${curve.kind === 'other' ? curve.name : curve.kind}, which is not supported`);
  const [u, v]: [number[], number[]] = [[], []];
  for (let k = 0; k <= SAMPLES; k++) {
    const s = (reversed ? SAMPLES - k : k) / SAMPLES;
    const found = parameterJet(surface, jet(from + s * (to - from)));
    if (found === null) continue;
    u.push(found[0]);
    v.push(found[1]);
  }
  return { u, v };
}

const wrapped = (angle: number) => angle - CIRCLE * Math.floor(angle / CIRCLE);
/** The difference of two angles, from -π to π. */
const angleBetween = (from: number, to: number) => to - from - CIRCLE * Math.round((to - from) / CIRCLE);

/**
 * The angles that the edges cover, with a margin. An edge of constant angle that is used in both directions is a seam: the face covers the
 * whole circle from it, as do edges without a gap.
 */
function angleRange(samples: readonly EdgeSamples[], axis: 'u' | 'v'): readonly [number, number] {
  const seam = findSeam(samples, axis);
  if (seam !== null) return [seam, seam + CIRCLE];
  const arcs = samples.flatMap((edge) => {
    const angles = edge[axis];
    return angles.slice(1).map((angle, k) => {
      const step = angleBetween(angles[k], angle);
      const low = wrapped(step >= 0 ? angles[k] : angle);
      return [low, low + Math.abs(step)] as const;
    });
  });
  if (arcs.length === 0) throw new RangeError('the loops enclose no area');
  arcs.sort((a, b) => a[0] - b[0]);
  // the largest gap of the second lap: arcs may continue from the first one
  let [end, gap, start] = [0, 0, arcs[0][0]];
  for (const lap of [0, CIRCLE, 2 * CIRCLE]) {
    for (const [low, high] of arcs) {
      if (end >= CIRCLE && lap + low - end > gap) [gap, start] = [lap + low - end, low];
      end = Math.max(end, lap + high);
    }
  }
  if (gap <= SAME) return [arcs[0][0], arcs[0][0] + CIRCLE];
  const covered = CIRCLE - gap;
  const margin = Math.min(MARGIN * covered, 0.25 * gap);
  return [start - margin, start + covered + margin];
}

/** The angle of an edge of constant angle that runs in both directions. */
function findSeam(samples: readonly EdgeSamples[], axis: 'u' | 'v'): number | null {
  const across = axis === 'u' ? 'v' : 'u';
  const constant = samples.flatMap((edge) => {
    const angles = edge[axis];
    if (angles.length < 2 || angles.some((angle) => Math.abs(angleBetween(angles[0], angle)) > SAME)) return [];
    const others = edge[across];
    const midpoint = others[others.length >> 1];
    const rise = axis === 'v' ? angleBetween(others[0], others[1]) : others[others.length - 1] - others[0];
    return [{ angle: angles[0], rise, midpoint }];
  });
  for (const a of constant) {
    const other = constant.find(
      (b) =>
        b.rise * a.rise < 0 &&
        Math.abs(angleBetween(a.angle, b.angle)) <= SAME &&
        Math.abs(angleBetween(a.midpoint, b.midpoint)) <= SAME * (1 + Math.abs(a.midpoint)),
    );
    if (other) return wrapped(a.angle + SAME) - SAME;
  }
  return null;
}
