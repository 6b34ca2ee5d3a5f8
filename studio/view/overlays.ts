import type { OverlayName, Recorded } from '../session/session.ts';

/** With more bodies than this an overlay shows the selected one only: more would be unreadable or slow. */
export const DETAILED = {
  witnesses: 9,
  boxes: 300,
  spheres: 300,
  'oriented-boxes': 300,
  dops: 40,
  hulls: 40,
  regions: 24,
  swept: 24,
  trails: 60,
} as const satisfies Partial<Record<OverlayName, number>>;

/** An available overlay. */
export interface OverlayOffer {
  readonly name: OverlayName;
  readonly label: string;
  readonly key: string;
  /** Colour of what it draws, for the legend. */
  readonly color?: `--${string}`;
}

export const OVERLAYS: readonly OverlayOffer[] = [
  { name: 'witnesses', label: 'Closest points and gap', key: '1', color: '--gap' },
  { name: 'normals', label: 'Contact normals', key: '2', color: '--normal' },
  { name: 'impulses', label: 'Impulses', key: '3', color: '--impulse' },
  { name: 'velocities', label: 'Velocities', key: '4', color: '--velocity' },
  { name: 'manifolds', label: 'Contact points', key: '5', color: '--impulse' },
  { name: 'boxes', label: 'AABBs', key: '6', color: '--bound' },
  { name: 'spheres', label: 'Bounding spheres', key: '7', color: '--bound' },
  { name: 'oriented-boxes', label: 'Oriented bounding boxes', key: '8', color: '--bound' },
  { name: 'dops', label: 'k-DOPs', key: '9', color: '--bound' },
  { name: 'hulls', label: 'Convex hulls', key: 'h', color: '--bound' },
  { name: 'pairs', label: 'Broad-phase pairs', key: '0', color: '--warn' },
  { name: 'regions', label: 'Voronoi regions, active features', key: 'v', color: '--good' },
  { name: 'swept', label: 'Swept volumes', key: 's', color: '--muted' },
  { name: 'sensors', label: 'Docking sensors', key: 'd', color: '--good' },
  { name: 'trails', label: 'Trails', key: 't', color: '--muted' },
  { name: 'names', label: 'Names', key: 'n' },
];

/** Why an overlay is empty in all frames of this recording; undefined if it is not. */
export function whyEmpty(name: OverlayName, { recording, scene }: Recorded): string | undefined {
  switch (name) {
    case 'normals':
    case 'impulses':
    case 'manifolds':
      return recording.contacts.rowCount === 0 ? 'There are no contacts in this run' : undefined;
    case 'sensors':
      return 'sensors' in scene && scene.sensors.length > 0 ? undefined : 'This scene has no docking sensors';
    case 'regions': {
      const hasRegions = (body: object) =>
        'shape' in body && ['polygon', 'tiled'].includes((body.shape as { kind: string }).kind);
      return scene.bodies.some(hasRegions) ? undefined : 'Only polygons and smooth bodies have regions and features';
    }
    case 'witnesses':
    case 'pairs':
      return scene.bodies.length < 2 ? 'There is only one body' : undefined;
    default:
      return undefined;
  }
}

/** Whether an overlay needs a selected body, because there are too many. */
export function wantsSelection(name: OverlayName, { recording }: Recorded): boolean {
  const most: Partial<Record<OverlayName, number>> = DETAILED;
  return recording.bodies.length > (most[name] ?? Number.POSITIVE_INFINITY);
}
