import { createHertzPair, hertzDepth, hertzPressure } from '../response/hertz-pressure.ts';
import { expectAbsent, numberWithin, positiveAt } from './fields.ts';
import type { Fields, QueryOperation } from './query-operation.ts';

const materialAt = (fields: Fields, body: 1 | 2) => ({
  youngModulus: positiveAt(fields, `E${body}`),
  poissonRatio: numberWithin(fields, `nu${body}`, -1, 0.5),
});

/** Contact area and pressure of two elastic spheres, or of a sphere on a plane. */
export const hertzOperation: QueryOperation = {
  name: 'hertz',
  description:
    'Hertz contact of two spheres with radii R1, R2 (without R2: a plane), moduli E1, E2 and Poisson ratios nu1, nu2, under a `force` or at an approach `depth`: contact radius and pressure',
  example: { R1: 0.01, E1: 210e9, nu1: 0.3, E2: 210e9, nu2: 0.3, force: 100 },
  answer(fields) {
    const radii = [
      positiveAt(fields, 'R1'),
      fields.R2 === undefined ? Number.POSITIVE_INFINITY : positiveAt(fields, 'R2'),
    ] as const;
    const law = createHertzPair({ radii, materials: [materialAt(fields, 1), materialAt(fields, 2)] });
    if (fields.force !== undefined) expectAbsent(fields, 'depth', 'nothing, where force is given');
    const depth =
      fields.force === undefined ? positiveAt(fields, 'depth') : hertzDepth(law, positiveAt(fields, 'force'));
    const { force, semiAxes, peakPressure, meanPressure } = hertzPressure(law, depth);
    const { modulus, radius } = law;
    return { force, depth, contactRadius: semiAxes[0], peakPressure, meanPressure, modulus, radius };
  },
};
