import type { OverlayName } from '../session/session.ts';

/** An overlay as the page offers it. */
export interface OverlayOffer {
  readonly name: OverlayName;
  readonly label: string;
  readonly key: string;
  /** Colour of what it draws, for the legend beside its box. */
  readonly color?: `--${string}`;
}

export const OVERLAYS: readonly OverlayOffer[] = [
  { name: 'witnesses', label: 'Closest points and gap', key: '1', color: '--gap' },
  { name: 'normals', label: 'Contact normals', key: '2', color: '--normal' },
  { name: 'impulses', label: 'Impulses', key: '3', color: '--impulse' },
  { name: 'velocities', label: 'Velocities', key: '4', color: '--velocity' },
  { name: 'manifolds', label: 'Contact points', key: '5', color: '--impulse' },
  { name: 'boxes', label: 'Boxes along the axes', key: '6', color: '--bound' },
  { name: 'spheres', label: 'Bounding balls', key: '7', color: '--bound' },
  { name: 'oriented-boxes', label: 'Boxes that turn along', key: '8', color: '--bound' },
  { name: 'dops', label: 'k-DOPs', key: '9', color: '--bound' },
  { name: 'hulls', label: 'Convex hulls', key: 'h', color: '--bound' },
  { name: 'pairs', label: 'Pairs of the broad phase', key: '0', color: '--warn' },
  { name: 'regions', label: 'Voronoi regions, active features', key: 'v', color: '--good' },
  { name: 'swept', label: 'Swept volumes', key: 's', color: '--muted' },
  { name: 'sensors', label: 'Docking sensors', key: 'd', color: '--good' },
  { name: 'trails', label: 'Trails', key: 't', color: '--muted' },
  { name: 'names', label: 'Names', key: 'n' },
];
