import { createMovingPose, type MovingPose } from '../src/math/moving-pose.ts';
import { readTrackerFile, readTrackerScene, TRACKER_FILES, type TrackerSceneName } from './tracker-scenes.ts';

/**
 * Exact switching instants of the reference scenes by a method without tracker, features or triggers: one system of equations for the
 * parameters of the closest points and the time (stationarity on the lower-dimensional feature, and the condition of the switch), solved by
 * Newton's method with derivatives by differences, from the stored time and point. Bezier curves and patches are evaluated here from their
 * Bernstein polynomials.
 */

type Vector = readonly number[];

interface StoredPiece {
  readonly id: string;
  readonly points: readonly (readonly (number | Vector)[])[];
  readonly weights: readonly (number | Vector)[];
  readonly from?: string;
  readonly to?: string;
  readonly sides?: Readonly<Record<string, string>>;
  readonly faces?: readonly { face: string; side: string; reversed?: boolean }[];
}

interface StoredBody {
  readonly kind: string;
  readonly faces?: readonly StoredPiece[];
  readonly edges?: readonly StoredPiece[];
  readonly curves?: readonly StoredPiece[];
  readonly vertices?: readonly { id: string; point: Vector }[];
}

/** Point and first derivatives of a feature at its parameters, world axes. */
interface Point {
  readonly at: Vector;
  readonly tangents: readonly Vector[];
}

type Feature = (x: Vector, pose: MovingPose) => Point;

const dot = (p: Vector, q: Vector) => p.reduce((sum, value, k) => sum + value * q[k], 0);
const sub = (p: Vector, q: Vector) => p.map((value, k) => value - q[k]);

function bernstein(degree: number, t: number): [number[], number[]] {
  let values = [1];
  let lower = [1];
  for (let n = 1; n <= degree; n++) {
    lower = values;
    values = Array.from({ length: n + 1 }, (_, i) => (1 - t) * (lower[i] ?? 0) + t * (lower[i - 1] ?? 0));
  }
  const slopes = values.map((_, i) => degree * ((lower[i - 1] ?? 0) - (lower[i] ?? 0)));
  return [values, degree === 0 ? [0] : slopes];
}

/** Homogeneous sum of control points with the given coefficients: x y z w. */
function blend(points: readonly Vector[], weights: Vector, coefficients: Vector): number[] {
  const sum = [0, 0, 0, 0];
  points.forEach(([x, y, z = 0], i) => {
    const w = weights[i] * coefficients[i];
    [w * x, w * y, w * z, w].forEach((value, k) => {
      sum[k] += value;
    });
  });
  return sum;
}

function rational(value: Vector, slopes: readonly Vector[]): { at: Vector; tangents: Vector[] } {
  const at = [0, 1, 2].map((k) => value[k] / value[3]);
  return { at, tangents: slopes.map((slope) => at.map((p, k) => (slope[k] - slope[3] * p) / value[3])) };
}

function inWorld({ at, tangents }: Point, { pose: { position: p, rotation: r } }: MovingPose): Point {
  const rotate = ([x, y, z]: Vector) => [
    r.xx * x + r.xy * y + r.xz * z,
    r.yx * x + r.yy * y + r.yz * z,
    r.zx * x + r.zy * y + r.zz * z,
  ];
  const moved = rotate(at);
  return { at: [moved[0] + p.x, moved[1] + p.y, moved[2] + p.z], tangents: tangents.map(rotate) };
}

function curveFeature({ points, weights }: StoredPiece): Feature {
  const control = points as unknown as readonly Vector[];
  return ([t], pose) => {
    const [values, slopes] = bernstein(control.length - 1, t);
    const w = weights as Vector;
    return inWorld(rational(blend(control, w, values), [blend(control, w, slopes)]), pose);
  };
}

function patchFeature({ points, weights }: StoredPiece): Feature {
  const rows = points as unknown as readonly (readonly Vector[])[];
  const flat = rows.flat();
  const w = (weights as readonly Vector[]).flat();
  return ([u, v], pose) => {
    const [atU, slopeU] = bernstein(rows.length - 1, u);
    const [atV, slopeV] = bernstein(rows[0].length - 1, v);
    const product = (p: Vector, q: Vector) => p.flatMap((value) => q.map((other) => value * other));
    const sums = [product(slopeU, atV), product(atU, slopeV)].map((c) => blend(flat, w, c));
    return inWorld(rational(blend(flat, w, product(atU, atV)), sums), pose);
  };
}

/** A feature with some parameters held: the free ones are the unknowns, `across` is the derivative whose product with Δ is zero at the switch. */
interface Held {
  readonly count: number;
  readonly point: (x: Vector, pose: MovingPose) => Point;
  readonly across?: (x: Vector, pose: MovingPose) => Vector;
}

function featureOf(body: StoredBody, name: string): Held {
  const vertex = body.vertices?.find(({ id }) => id === name);
  if (body.kind === 'point') return fixedPoint([0, 0, 0]);
  if (vertex) return fixedPoint(vertex.point);
  const curve = [...(body.edges ?? []), ...(body.curves ?? [])].find(({ id }) => id === name);
  if (curve) return { count: 1, point: curveFeature(curve) };
  const [face, ...bounds] = name.split(':');
  const piece = body.faces?.find(({ id }) => id === face);
  if (!piece) throw new Error(`no feature ${name}`);
  const patch = patchFeature(piece);
  const held = new Map(bounds.map((bound) => [bound[0] === 'u' ? 0 : 1, Number(bound[1])]));
  const free = [0, 1].filter((i) => !held.has(i));
  const all = (x: Vector) => [0, 1].map((i) => held.get(i) ?? x[free.indexOf(i)]);
  return {
    count: free.length,
    point: (x, pose) => {
      const { at, tangents } = patch(all(x), pose);
      return { at, tangents: free.map((i) => tangents[i]) };
    },
  };
}

function fixedPoint([x, y, z = 0]: Vector): Held {
  return { count: 0, point: (_, pose) => inWorld({ at: [x, y, z], tangents: [] }, pose) };
}

/** The lower-dimensional feature of a switch, and the derivative of the other across it. */
function heldFeature(body: StoredBody, from: string, to: string): Held {
  const [one, other] = [featureOf(body, from), featureOf(body, to)];
  const [low, high, lowName, highName] = one.count < other.count ? [one, other, from, to] : [other, one, to, from];
  if (low.count === high.count) throw new Error(`not adjacent: ${from} and ${to}`);
  const curve = [...(body.edges ?? []), ...(body.curves ?? [])].find(({ id }) => id === highName);
  if (curve) {
    const end = curve.from === lowName ? 0 : 1;
    return { ...low, across: (_, pose) => high.point([end], pose).tangents[0] };
  }
  const patch = patchFeature(body.faces?.find(({ id }) => id === highName.split(':')[0]) as StoredPiece);
  if (lowName.includes(':')) {
    const bound = lowName.split(':').find((name) => !highName.split(':').includes(name)) ?? '';
    const own = bound[0] === 'u' ? 0 : 1;
    const full = (x: Vector) => {
      const bounds = new Map(
        lowName
          .split(':')
          .slice(1)
          .map((name) => [name[0] === 'u' ? 0 : 1, Number(name[1])]),
      );
      const free = [0, 1].filter((i) => !bounds.has(i));
      return [0, 1].map((i) => bounds.get(i) ?? x[free.indexOf(i)]);
    };
    return { ...low, across: (x, pose) => patch(full(x), pose).tangents[own] };
  }
  const edge = body.edges?.find(({ id }) => id === lowName);
  const at = edge?.faces?.find(({ face }) => face === highName);
  if (!at) throw new Error(`${lowName} is not a side of ${highName}`);
  const fixed = at.side[0] === 'u' ? 0 : 1;
  const side = ([t]: Vector) => {
    const s = at.reversed ? 1 - t : t;
    return fixed === 0 ? [Number(at.side[1]), s] : [s, Number(at.side[1])];
  };
  return { ...low, across: (x, pose) => patch(side(x), pose).tangents[fixed] };
}

/** Newton's method with central differences; the last unknown is the time. */
function solve(equations: (z: Vector) => number[], start: Vector): number[] {
  let z = [...start];
  for (let k = 0; k < 40; k++) {
    const residual = equations(z);
    const columns = z.map((_, j) => {
      const h = 1e-6;
      const moved = (sign: number) => equations(z.map((value, i) => (i === j ? value + sign * h : value)));
      return sub(moved(1), moved(-1)).map((value) => value / (2 * h));
    });
    const change = gauss(columns, residual);
    z = z.map((value, i) => value - change[i]);
    if (Math.max(...change.map(Math.abs)) < 1e-14 * Math.max(1, Math.abs(z[z.length - 1]))) return z;
  }
  throw new Error(`no convergence from ${start.join(' ')}`);
}

function gauss(columns: readonly Vector[], right: Vector): number[] {
  const n = right.length;
  const m = right.map((value, i) => [...columns.map((column) => column[i]), value]);
  for (let i = 0; i < n; i++) {
    const pivot = m.slice(i).reduce((best, row, k) => (Math.abs(row[i]) > Math.abs(m[best][i]) ? i + k : best), i);
    [m[i], m[pivot]] = [m[pivot], m[i]];
    for (let k = 0; k < n; k++) {
      if (k === i) continue;
      const factor = m[k][i] / m[i][i];
      for (let j = i; j <= n; j++) m[k][j] -= factor * m[i][j];
    }
  }
  return m.map((row, i) => row[n] / row[i]);
}

/** Start of the free parameters: nearest of a grid to a given point. */
function nearest({ count, point }: Held, pose: MovingPose, goal: Vector): number[] {
  const grid = Array.from({ length: 41 }, (_, k) => k / 40);
  const candidates =
    count === 0 ? [[]] : count === 1 ? grid.map((t) => [t]) : grid.flatMap((u) => grid.map((v) => [u, v]));
  const away = (x: Vector) => {
    const off = sub(point(x, pose).at, [goal[0], goal[1], goal[2] ?? 0]);
    return dot(off, off);
  };
  return candidates.reduce<number[]>((best, x) => (away(x) < away(best) ? x : best), candidates[0]);
}

/** Exact instants of all transitions of a scene, in the stored order [s]. */
export function exactInstants(name: TrackerSceneName): number[] {
  const scene = readTrackerScene(name);
  const { bodies } = readTrackerFile<{ bodies: Record<'A' | 'B', StoredBody> }>(TRACKER_FILES[name]);
  const label = { A: scene.samples.featureA[0], B: scene.samples.featureB[0] };
  const [poseA, poseB] = [createMovingPose(), createMovingPose()];
  return scene.transitions.map(({ t, body, from, to, kind }) => {
    const sample = scene.samples.t.reduce(
      (best, at, k) => (Math.abs(at - t) < Math.abs(scene.samples.t[best] - t) ? k : best),
      0,
    );
    const goal = { A: scene.samples.pointA[sample], B: scene.samples.pointB[sample] };
    const other = body === 'A' ? 'B' : 'A';
    const poses = (time: number) => {
      scene.motionAt(poseA, poseB, time);
      return { A: poseA, B: poseB };
    };
    const own =
      kind === 'voronoi' || kind === 'bound' ? heldFeature(bodies[body], from, to) : featureOf(bodies[body], from);
    const far = featureOf(bodies[other], label[other]);
    const second = kind === 'medial-axis' ? featureOf(bodies[body], to) : undefined;
    const equations = (z: Vector): number[] => {
      const both = poses(z[z.length - 1]);
      const x = z.slice(0, own.count);
      const y = z.slice(own.count, own.count + far.count);
      const [F, H] = [own.point(x, both[body]), far.point(y, both[other])];
      const delta = sub(F.at, H.at);
      if (kind === 'boundary-crossing') {
        const touching =
          far.count > 0 ? [F.tangents[0][0] * H.tangents[0][1] - F.tangents[0][1] * H.tangents[0][0]] : [];
        return [delta[0], delta[1], ...touching];
      }
      const rest = [...F.tangents, ...H.tangents].map((tangent) => dot(delta, tangent));
      if (second === undefined) return [...rest, dot(delta, own.across?.(x, both[body]) ?? [])];
      const G = second.point(z.slice(own.count + far.count, -1), both[body]);
      const gap = sub(G.at, H.at);
      return [...rest, dot(gap, G.tangents[0]), dot(gap, gap) - dot(delta, delta)];
    };
    const at = poses(t);
    const hand = far.point(nearest(far, at[other], goal[other]), at[other]).at;
    const start = [
      ...nearest(own, at[body], goal[body]),
      ...nearest(far, at[other], goal[other]),
      ...(second ? nearest(second, at[body], hand) : []),
      t,
    ];
    label[body] = to;
    return solve(equations, start)[start.length - 1];
  });
}
