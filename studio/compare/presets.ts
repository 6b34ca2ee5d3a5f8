import type { SceneEdit } from '../../src/index.ts';

/** A preset pair of variants. */
export interface Preset {
  readonly label: string;
  readonly left: Variant;
  readonly right: Variant;
  /** The chart that best shows the difference; see `plots/charts.ts`. */
  readonly quantity?: string;
}

/** An example, with some of its values changed. */
export interface Variant {
  readonly label: string;
  readonly example: string;
  readonly edits?: readonly SceneEdit[];
}

export const PRESETS: readonly Preset[] = [
  {
    label: 'Vehicles: ellipsoids and boxes',
    left: { label: 'ellipsoids', example: 'platoon-1-ellipsoids' },
    right: { label: 'boxes', example: 'platoon-1-boxes' },
    quantity: 'heading',
  },
  {
    label: 'Bouncing: impulse and penalty',
    left: { label: 'impulse', example: 'bounce-impulse' },
    right: { label: 'penalty', example: 'bounce-penalty' },
    quantity: 'gap',
  },
  {
    label: 'Friction: algebraic and Newton-Coulomb',
    left: {
      label: 'algebraic',
      example: 'two-polygons-offset-hit',
      edits: [{ path: ['contacts', 'friction'], value: { law: 'algebraic', static: 0.4 } }],
    },
    right: {
      label: 'Newton-Coulomb',
      example: 'two-polygons-offset-hit',
      edits: [{ path: ['contacts', 'friction'], value: { law: 'newton-coulomb', static: 0.4 } }],
    },
    quantity: 'angularVelocity',
  },
  {
    label: 'Tracking: predictor-corrector and Heun integrator',
    left: { label: 'predictor-corrector', example: 'tracker-lens-pair' },
    right: {
      label: 'Heun, K = 100',
      example: 'tracker-lens-pair',
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
    left: { label: 'sequential', example: 'newtons-cradle-sequential' },
    right: { label: 'simultaneous', example: 'newtons-cradle-simultaneous' },
    quantity: 'gap',
  },
  {
    label: 'On a slope: sliding and sticking',
    left: { label: 'sliding', example: 'slope-sliding' },
    right: { label: 'sticking', example: 'slope-sticking' },
    quantity: 'velocity',
  },
];
