import {
  APPROACH,
  CLOSING,
  FRICTION_IMPULSE,
  IMPACTED,
  IMPULSE,
  MIN_TANGENT_MASS,
  NORMAL_IMPULSE,
  NORMAL_MASS,
  PRESENT_GAP,
  ROW,
  TANGENT_MASS,
} from '../contact-rows.ts';
import { RECORD } from '../solver-bodies.ts';
import { RESPONSE, TERMS } from '../solver-memory.ts';
import { MAX_CORRECTION_SPEED, MEAN_FRACTION, PULL, SOLVE, WITH_IMPACT } from '../solver-settings.ts';
import {
  angularResponse,
  applyImpulse,
  type BodyLanes,
  cross,
  type LaneVector,
  loadBodies,
  relativeVelocity,
  storeBodies,
  sumProducts,
} from './body-lanes.ts';
import { armsOf, loadShifts } from './moved-arms.ts';
import {
  type F64,
  type FunctionWriter,
  f64,
  f64x2,
  type I32,
  i32,
  type Parameters,
  type V128,
  type Variable,
  writeModule,
} from './wasm-writer.ts';

/** Byte addresses of packed arrays, counts, and the settings of the pass; as in `solveRows`. */
const SIGNATURE = {
  bodiesA: 'i32',
  bodiesB: 'i32',
  starts: 'i32',
  materials: 'i32',
  meanImpulses: 'i32',
  fractions: 'i32',
  rows: 'i32',
  records: 'i32',
  /** 0 if none is driven. */
  surfaceVelocities: 'i32',
  /** Receives `WITH_IMPACT` for manifolds with an impacted contact. */
  marks: 'i32',
  /** Receives the terms of the rows of the present manifold. */
  terms: 'i32',
  /** Indices of manifolds; 0 for all manifolds in order. */
  list: 'i32',
  count: 'i32',
  sweeps: 'i32',
  /** Fraction that the impulse of a manifold of one point loses. */
  singlePull: 'f64',
  time: 'f64',
  correctionRate: 'f64',
  slop: 'f64',
  restitutionThreshold: 'f64',
  softLoad: 'f64',
} as const;

type SolveParameters = Parameters<typeof SIGNATURE>;

/** What the passes over the rows of one manifold share. */
interface Manifold {
  readonly bodies: BodyLanes;
  /** By which the arms have changed since detection. */
  readonly shifts: LaneVector;
  readonly first: I32;
  readonly end: I32;
  readonly sweeps: I32;
  readonly pull: F64;
  /** 1 - pull */
  readonly rigid: F64;
  readonly mean: F64;
  /** Gaps between -slop and this are not corrected. */
  readonly highest: F64;
  /** Beyond this gap a contact has no impulse. */
  readonly maxGap: F64;
  readonly staticFriction: F64;
  readonly dynamicFriction: F64;
  /** Address of its mark. */
  readonly mark: I32;
  /** Address of its surface velocity. */
  readonly surface: I32;
}

/** The module of `solveRows` in the mode SOLVE or RELAX; `run` returns 1 if a contact was marked as impacted. */
export function writeSolveModule(mode: number, isShared: boolean): Uint8Array<ArrayBuffer> {
  const write = (w: FunctionWriter, p: SolveParameters) => {
    const impacted = w.variable(i32.constant(0));
    eachManifold(w, p, (manifold) => {
      const a = recordAddress(w, p, p.bodiesA, manifold);
      const b = recordAddress(w, p, p.bodiesB, manifold);
      const bodies = loadBodies(w, a, b);
      const { shifts } = loadShifts(w, a, b, w.variable(f64.load(element(p.fractions, manifold, 8))));
      const shared = loadManifold(w, p, manifold, bodies, shifts);
      sweepNormals(w, p, mode, shared, impacted);
      eachRow(w, shared, (at) => solveFriction(w, p, shared, at));
      storeBodies(w, bodies, a, b);
    });
    return impacted;
  };
  return writeModule(SIGNATURE, write, isShared);
}

/** Writes a loop over the manifolds of a list, or over all if its address is 0. */
export function eachManifold(
  w: FunctionWriter,
  { list, count }: { readonly list: I32; readonly count: I32 },
  write: (manifold: Variable<'i32'>) => void,
): void {
  const k = w.variable(i32.constant(0));
  w.loopWhile(i32.less(k, count), () => {
    const manifold = w.variable<'i32'>(k);
    w.when(list, () => w.assign(manifold, i32.load(element(list, k, 4))));
    write(manifold);
    w.assign(k, i32.add(k, i32.constant(1)));
  });
}

/** Address of element `index` of an array of elements of `size` bytes. */
export function element(array: I32, index: I32, size: number): I32 {
  return i32.add(array, i32.multiply(index, i32.constant(size)));
}

export function recordAddress(
  w: FunctionWriter,
  { records }: { records: I32 },
  bodies: I32,
  manifold: I32,
): Variable<'i32'> {
  return w.variable(element(records, i32.load(element(bodies, manifold, 4)), 8 * RECORD));
}

function loadManifold(
  w: FunctionWriter,
  p: SolveParameters,
  manifold: I32,
  bodies: BodyLanes,
  shifts: LaneVector,
): Manifold {
  const start = w.variable(element(p.starts, manifold, 4));
  const first = w.variable(element(p.rows, i32.load(start), 8 * ROW));
  const end = w.variable(element(p.rows, i32.load(start, 4), 8 * ROW));
  const isSingle = w.variable(i32.equal(i32.add(first, i32.constant(8 * ROW)), end));
  const materials = w.variable(element(p.materials, manifold, 24));
  const meanImpulse = w.variable(f64.load(element(p.meanImpulses, manifold, 8)));
  const mean = f64.multiply(f64.constant(MEAN_FRACTION), meanImpulse);
  // the lanes are -1/mA and 1/mB
  const inverseMass = f64.max(f64.negate(f64.lane(bodies.inverseMass, 0)), f64.lane(bodies.inverseMass, 1));
  const softPull = f64.divide(p.softLoad, f64.multiply(meanImpulse, inverseMass));
  const pull = w.variable(f64.select(isSingle, p.singlePull, f64.min(f64.constant(PULL), softPull)));
  return {
    bodies,
    shifts,
    first,
    end,
    sweeps: w.variable(i32.select(isSingle, i32.constant(1), p.sweeps)),
    pull,
    rigid: w.variable(f64.subtract(f64.constant(1), pull)),
    mean: w.variable(f64.select(isSingle, f64.constant(0), mean)),
    highest: w.variable(f64.select(isSingle, f64.constant(0), f64.negate(p.slop))),
    maxGap: w.variable(f64.select(isSingle, p.slop, f64.constant(Number.POSITIVE_INFINITY))),
    staticFriction: w.variable(f64.load(materials)),
    dynamicFriction: w.variable(f64.load(materials, 1)),
    mark: element(p.marks, manifold, 4),
    surface: element(p.surfaceVelocities, manifold, 24),
  };
}

function eachRow(w: FunctionWriter, { first, end }: Manifold, write: (at: Variable<'i32'>) => void): void {
  const at = w.variable<'i32'>(first);
  w.loopWhile(i32.less(at, end), () => {
    write(at);
    w.assign(at, i32.add(at, i32.constant(8 * ROW)));
  });
}

/** Sweeps over the normal impulses of a manifold, until one changes nothing. */
function sweepNormals(
  w: FunctionWriter,
  p: SolveParameters,
  mode: number,
  shared: Manifold,
  impacted: Variable<'i32'>,
): void {
  const changed = w.variable(i32.constant(1));
  const sweep = w.variable(i32.constant(0));
  const solve = (at: Variable<'i32'>, terms: Terms) => solveNormal(w, p, mode, shared, at, terms, changed, impacted);
  // of mostly one sweep: the terms are not worth the way through memory
  const computeAndSolve = () => eachRow(w, shared, (at) => solve(at, computeTerms(w, at, shared)));
  const loadAndSolve = () =>
    eachRowWithTerms(w, p, shared, (at, address) => {
      const load = (offset: number) => [0, 2, 4].map((k) => f64x2.load(address, offset + k)) as unknown as LaneVector;
      solve(at, { jacobian: load(0), response: load(RESPONSE) });
    });
  if (mode === SOLVE) storeTerms(w, p, shared);
  w.loopWhile(i32.and(changed, i32.less(sweep, shared.sweeps)), () => {
    w.assign(changed, i32.constant(0));
    if (mode === SOLVE) loadAndSolve();
    else computeAndSolve();
    w.assign(sweep, i32.add(sweep, i32.constant(1)));
  });
}

/** A loop over the rows of a manifold and the addresses of their terms. */
function eachRowWithTerms(
  w: FunctionWriter,
  p: SolveParameters,
  shared: Manifold,
  write: (at: Variable<'i32'>, address: Variable<'i32'>) => void,
): void {
  const address = w.variable<'i32'>(p.terms);
  eachRow(w, shared, (at) => {
    write(at, address);
    w.assign(address, i32.add(address, i32.constant(8 * TERMS)));
  });
}

/** See `terms` in `solve-rows.ts`. */
interface Terms {
  readonly jacobian: LaneVector;
  readonly response: LaneVector;
}

function computeTerms(w: FunctionWriter, at: I32, { bodies, shifts }: Manifold): Terms {
  const n = [0, 1, 2].map((k) => w.variable(f64x2.loadSplat(at, k)));
  const jacobian = cross(w, armsOf(w, at, shifts), [n[0], n[1], n[2]]);
  return { jacobian, response: angularResponse(bodies, jacobian) };
}

/** Computes the terms of all rows of a manifold. */
function storeTerms(w: FunctionWriter, p: SolveParameters, shared: Manifold): void {
  eachRowWithTerms(w, p, shared, (at, address) => {
    const { jacobian, response } = computeTerms(w, at, shared);
    for (let k = 0; k < 3; k++) {
      w.storeF64x2(address, 2 * k, jacobian[k]);
      w.storeF64x2(address, RESPONSE + 2 * k, response[k]);
    }
  });
}

function solveNormal(
  w: FunctionWriter,
  p: SolveParameters,
  mode: number,
  shared: Manifold,
  at: Variable<'i32'>,
  { jacobian, response }: Terms,
  changed: Variable<'i32'>,
  impacted: Variable<'i32'>,
): void {
  const { velocity, angularVelocity, inverseMass } = shared.bodies;
  const products = [
    ...velocity.map((v, k) => f64x2.multiply(f64x2.loadSplat(at, k), v)),
    ...angularVelocity.map((v, k) => f64x2.multiply(jacobian[k], v)),
  ];
  const [first, second, third] = [0, 2, 4].map((k) => f64x2.add(products[k], products[k + 1]));
  const sums = w.variable(f64x2.add(f64x2.add(first, second), third));
  const un = f64.subtract(f64.lane(sums, 1), f64.lane(sums, 0));
  const before = w.variable(f64.load(at, NORMAL_IMPULSE));
  const base = w.variable<'f64'>(before);
  const mass = w.variable(f64.load(at, NORMAL_MASS));
  addGapTerms(w, p, mode, shared, at, base, mass, before);
  const normalImpulse = w.variable(f64.max(f64.subtract(base, f64.multiply(mass, un)), zero));
  w.when(i32.not(i32.and(f64.equal(before, zero), f64.equal(normalImpulse, zero))), () => {
    if (mode === SOLVE) markImpact(w, p, shared, at, before, impacted);
    w.storeF64(at, NORMAL_IMPULSE, normalImpulse);
    const change = w.variable(f64.subtract(normalImpulse, before));
    w.assign(changed, i32.or(changed, i32.not(f64.equal(change, zero))));
    const changes = w.variable(f64x2.splat(change));
    w.storeF64x2(at, IMPULSE, f64x2.add(f64x2.load(at, IMPULSE), f64x2.multiply(changes, f64x2.load(at))));
    w.storeF64(at, IMPULSE + 2, f64.add(f64.load(at, IMPULSE + 2), f64.multiply(change, f64.load(at, 2))));
    const add = (v: Variable<'v128'>, perImpulse: V128) =>
      w.assign(v, f64x2.add(v, f64x2.multiply(perImpulse, changes)));
    velocity.forEach((v, k) => {
      add(v, f64x2.multiply(inverseMass, f64x2.loadSplat(at, k)));
    });
    angularVelocity.forEach((v, k) => {
      add(v, response[k]);
    });
  });
}

const zero = f64.constant(0);

/** What the gap changes: it may close in the substep, or it is corrected. */
function addGapTerms(
  w: FunctionWriter,
  p: SolveParameters,
  mode: number,
  { pull, rigid, mean, highest, maxGap }: Manifold,
  at: I32,
  base: Variable<'f64'>,
  mass: Variable<'f64'>,
  before: F64,
): void {
  const gap = w.variable(f64.load(at, PRESENT_GAP));
  const isOpen = i32.and(f64.greater(gap, zero), i32.or(f64.equal(before, zero), f64.greater(gap, maxGap)));
  const close = () => w.assign(base, f64.subtract(base, f64.multiply(mass, f64.divide(gap, p.time))));
  const correct = () => {
    const lowest = f64.negate(p.slop);
    const above = f64.select(f64.greater(gap, highest), f64.subtract(gap, highest), zero);
    const excess = f64.select(f64.less(gap, lowest), f64.subtract(gap, lowest), above);
    const wanted = f64.multiply(f64.negate(p.correctionRate), excess);
    const correction = f64.min(wanted, f64.constant(MAX_CORRECTION_SPEED));
    const corrected = f64.multiply(rigid, f64.add(before, f64.multiply(mass, correction)));
    w.assign(base, f64.add(corrected, f64.multiply(pull, mean)));
    w.assign(mass, f64.multiply(mass, rigid));
  };
  w.when(isOpen, close, mode === SOLVE ? correct : undefined);
}

/** A contact without an impulse that closes faster than ever in the step: an impact, above the threshold. */
function markImpact(
  w: FunctionWriter,
  p: SolveParameters,
  { mark }: Manifold,
  at: I32,
  before: F64,
  impacted: Variable<'i32'>,
): void {
  const closing = f64.load(at, CLOSING);
  w.when(i32.and(f64.equal(before, zero), f64.less(closing, f64.load(at, APPROACH))), () => {
    w.storeF64(at, APPROACH, closing);
    w.when(f64.less(closing, f64.negate(p.restitutionThreshold)), () => {
      w.storeF64(at, IMPACTED, f64.constant(1));
      w.storeI32(mark, i32.constant(WITH_IMPACT));
      w.assign(impacted, i32.constant(1));
    });
  });
}

function solveFriction(w: FunctionWriter, p: SolveParameters, shared: Manifold, at: Variable<'i32'>): void {
  const normalImpulse = w.variable(f64.load(at, NORMAL_IMPULSE));
  const isZero = (offset: number) => f64.equal(f64.load(at, FRICTION_IMPULSE + offset), zero);
  const isFree = [isZero(0), isZero(1), isZero(2)].reduce(i32.and, f64.equal(normalImpulse, zero));
  w.when(i32.not(isFree), () => {
    const { bodies } = shared;
    const arms = armsOf(w, at, shared.shifts);
    const u = relativeVelocity(w, bodies, arms);
    w.when(p.surfaceVelocities, () => {
      const surface = w.variable(shared.surface);
      w.assign(u.xy, f64x2.add(u.xy, f64x2.load(surface)));
      w.assign(u.z, f64.add(u.z, f64.load(surface, 2)));
    });
    const xy = w.variable(f64x2.load(at, FRICTION_IMPULSE));
    const z = w.variable(f64.load(at, FRICTION_IMPULSE + 2));
    const h = { xy: w.variable<'v128'>(xy), z: w.variable<'f64'>(z) };
    subtractStickingImpulse(w, at, u, h);
    limitFriction(w, p, shared, at, u, h, { xy, z }, normalImpulse);
    w.storeF64x2(at, FRICTION_IMPULSE, h.xy);
    w.storeF64(at, FRICTION_IMPULSE + 2, h.z);
    const jxy = w.variable(f64x2.subtract(h.xy, xy));
    const jz = w.variable(f64.subtract(h.z, z));
    w.storeF64x2(at, IMPULSE, f64x2.add(f64x2.load(at, IMPULSE), jxy));
    w.storeF64(at, IMPULSE + 2, f64.add(f64.load(at, IMPULSE + 2), jz));
    const j = [f64x2.broadcast(jxy, 0), f64x2.broadcast(jxy, 1), f64x2.splat(jz)].map((value) => w.variable(value));
    applyImpulse(w, bodies, arms, [j[0], j[1], j[2]]);
  });
}

/** A vector of one contact: x and y as two lanes, and z. */
interface ContactVector {
  readonly xy: Variable<'v128'>;
  readonly z: Variable<'f64'>;
}

function removeNormalPart(w: FunctionWriter, at: I32, u: ContactVector): void {
  const normalXy = w.variable(f64x2.load(at));
  const normalZ = w.variable(f64.load(at, 2));
  const un = w.variable(sumProducts(w, f64x2.multiply(normalXy, u.xy), f64.multiply(normalZ, u.z)));
  w.assign(u.xy, f64x2.subtract(u.xy, f64x2.multiply(f64x2.splat(un), normalXy)));
  w.assign(u.z, f64.subtract(u.z, f64.multiply(un, normalZ)));
}

/** Subtracts the impulse that ends the sliding: the tangential mass times the velocity. */
function subtractStickingImpulse(w: FunctionWriter, at: I32, u: ContactVector, h: ContactVector): void {
  const m = TANGENT_MASS;
  const columns = [
    f64x2.multiply(f64x2.load(at, m), f64x2.broadcast(u.xy, 0)),
    f64x2.multiply(f64x2.loadLanes(at, at, m + 1, m + 3), f64x2.broadcast(u.xy, 1)),
    f64x2.multiply(f64x2.loadLanes(at, at, m + 2, m + 4), f64x2.splat(u.z)),
  ];
  const products = [
    f64.multiply(f64.load(at, m + 2), f64.lane(u.xy, 0)),
    f64.multiply(f64.load(at, m + 4), f64.lane(u.xy, 1)),
    f64.multiply(f64.load(at, m + 5), u.z),
  ];
  w.assign(h.xy, f64x2.subtract(h.xy, columns.reduce(f64x2.add)));
  w.assign(h.z, f64.subtract(h.z, products.reduce(f64.add)));
}

function lengthSq(w: FunctionWriter, { xy, z }: ContactVector): F64 {
  return sumProducts(w, f64x2.multiply(xy, xy), f64.multiply(z, z));
}

/** Limits the friction impulse h, which was `before`, to the Coulomb disc; u is the sliding velocity. */
function limitFriction(
  w: FunctionWriter,
  p: SolveParameters,
  { staticFriction, dynamicFriction }: Manifold,
  at: I32,
  u: ContactVector,
  h: ContactVector,
  before: ContactVector,
  normalImpulse: F64,
): void {
  const max = w.variable(f64.multiply(staticFriction, normalImpulse));
  w.when(f64.greater(lengthSq(w, h), f64.multiply(max, max)), () => {
    removeNormalPart(w, at, u);
    const mass = w.variable(f64.load(at, MIN_TANGENT_MASS));
    w.assign(h.xy, f64x2.subtract(before.xy, f64x2.multiply(f64x2.splat(mass), u.xy)));
    w.assign(h.z, f64.subtract(before.z, f64.multiply(mass, u.z)));
    const length = w.variable(f64.sqrt(lengthSq(w, h)));
    const slides = f64.greater(lengthSq(w, u), f64.multiply(p.restitutionThreshold, p.restitutionThreshold));
    const limit = w.variable(f64.multiply(f64.select(slides, dynamicFriction, staticFriction), normalImpulse));
    w.when(f64.greater(length, limit), () => {
      const fraction = w.variable(f64.divide(limit, length));
      w.assign(h.xy, f64x2.multiply(h.xy, f64x2.splat(fraction)));
      w.assign(h.z, f64.multiply(h.z, fraction));
    });
  });
}
