import type { PhaseResult } from '../sim/observer.ts';

/** A column of a list of items: its unit and meaning, and its value for an item. */
export interface ListColumn<T> {
  readonly unit: string;
  readonly meaning: string;
  readonly of: (item: T) => unknown;
}

type Side = 0 | 1;
const SIDES = { A: 0, B: 1 } as const;

/** Results of vehicle contacts: one row per contact. [PATH98-8] */
export const PHASE_COLUMNS: Readonly<Record<string, ListColumn<PhaseResult>>> = {
  start: column('s', 'start of the contact', ({ start }) => start),
  end: column('s', 'end of the contact, or of the run', ({ end }) => end),
  model: column('', 'contact geometry: ellipsoids (EM) or boxes (BM)', ({ model }) => model),
  isOver: column('', 'false when the run ended before the contact did', ({ isOver }) => isOver),
  ...forBoth('name', '', 'name of vehicle', ({ bodies }, i) => bodies[i]),
  jx: column('N s', 'impulse received by B', ({ impulse }) => impulse.x),
  jy: column('N s', 'impulse received by B', ({ impulse }) => impulse.y),
  jz: column('N s', 'impulse received by B', ({ impulse }) => impulse.z),
  ...forBoth('deltaV', 'm/s', 'impulse over mass of', ({ deltaV }, i) => deltaV[i]),
  ...forBoth(
    'pdof',
    'rad',
    'direction the impulse comes from, clockwise from straight ahead of',
    ({ pdof }, i) => pdof[i],
  ),
  peakForce: column('N', 'largest force', ({ peakForce }) => peakForce),
  peakDepth: column('m', 'largest depth', ({ peakDepth }) => peakDepth),
  boxOverlap: column('m', 'largest overlap of the boxes, where the law uses it', ({ boxOverlap }) => boxOverlap),
  contactWork: column('J', 'work of the contact on both', ({ contactWork }) => contactWork),
  releaseLoss: column('J', 'energy left in the spring at separation', ({ releaseLoss }) => releaseLoss),
  restitution: column('1', 'speed of separation over speed of approach, with crush', ({ restitution }) => restitution),
  ...forBoth('region', '', 'side that was crushed of', ({ crush }, i) => crush?.[i].region),
  ...forBoth('crush', 'm', 'maximum deformation of', ({ crush }, i) => crush?.[i].maximum),
  ...forBoth('residualCrush', 'm', 'residual crush of', ({ crush }, i) => crush?.[i].residual),
  ...forBoth('absorbed', 'J', 'energy absorbed by residual crush of', ({ crush }, i) => crush?.[i].absorbed),
  ...forBoth('ees', 'm/s', 'energy-equivalent speed of', ({ crush }, i) => crush?.[i].ees),
  ...forBoth('ebs', 'm/s', 'equivalent barrier speed of', ({ crush }, i) => crush?.[i].ebs),
  ...forBoth('speedBefore', 'm/s', 'speed at the start of', ({ before }, i) => groundSpeed(before[i].velocity)),
  ...forBoth('speedAfter', 'm/s', 'speed at the end of', ({ after }, i) => groundSpeed(after[i].velocity)),
  ...forBoth('headingBefore', 'rad', 'heading at the start of', ({ before }, i) => before[i].heading),
  ...forBoth('headingAfter', 'rad', 'heading at the end of', ({ after }, i) => after[i].heading),
  ...forBoth('yawRateBefore', 'rad/s', 'rate of the heading at the start of', ({ before }, i) => before[i].yawRate),
  ...forBoth('yawRateAfter', 'rad/s', 'rate of the heading at the end of', ({ after }, i) => after[i].yawRate),
  rules: column('', 'rules of the force direction, each with its number of steps', ({ rules }) =>
    Object.entries(rules)
      .map(([rule, steps]) => `${rule} ${steps}`)
      .join('; '),
  ),
};

function column(unit: string, meaning: string, of: (phase: PhaseResult) => unknown): ListColumn<PhaseResult> {
  return { unit, meaning, of };
}

/** The same column for A and for B. */
function forBoth(
  name: string,
  unit: string,
  meaning: string,
  of: (phase: PhaseResult, side: Side) => unknown,
): Record<string, ListColumn<PhaseResult>> {
  const columns = Object.entries(SIDES).map(([side, i]) => [
    `${name}${side}`,
    column(unit, `${meaning} ${side}`, (phase) => of(phase, i)),
  ]);
  return Object.fromEntries(columns);
}

function groundSpeed({ x, y }: { readonly x: number; readonly y: number }): number {
  return Math.sqrt(x * x + y * y);
}
