/**
 * When do a moving node and the plane of a moving triangle, or two moving edges, lie in one plane? [VBC24-1]
 *
 * The source expands the plane equation into four long sums b0..b3 of absolute coordinates. This is the same polynomial
 * in vector form, differences first: near coordinates of 1e6 the expanded sums lose all digits to cancellation (V3).
 */
import { createVec3, crossVec3, dotVec3, type ReadonlyVec3, type Vec3 } from '../math/vec3.ts';
import { coordinateAt, type PointMotion } from './point-motion.ts';
import {
  changeOf,
  createRelativeMotion,
  E2,
  E3,
  G,
  loadNodeTriangle,
  type RelativeMotion,
  vectorAt,
} from './relative-motion.ts';

/** F(τ) = k0 + k1 τ + k2 τ² + k3 τ³ [m³], six times the signed volume of the four points. */
export interface CoplanarityCubic {
  readonly k: [number, number, number, number];
  /** Bound of the error of each k, and of F(τ) by Horner's rule for τ in [0, 1] [m³]. */
  bound: number;
}

export function createCoplanarityCubic(): CoplanarityCubic {
  return { k: [0, 0, 0, 0], bound: 0 };
}

/** 24 ε: 18 rounding errors along one term; [VBC24-1.4]. */
const ROUNDING = 24 * 2 ** -53;

const g = createVec3();
const e2 = createVec3();
const e3 = createVec3();
const w = createVec3();
const u2 = createVec3();
const u3 = createVec3();
const n0 = createVec3();
const n1 = createVec3();
const n2 = createVec3();
const term = createVec3();

function loadVectors(relativeMotion: RelativeMotion): void {
  vectorAt(g, relativeMotion, G, 0);
  vectorAt(e2, relativeMotion, E2, 0);
  vectorAt(e3, relativeMotion, E3, 0);
  changeOf(w, relativeMotion, G);
  changeOf(u2, relativeMotion, E2);
  changeOf(u3, relativeMotion, E3);
}

/** N(τ) = n0 + n1 τ + n2 τ²:  n0 = e2×e3,  n1 = e2×u3 + u2×e3,  n2 = u2×u3; rates are changes over the step. */
function loadNormal(): void {
  crossVec3(n0, e2, e3);
  crossVec3(n1, e2, u3);
  crossVec3(term, u2, e3);
  n1.x += term.x;
  n1.y += term.y;
  n1.z += term.z;
  crossVec3(n2, u2, u3);
}

/** The coplanarity cubic over the step: k0 = g·n0,  k1 = w·n0 + g·n1,  k2 = w·n1 + g·n2,  k3 = w·n2. */
export function coplanarityCubic(out: CoplanarityCubic, relativeMotion: RelativeMotion): CoplanarityCubic {
  loadVectors(relativeMotion);
  loadNormal();
  out.k[0] = dotVec3(g, n0);
  out.k[1] = dotVec3(w, n0) + dotVec3(g, n1);
  out.k[2] = dotVec3(w, n1) + dotVec3(g, n2);
  out.k[3] = dotVec3(w, n2);
  // the sum of the same products of magnitudes
  const a = addSizes(g, w);
  const b = addSizes(e2, u2);
  const c = addSizes(e3, u3);
  const size = a.x * (b.y * c.z + b.z * c.y) + a.y * (b.z * c.x + b.x * c.z) + a.z * (b.x * c.y + b.y * c.x);
  out.bound = ROUNDING * size;
  return out;
}

function addSizes(a: Vec3, change: ReadonlyVec3): Vec3 {
  a.x = Math.abs(a.x) + Math.abs(change.x);
  a.y = Math.abs(a.y) + Math.abs(change.y);
  a.z = Math.abs(a.z) + Math.abs(change.z);
  return a;
}

/** b0..b3 of b0 + b1 t + b2 t² + b3 t³ = 0, t in seconds: the source's own coefficients. */
export function contactCoefficients(cubic: CoplanarityCubic, duration: number): [number, number, number, number] {
  const [k0, k1, k2, k3] = cubic.k;
  return [k0, k1 / duration, k2 / duration / duration, k3 / duration / duration / duration];
}

/** a0 + a1 x + a2 y + a3 z = 0, each a polynomial of t [s], low order first. */
export interface PlanePolynomials {
  /** -N(t)·x1(t): coefficients of 1, t, t², t³ [m³/sⁱ]. */
  a0: [number, number, number, number];
  /** x component of N(t): coefficients of 1, t, t² [m²/sⁱ]. */
  a1: [number, number, number];
  /** Its y component. */
  a2: [number, number, number];
  /** Its z component. */
  a3: [number, number, number];
}

const relativeMotion = createRelativeMotion();

/** The moving plane of the triangle `a b c`: (a1, a2, a3) = N(t), a0 = -N(t)·x1(t). */
export function planePolynomials(motion: PointMotion, a: number, b: number, c: number): PlanePolynomials {
  loadVectors(loadNodeTriangle(relativeMotion, motion, a, a, b, c));
  loadNormal();
  const { duration } = motion;
  const position = (axis: number) => coordinateAt(motion, 3 * a + axis, 0);
  const change = (axis: number) => coordinateAt(motion, 3 * a + axis, 1) - position(axis);
  const x = createVec3(position(0), position(1), position(2));
  const v = createVec3(change(0), change(1), change(2));
  const perSecond = (p: number[]) => p.map((value, i) => p.slice(0, i).reduce((rate) => rate / duration, value));
  const quadratic = (axis: 'x' | 'y' | 'z') => perSecond([n0[axis], n1[axis], n2[axis]]) as [number, number, number];
  const product = [
    -dotVec3(n0, x),
    -dotVec3(n1, x) - dotVec3(n0, v),
    -dotVec3(n2, x) - dotVec3(n1, v),
    -dotVec3(n2, v),
  ];
  return {
    a0: perSecond(product) as [number, number, number, number],
    a1: quadratic('x'),
    a2: quadratic('y'),
    a3: quadratic('z'),
  };
}
