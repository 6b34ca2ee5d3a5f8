import type { SceneEdit } from '../../src/index.ts';

/** A preset pair of variants. */
export interface Preset {
  readonly label: string;
  readonly left: Variant;
  readonly right: Variant;
  /** The chart that best shows the difference; see `plots/charts.ts`. */
  readonly quantity?: string;
}

/** One side: an example, with some of its values changed; the text of a scene; or a recording that was opened or that the server has. */
export type Variant =
  | { readonly kind: 'example'; readonly label: string; readonly name: string; readonly edits?: readonly SceneEdit[] }
  | { readonly kind: 'text'; readonly label: string; readonly name: string; readonly text: string }
  | { readonly kind: 'recording'; readonly label: string; readonly name: string };

export const PRESETS: readonly Preset[] = [
  {
    label: 'Vehicles: ellipsoids and boxes',
    left: { kind: 'example', label: 'ellipsoids', name: 'platoon-1-ellipsoids' },
    right: { kind: 'example', label: 'boxes', name: 'platoon-1-boxes' },
    quantity: 'heading',
  },
  {
    label: 'Bouncing: impulse and penalty',
    left: { kind: 'example', label: 'impulse', name: 'bounce-impulse' },
    right: { kind: 'example', label: 'penalty', name: 'bounce-penalty' },
    quantity: 'gap',
  },
  {
    label: 'Friction: algebraic and Newton-Coulomb',
    left: {
      kind: 'example',
      label: 'algebraic',
      name: 'two-polygons-offset-hit',
      edits: [{ path: ['contacts', 'friction'], value: { law: 'algebraic', static: 0.4 } }],
    },
    right: {
      kind: 'example',
      label: 'Newton-Coulomb',
      name: 'two-polygons-offset-hit',
      edits: [{ path: ['contacts', 'friction'], value: { law: 'newton-coulomb', static: 0.4 } }],
    },
    quantity: 'angularVelocity',
  },
  {
    label: 'Tracking: predictor-corrector and Heun integrator',
    left: { kind: 'example', label: 'predictor-corrector', name: 'tracker-lens-pair' },
    right: {
      kind: 'example',
      label: 'Heun, K = 100',
      name: 'tracker-lens-pair',
      edits: [
        { path: ['tracking', 'mode'], value: 'integrator' },
        { path: ['tracking', 'scheme'], value: 'heun' },
        { path: ['tracking', 'gain'], value: 100 },
        { path: ['time', 'step'], value: '1 ms' },
      ],
    },
    quantity: 'tracking-check',
  },
  {
    label: 'Newton’s cradle: sequential and simultaneous impacts',
    left: { kind: 'example', label: 'sequential', name: 'newtons-cradle-sequential' },
    right: { kind: 'example', label: 'simultaneous', name: 'newtons-cradle-simultaneous' },
    quantity: 'gap',
  },
  {
    label: 'On a slope: sliding and sticking',
    left: { kind: 'example', label: 'sliding', name: 'slope-sliding' },
    right: { kind: 'example', label: 'sticking', name: 'slope-sticking' },
    quantity: 'velocity',
  },
];
