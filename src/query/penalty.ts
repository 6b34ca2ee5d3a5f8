import { createIntegratorWorkspace, type IntegratorScheme, integrate } from '../dynamics/integrators.ts';
import { contactForce } from '../response/contact-laws.ts';
import { createSpringDamper } from '../response/penalty.ts';
import { nearAll } from './bodies.ts';
import { same } from './compare.ts';
import { booleanOr, choiceAt, numberAt, numberWithin, positiveAt, QueryError } from './fields.ts';
import type { QueryOperation } from './query-operation.ts';

/** [CP13] reference README */
const TOLERANCE = 1e-10;
/** Maximum number of steps of a bounce; longer ones are rejected. */
const STEP_LIMIT = 10_000_000;
const SCHEMES: Record<string, IntegratorScheme> = {
  'explicit-euler': 'explicit-euler',
  'semi-implicit-euler': 'semi-implicit-euler',
  'zoh-exact': 'held-force',
  rk4: 'rk4',
};

export const penaltyOperation: QueryOperation = {
  name: 'penalty',
  description: 'bounce of a mass on a spring-damper half-space at 0, step by step',
  example: { m: 1, K: 100, gamma: 2, h: 0.01, scheme: 'semi-implicit-euler', noTension: true, x0: 0.005, v0: -1 },
  answer(fields) {
    const m = positiveAt(fields, 'm');
    const h = positiveAt(fields, 'h');
    const v0 = numberAt(fields, 'v0');
    if (!(v0 < 0)) throw new QueryError('v0', fields.v0, 'an approach velocity below zero');
    const scheme = SCHEMES[choiceAt(fields, 'scheme', Object.keys(SCHEMES))];
    const law = createSpringDamper({
      stiffness: positiveAt(fields, 'K'),
      damping: numberWithin(fields, 'gamma', 0, Number.POSITIVE_INFINITY),
      noTension: booleanOr(fields, 'noTension', true),
    });
    const state = { q: Float64Array.of(numberAt(fields, 'x0')), v: Float64Array.of(v0) };
    const workspace = createIntegratorWorkspace(1);
    const accelerate = (out: Float64Array, q: Float64Array, v: Float64Array) => {
      out[0] = q[0] < 0 ? contactForce(law, -q[0], -v[0]) / m : 0;
    };
    let hasTouched = false;
    let maxPenetration = 0;
    let steps = 0;
    while (!(state.q[0] >= 0 && hasTouched && state.v[0] > 0)) {
      if (steps === STEP_LIMIT)
        throw new QueryError('h', fields.h, `a step that ends the bounce within ${STEP_LIMIT} steps`);
      if (state.q[0] < 0) {
        hasTouched = true;
        maxPenetration = Math.max(maxPenetration, -state.q[0]);
      }
      integrate(scheme, state, h, accelerate, steps * h, workspace);
      steps++;
    }
    return { steps, vOut: state.v[0], xOut: state.q[0], maxPenetration, energyRatio: (state.v[0] / v0) ** 2 };
  },
  check(exact, answer) {
    return [
      same('steps', answer.steps, exact.steps),
      ...nearAll('', answer, exact, ['vOut', 'xOut', 'maxPenetration', 'energyRatio'], TOLERANCE),
    ];
  },
};
