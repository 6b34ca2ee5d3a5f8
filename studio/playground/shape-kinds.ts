import type { ShapeDocument } from './play-state.ts';
import { jack, knotMesh, plateWithHole, ringMesh, ringSurface, rock, star } from './sample-shapes.ts';

/** An entry of the list of shapes. */
export interface ShapeKindEntry {
  readonly name: string;
  readonly label: string;
  readonly shape: ShapeDocument;
}

export interface ShapeGroup {
  readonly label: string;
  readonly kinds: readonly ShapeKindEntry[];
}

const kind = (name: string, label: string, shape: ShapeDocument): ShapeKindEntry => ({ name, label, shape });

/** All kinds of the pair table; smooth bodies, polygons and meshes several times. */
export const SHAPE_GROUPS: readonly ShapeGroup[] = [
  {
    label: 'Solids',
    kinds: [
      kind('sphere', 'Sphere', { kind: 'sphere', radius: 0.5 }),
      kind('capsule', 'Capsule', { kind: 'capsule', radius: 0.25, halfHeight: 0.45 }),
      kind('box', 'Box', { kind: 'box', halfExtents: [0.6, 0.4, 0.3] }),
      kind('soft-box', 'Box with rounded edges', { kind: 'box', halfExtents: [0.6, 0.4, 0.3], radius: 0.12 }),
      kind('cylinder', 'Cylinder', { kind: 'cylinder', radius: 0.4, halfHeight: 0.4 }),
      kind('cone', 'Cone', { kind: 'cone', radius: 0.45, halfHeight: 0.5 }),
      kind('ellipsoid', 'Ellipsoid', { kind: 'ellipsoid', semiAxes: [0.7, 0.45, 0.3] }),
      kind('hull', 'Convex hull', { kind: 'hull', vertices: rock() }),
      kind('compound', 'Compound of three capsules', { kind: 'compound', pieces: jack() }),
    ],
  },
  {
    label: 'Smooth bodies',
    kinds: [
      kind('superellipsoid', 'Superellipsoid', {
        kind: 'superellipsoid',
        semiAxes: [0.6, 0.45, 0.35],
        exponent1: 0.4,
        exponent2: 0.5,
      }),
      kind('lens', 'Lens of three spheres', { kind: 'lens', radius: 0.9, offset: 0.45, scale: [1, 1, 0.8] }),
      kind('rounded-box', 'Rounded box of patches', {
        kind: 'rounded-box',
        halfExtents: [0.55, 0.4, 0.3],
        radius: 0.15,
      }),
      kind('extrusion', 'Extruded ellipse', {
        kind: 'extrusion',
        outline: { kind: 'ellipse', semiAxes: [0.6, 0.35] },
        halfHeight: 0.25,
      }),
      kind('revolution', 'Revolved profile', {
        kind: 'revolution',
        profile: [
          {
            id: 'side',
            points: [
              [0, -0.6],
              [0.85, -0.6],
              [0.6, 0.35],
              [0, 0.6],
            ],
          },
        ],
      }),
      kind('plate', 'Plate with a hole, a trimmed face', { kind: 'brep', faces: [plateWithHole(0.7, 0.35)] }),
      kind('nurbs', 'NURBS ring, not convex', { kind: 'nurbs', surfaces: [ringSurface(0.45, 0.16)] }),
    ],
  },
  {
    label: 'Planar shapes',
    kinds: [
      kind('point', 'Point', { kind: 'point' }),
      kind('segment', 'Segment', { kind: 'segment', start: [-0.6, 0, 0], end: [0.6, 0, 0] }),
      kind('disc', 'Disc', { kind: 'disc', radius: 0.45 }),
      kind('polygon', 'Polygon', {
        kind: 'polygon',
        vertices: [
          [-0.55, -0.35],
          [0.25, -0.5],
          [0.6, 0.05],
          [0.2, 0.5],
          [-0.45, 0.35],
        ],
      }),
      kind('star', 'Star, not convex', { kind: 'polygon', vertices: star(5, 0.7, 0.3) }),
      kind('ellipse', 'Ellipse', { kind: 'ellipse', semiAxes: [0.65, 0.35] }),
      kind('rounded-rectangle', 'Rounded rectangle', {
        kind: 'rounded-rectangle',
        halfExtents: [0.6, 0.35],
        radius: 0.15,
      }),
    ],
  },
  {
    label: 'Meshes and half-space',
    kinds: [
      kind('ring-mesh', 'Mesh of a ring', { kind: 'trimesh', ...ringMesh(0.5, 0.17, 28, 12) }),
      kind('knot-mesh', 'Mesh of a knot', { kind: 'trimesh', ...knotMesh(0.24, 0.09, 64, 8) }),
      kind('halfspace', 'Half-space', { kind: 'halfspace', normal: [0, 0, 1] }),
    ],
  },
];

const ALL: readonly ShapeKindEntry[] = SHAPE_GROUPS.flatMap(({ kinds }) => kinds);

export function shapeKind(name: string): ShapeKindEntry | undefined {
  return ALL.find((entry) => entry.name === name);
}

/** A word for any document: the label of its entry, or the kind in plain words. */
export function labelOfShape(name: string, { kind }: ShapeDocument): string {
  return shapeKind(name)?.label ?? `${name} (${kind === 'smooth' ? 'smooth body' : kind})`;
}
