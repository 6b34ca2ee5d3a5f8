/** Whether the point of contact is inside both features, in programs of the exact stage. */
import { TINY_E } from '../ccd/float-filter.ts';
import type { Assembler, Label, Value } from './assembler.ts';
import { type Context, difference, minor, triple, type Vector } from './program-vectors.ts';

/** In-plane functions on the component with the largest |N|: hit, `outside` (no contact at τ) or open. */
// biome-ignore format: the vectors on one line
export function addInside(
  context: Context, p: Vector, q: Vector, r: Vector, tau: Value, delta: Value,
  hit: (tau: Value, delta: Value) => void, outside: Label, open: Label,
): void {
  const { asm, kind, rounding } = context;
  const edges = kind === 'edge-edge';
  const s = asm.subtract(asm.constant(1), tau);
  const at = (w: Vector) =>
    triple((axis) => asm.add(asm.multiply(s, w.start[axis]), asm.multiply(tau, w.end[axis])));
  const t = edges ? difference(context, 3, 1) : r;
  const [pt, qt, rt] = [at(p), at(q), at(r)];
  const tt = edges ? at(t) : rt;
  const a = triple((axis) => asm.subtract(pt[axis], rt[axis]));
  const b = triple((axis) => asm.subtract(qt[axis], pt[axis]));
  const n = triple((axis) => asm.absolute(minor(asm, a, b, axis)));
  const vectors = edges ? [pt, qt, rt, tt] : [pt, qt, rt];
  const sizes = edges ? [p.size, q.size, r.size, t.size] : [p.size, q.size, r.size];
  // coordinates u, v of each vector and magnitude
  const chosen = [...vectors, ...sizes].map(() => [asm.variable(), asm.variable()] as const);
  const [useX, useY, ready] = [asm.label(), asm.label(), asm.label()];
  const choose = (u: 0 | 1 | 2, v: 0 | 1 | 2) => {
    [...vectors, ...sizes].forEach((from, i) => {
      asm.move(chosen[i][0], from[u]);
      asm.move(chosen[i][1], from[v]);
    });
  };
  const notZ = asm.label();
  asm.jumpIfNotBelow(n[0], n[2], notZ);
  asm.jumpIfNotBelow(n[1], n[2], notZ);
  choose(0, 1);
  asm.jump(ready);
  asm.place(notZ);
  asm.jumpIfAbove(n[1], n[0], useY);
  asm.place(useX);
  choose(1, 2);
  asm.jump(ready);
  asm.place(useY);
  choose(2, 0);
  asm.place(ready);
  const [P, Q, R] = [0, 1, 2];
  const T = edges ? 3 : R;
  const bound = asm.add(asm.constant(rounding.plane), asm.multiply(asm.constant(4), delta));
  const inPlane = (i: number, j: number) => {
    const [[iu, iv], [ju, jv]] = [chosen[i], chosen[j]];
    const [[miu, miv], [mju, mjv]] = [chosen[vectors.length + i], chosen[vectors.length + j]];
    const e = asm.subtract(asm.multiply(iu, jv), asm.multiply(iv, ju));
    const size = asm.add(asm.multiply(miu, mjv), asm.multiply(miv, mju));
    return [e, asm.add(asm.multiply(bound, size), asm.constant(TINY_E))] as const;
  };
  const functions = [inPlane(P, Q), inPlane(R, P), inPlane(Q, T), ...(edges ? [inPlane(T, R)] : [])];
  addSigns(asm, functions, () => hit(tau, delta), outside, open);
}

/** All above their bounds or all below: hit. One above and another below: outside. Otherwise open. */
// biome-ignore format: the labels on one line
function addSigns(
  asm: Assembler, functions: (readonly [Value, Value])[], hit: () => void, outside: Label, open: Label,
): void {
  const [above, below, zero, one] = [asm.variable(), asm.variable(), asm.constant(0), asm.constant(1)];
  const [isHit, isBelow] = [asm.label(), asm.label()];
  asm.move(above, zero);
  asm.move(below, zero);
  for (const [e, bound] of functions) {
    const [notAbove, known] = [asm.label(), asm.label()];
    asm.jumpIfNotBelow(bound, e, notAbove);
    asm.add(above, one, above);
    asm.jump(known);
    asm.place(notAbove);
    asm.jumpIfNotBelow(e, asm.negate(bound), known);
    asm.add(below, one, below);
    asm.place(known);
  }
  const count = asm.constant(functions.length);
  asm.jumpIfNotBelow(above, count, isHit);
  asm.jumpIfNotBelow(below, count, isHit);
  asm.jumpIfAbove(above, zero, isBelow);
  asm.jump(open);
  asm.place(isBelow);
  asm.jumpIfAbove(below, zero, outside);
  asm.jump(open);
  asm.place(isHit);
  hit();
}
