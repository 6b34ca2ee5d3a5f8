import { it } from 'vitest';
import { createMovingPose } from '../../math/moving-pose.ts';
import { rotationAboutAxis } from '../../math/mat3.ts';
import { createRandom } from '../../math/random.ts';
import { createVec3, normalizeVec3, setVec3 } from '../../math/vec3.ts';
import { createPoint } from '../../shapes/point.ts';
import { tiledBox, tiledRoundedBox } from '../../shapes/tiled/box-bodies.ts';
import { tiledExtrusion } from '../../shapes/tiled/extruded-body.ts';
import { tiledLens } from '../../shapes/tiled/lens-body.ts';
import { tiledDisc, tiledEllipse, tiledPolygon, tiledRoundedRectangle } from '../../shapes/tiled/outline-bodies.ts';
import { tiledCapsule, tiledCone, tiledCylinder, tiledEllipsoid, tiledSphere } from '../../shapes/tiled/revolved-bodies.ts';
import { tiledSuperellipsoid } from '../../shapes/tiled/superellipsoid-body.ts';
import { solvePair } from './back-side.ts';
import { createCellStack } from './cell-stack.ts';
import { createSlabProof, proveBehindPlane } from './certificate.ts';
import { createPairWorkspace } from './pair-workspace.ts';
import { placeWitness, labelOf } from './witness.ts';
import { movePair, offsetInBody, pairDistance, type WitnessPair } from './witness-pair.ts';

function isCertified(pair: WitnessPair): string {
  const d = pairDistance(pair);
  return (['a', 'b'] as const).map((side) => {
    const { bodyJet } = pair[side];
    const plane = new Float64Array(4);
    offsetInBody(plane, pair, side);
    for (let k = 0; k < 3; k++) { plane[k] /= d; plane[3] += plane[k] * bodyJet[k]; }
    plane[3] += 4e-10;
    return proveBehindPlane(createSlabProof(), pair[side], plane, createCellStack()).verdict;
  }).join();
}
const bodies: Record<string, any> = {
  sphere: () => tiledSphere(1), ellipsoid: () => tiledEllipsoid([1, 0.7, 0.5]), capsule: () => tiledCapsule(0.5, 0.8), cylinder: () => tiledCylinder(0.7, 0.6),
  cone: () => tiledCone(1, 0, 0.7), frustum: () => tiledCone(1, 0.4, 0.7), box: () => tiledBox([1, 0.6, 0.4]), rounded: () => tiledRoundedBox([1, 0.6, 0.4], 0.15), lens: () => tiledLens(1.5, 0.75, [1, 1, 1]),
  extr: () => tiledExtrusion(tiledEllipse([1, 0.6]), 0.5), point: () => createPoint(),
};
const flat: Record<string, any> = { disc: () => tiledDisc(1), ellipse: () => tiledEllipse([1, 0.3]), rrect: () => tiledRoundedRectangle([1, 0.5], 0.2), poly: () => tiledPolygon([[0, 0], [1, 0], [1.2, 0.8], [0.2, 1]]), point: () => createPoint() };
it('stress', () => {
  const random = createRandom(9);
  for (const [set, planar] of [[bodies, false], [flat, true]] as const) {
    const made = Object.fromEntries(Object.keys(set).map((k) => { try { return [k, set[k]()]; } catch (e) { console.log('cannot', k, String(e)); return [k, null]; } }));
    const names = Object.keys(set).filter((k) => made[k]);
    for (let i = 0; i < names.length; i++) for (let j = i; j < names.length; j++) {
      if (names[i] === 'point') continue;
      const [A, B] = [made[names[i]], made[names[j]]];
      const work = createPairWorkspace(A, B);
      const its: number[] = [];
      let bad = 0, over = 0, inside = 0, unc = 0, nc = 0; let ex = '';
      const t = performance.now();
      for (let trial = 0; trial < 100; trial++) {
        const pose = () => { const m = createMovingPose(); const axis = planar ? createVec3(0, 0, 1) : createVec3(random.normal(), random.normal(), random.normal()); rotationAboutAxis(m.pose.rotation, normalizeVec3(axis, axis), random.between(-3, 3)); return m; };
        const a = pose(), b = pose();
        const dir = createVec3(random.normal(), random.normal(), planar ? 0 : random.normal()); normalizeVec3(dir, dir);
        const far = random.between(1.2, 4);
        setVec3(b.pose.position, dir.x * far, dir.y * far, dir.z * far);
        movePair(work.pair, a, b);
        for (const w of [work.pair.a, work.pair.b]) placeWitness(w, random.below(w.diameters.length), random.next(), random.next());
        const st = [work.pair.a.feature, ...work.pair.a.x, work.pair.b.feature, ...work.pair.b.x];
        const sight = solvePair(work);
        its.push(work.iterations);
        if (!work.converged) { nc++; if (!ex) ex = JSON.stringify({ st, d: pairDistance(work.pair), rung: work.rung, move: work.lastMove, la: labelOf(A, work.pair.a.feature, 0), lb: labelOf(B, work.pair.b.feature, 0) }); }
        const d = pairDistance(work.pair);
        if (sight === 'inside') inside++;
        else if (d < 1e-10) over++;
        else { const c = isCertified(work.pair); if (c.includes('refuted')) { bad++; if(!ex) ex = 'bad' + JSON.stringify({ st, d, rung: work.rung, xa: [...work.pair.a.x], xb: [...work.pair.b.x], la: labelOf(A, work.pair.a.feature, 0), lb: labelOf(B, work.pair.b.feature, 0), c }); } else if (c.includes('undecided')) unc++; }
      }
      its.sort((p, q) => p - q);
      console.log('PAIR', names[i], names[j], 'bad', bad, 'notconv', nc, 'over', over, 'inside', inside, 'undecided', unc, 'it', its[50], its[95], its[99], (performance.now() - t).toFixed(0), ex);
    }
  }
});
