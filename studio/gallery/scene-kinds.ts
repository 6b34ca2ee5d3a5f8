import type { Scene, SceneSource, SceneTopic } from '../../src/index.ts';

/** Kinds of worlds, as the gallery names them. */
export const WORLDS: Readonly<Record<Scene['world'], string>> = {
  planar: 'planar bodies',
  solids: 'rigid bodies in space',
  smooth: 'smooth bodies',
  deformable: 'deforming meshes',
  vehicles: 'vehicles',
};

/** Topics of scenes: title and description. */
export const TOPICS: Readonly<Record<SceneTopic, readonly [title: string, description: string]>> = {
  distance: ['Distance', 'Distances and closest points, tracked while bodies move.'],
  'time-of-impact': ['Time of impact', 'Exact times of first contact.'],
  response: ['Contact response', 'Impulses, forces, friction, docking, and the balance of energy and momentum.'],
};

/** Sources of scenes, and what they are about. */
export const SOURCES: Readonly<Record<SceneSource, readonly [title: string, description: string]>> = {
  CP13: ['Rigid bodies', 'Chesi & Pellegrini, Collision Detection and Response Among Rigid Bodies, 2013'],
  PG05: [
    'Smooth bodies',
    'Patoglu & Gillespie, Feedback Stabilized Minimum Distance Maintenance for Convex Parametric Surfaces, 2005',
  ],
  VBC24: ['Deforming meshes', 'Velocity Based Contact Check, 2024'],
  PATH98: ['Vehicles', 'O’Reilly, Papadopoulos, Lo & Varadi, Models of Vehicular Collision IV, 1998'],
};
