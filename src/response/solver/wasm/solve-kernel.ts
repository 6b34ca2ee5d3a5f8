import { eachPair, splat, storeBodies } from './manifold-pairs.ts';
import { solveFriction } from './solve-friction.ts';
import { sweepNormals } from './solve-normals.ts';
import { loadSolvedPair, type Settings, SOLVE_SIGNATURE, type SolveParameters } from './solve-pair.ts';
import { type FunctionWriter, f64x2, i32, writeModule } from './wasm-writer.ts';

/** The module of `solveRows` in the mode SOLVE or RELAX; `run` returns 1 if a contact was marked as impacted. */
export function writeSolveModule(mode: number, isShared: boolean): Uint8Array<ArrayBuffer> {
  const write = (w: FunctionWriter, p: SolveParameters) => {
    const impacted = w.variable(i32.constant(0));
    const settings: Settings = {
      zero: w.variable(f64x2.constant(0, 0)),
      one: w.variable(f64x2.constant(1, 1)),
      time: splat(w, p.time),
      slop: splat(w, p.slop),
      correctionRate: splat(w, p.correctionRate),
      restitutionThreshold: splat(w, p.restitutionThreshold),
    };
    eachPair(w, p, (manifolds) => {
      const pair = loadSolvedPair(w, p, settings, manifolds);
      sweepNormals(w, p, mode, settings, pair, impacted);
      solveFriction(w, p, settings, pair);
      storeBodies(w, pair.a);
      storeBodies(w, pair.b);
    });
    return impacted;
  };
  return writeModule(SOLVE_SIGNATURE, write, isShared);
}
