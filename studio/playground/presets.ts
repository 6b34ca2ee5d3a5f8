import { fitPair } from './planar-pair.ts';
import { AT_REST, type PlayBody, type PlayState, type Quad, type Triple } from './play-state.ts';
import { shapeKind } from './shape-kinds.ts';

/** A pair to begin with. */
export interface Preset {
  readonly name: string;
  readonly label: string;
  readonly state: PlayState;
}

type Given = Partial<Omit<PlayBody, 'name'>>;

function body(name: string, given: Given = {}): PlayBody {
  const entry = shapeKind(name);
  if (entry === undefined) throw new Error(`presets: no shape ${name}`);
  return {
    name,
    shape: entry.shape,
    position: [0, 0, 0],
    rotation: [1, 0, 0, 0],
    ...AT_REST,
    mass: 1,
    fixed: name === 'halfspace',
    ...given,
  };
}

/** The rotation about an axis by an angle [degrees]. */
function about(axis: Triple, degrees: number): Quad {
  const half = (degrees * Math.PI) / 360;
  const length = Math.hypot(...axis);
  const [x, y, z] = axis.map((part) => (Math.sin(half) * part) / length);
  return [Math.cos(half), x, y, z];
}

function pair(A: PlayBody, B: PlayBody, more: Partial<PlayState> = {}): PlayState {
  return fitPair({
    A,
    B,
    selected: 'B',
    mode: 'move',
    layers: ['closest', 'normal', 'manifold', 'velocities', 'impact'],
    tolerance: 0.02,
    duration: 4,
    time: null,
    restitution: 0.8,
    friction: 0.2,
    ...more,
  });
}

export const PRESETS: readonly Preset[] = [
  {
    name: 'box-and-ellipsoid',
    label: 'Box and ellipsoid',
    state: pair(
      body('box', { position: [-0.7, 0, 0], rotation: about([1, 2, 3], 40), mass: 2 }),
      body('ellipsoid', {
        position: [1.3, 0.1, 0.25],
        rotation: about([0, 1, 1], 35),
        velocity: [-1.2, 0, -0.15],
        angularVelocity: [0, 1, 0],
      }),
    ),
  },
  {
    name: 'parallel-faces',
    label: 'Parallel faces',
    state: pair(
      body('box', { position: [0, 0, -0.35], mass: 3 }),
      body('soft-box', { position: [0.25, 0.15, 0.26], rotation: about([0, 0, 1], 30) }),
      { layers: ['closest', 'normal', 'manifold', 'derivatives', 'velocities', 'impact'], tolerance: 0.05 },
    ),
  },
  {
    name: 'sphere-and-ring',
    label: 'Sphere and NURBS ring',
    state: pair(
      body('nurbs', { position: [0, 0, 0], rotation: about([0, 1, 0], 90), mass: 1 }),
      body('sphere', {
        shape: { kind: 'sphere', radius: 0.26 },
        position: [1.2, 0.12, 0.06],
        velocity: [-1, 0, 0],
        angularVelocity: [0, 0, 3],
        mass: 0.5,
      }),
    ),
  },
  {
    name: 'two-meshes',
    label: 'Two meshes',
    state: pair(
      body('ring-mesh', { position: [-0.45, 0, 0], rotation: about([1, 0, 0], 65) }),
      body('knot-mesh', { position: [1, 0, 0.1], velocity: [-0.8, 0, 0], angularVelocity: [0.7, 0, 0] }),
      { layers: ['closest', 'normal', 'velocities', 'impact', 'oriented-boxes'] },
    ),
  },
  {
    name: 'bounce',
    label: 'Bounce on a floor',
    state: pair(
      body('halfspace', { position: [0, 0, -0.8] }),
      body('superellipsoid', {
        position: [0, 0, 0.9],
        rotation: about([1, 1, 0], 30),
        velocity: [0.8, 0, -1.5],
        angularVelocity: [0, -1, 0.5],
      }),
      { restitution: 0.7, friction: 0.4 },
    ),
  },
  {
    name: 'planar',
    label: 'In a plane',
    state: pair(
      body('star', { position: [-0.6, 0, 0], angularVelocity: [0, 0, 0.8] }),
      body('ellipse', {
        position: [1.1, 0.2, 0],
        rotation: about([0, 0, 1], 60),
        velocity: [-0.8, -0.1, 0],
        angularVelocity: [0, 0, -1],
      }),
    ),
  },
];

export const FIRST_STATE: PlayState = PRESETS[0].state;
