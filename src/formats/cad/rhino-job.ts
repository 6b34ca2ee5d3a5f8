import type { CadSpline, CadSplineSurface, Vector } from './cad-geometry.ts';

/** The part of the optional package rhino3dm that is used: names as in the package. */
export interface Rhino {
  readonly File3dm: { fromByteArray(bytes: Uint8Array): RhinoFile | null };
  readonly UnitSystem: Readonly<Record<string, unknown>>;
  readonly Brep: abstract new () => RhinoBrep;
  readonly Extrusion: abstract new () => { toBrep(splitKinkyFaces: boolean): RhinoBrep | null };
  readonly Mesh: abstract new () => RhinoMesh;
  readonly Surface: abstract new () => RhinoSurface & { readonly isSolid: boolean };
  readonly SubD: abstract new () => object;
  readonly InstanceReference: abstract new () => object;
}

interface RhinoFile {
  settings(): { readonly modelUnitSystem: unknown; readonly modelAbsoluteTolerance: number };
  objects(): RhinoList<{
    geometry(): object | null;
    attributes(): { readonly visible: boolean; readonly isInstanceDefinitionObject: boolean };
  }>;
}

interface RhinoList<Item> {
  readonly count: number;
  get(index: number): Item;
}

interface RhinoBrep {
  readonly isSolid: boolean;
  readonly isSurface: boolean;
  faces(): RhinoList<{
    readonly orientationIsReversed: boolean;
    readonly loops: RhinoList<{
      readonly trims: RhinoList<{ readonly edgeIndex: number; readonly isReversed: boolean }>;
    }>;
    underlyingSurface(): RhinoSurface;
  }>;
  edges(): RhinoList<{ toNurbsCurve(): RhinoNurbsCurve | null }>;
}

interface RhinoSurface {
  toNurbsSurface(): {
    readonly orderU: number;
    readonly orderV: number;
    points(): { readonly countU: number; readonly countV: number; get(u: number, v: number): number[] };
    knotsU(): { toList(): number[] };
    knotsV(): { toList(): number[] };
  } | null;
}

interface RhinoNurbsCurve {
  readonly order: number;
  points(): RhinoList<number[]>;
  knots(): { toList(): number[] };
}

interface RhinoMesh {
  vertices(): RhinoList<number[]>;
  faces(): RhinoList<number[]>;
}

/** Faces of a body: loops are edges by index, -1 at a pole. */
export interface RhinoBody {
  readonly kind: 'body';
  readonly solid: boolean;
  readonly edges: readonly CadSpline<Vector>[];
  readonly faces: readonly {
    readonly surface: CadSplineSurface;
    readonly reversed: boolean;
    /** Empty: the whole surface. */
    readonly loops: readonly (readonly { readonly edge: number; readonly reversed: boolean }[])[];
  }[];
}

/** An object of a file; curves, points and texts are left out. */
export type RhinoObject =
  | RhinoBody
  | { readonly kind: 'mesh'; readonly positions: readonly number[]; readonly triangles: readonly number[] }
  | { readonly kind: 'other'; readonly name: string };

/** The visible objects of a file, its unit by name, and its tolerance in that unit. */
export interface RhinoModel {
  readonly unit: string;
  readonly tolerance: number;
  readonly objects: readonly RhinoObject[];
}

/** Reads the objects of a .3dm file. A thread runs it from its source text: it uses nothing but its arguments. */
export function runRhinoJob(rhino: Rhino, bytes: Uint8Array): RhinoModel | { readonly failure: string } {
  const file = rhino.File3dm.fromByteArray(bytes);
  if (file === null || file === undefined) return { failure: 'expected a .3dm file, but rhino3dm cannot read it' };
  const list = <Item, Out>({ count, get }: RhinoList<Item>, owner: RhinoList<Item>, map: (item: Item) => Out): Out[] =>
    Array.from({ length: count }, (_, k) => map(get.call(owner, k)));
  const items = <Item, Out>(owner: RhinoList<Item>, map: (item: Item) => Out) => list(owner, owner, map);
  // the file has no knots before the first and behind the last
  const allKnots = (knots: number[]) => [knots[0], ...knots, knots[knots.length - 1]];
  const euclidean = ([x, y, z, w]: number[]) => [x / w, y / w, z / w] as const;
  const surfaceOf = (given: RhinoSurface): CadSplineSurface => {
    const nurbs = given.toNurbsSurface();
    if (nurbs === null) throw new Error('a surface without NURBS form');
    const points = nurbs.points();
    const rows = Array.from({ length: points.countU }, (_, i) =>
      Array.from({ length: points.countV }, (_, j) => points.get(i, j)),
    );
    return {
      kind: 'spline-surface',
      degreeU: nurbs.orderU - 1,
      degreeV: nurbs.orderV - 1,
      points: rows.map((row) => row.map(euclidean)),
      weights: rows.map((row) => row.map(([, , , w]) => w)),
      knotsU: allKnots(nurbs.knotsU().toList()),
      knotsV: allKnots(nurbs.knotsV().toList()),
      periodU: 0,
      periodV: 0,
    };
  };
  const curveOf = (edge: { toNurbsCurve(): RhinoNurbsCurve | null }): CadSpline<Vector> => {
    const nurbs = edge.toNurbsCurve();
    if (nurbs === null) throw new Error('an edge without NURBS form');
    const points = items(nurbs.points(), (point) => point);
    return {
      kind: 'spline',
      degree: nurbs.order - 1,
      points: points.map(euclidean),
      weights: points.map(([, , , w]) => w),
      knots: allKnots(nurbs.knots().toList()),
    };
  };
  const bodyOf = (brep: RhinoBrep): RhinoBody => ({
    kind: 'body',
    solid: brep.isSolid,
    edges: brep.isSurface ? [] : items(brep.edges(), curveOf),
    faces: items(brep.faces(), (face) => ({
      surface: surfaceOf(face.underlyingSurface()),
      reversed: face.orientationIsReversed,
      loops: brep.isSurface
        ? []
        : items(face.loops, ({ trims }) =>
            items(trims, ({ edgeIndex, isReversed }) => ({ edge: edgeIndex, reversed: isReversed })),
          ),
    })),
  });
  const meshOf = (mesh: RhinoMesh): RhinoObject => ({
    kind: 'mesh',
    positions: items(mesh.vertices(), (vertex) => vertex).flat(),
    // the fourth corner of a triangle repeats the third
    triangles: items(mesh.faces(), ([a, b, c, d]) => (c === d ? [a, b, c] : [a, b, c, a, c, d])).flat(),
  });
  const objectOf = (geometry: object | null): RhinoObject[] => {
    if (geometry instanceof rhino.Extrusion) {
      const brep = geometry.toBrep(false);
      return brep === null ? [{ kind: 'other', name: 'extrusion without faces' }] : [bodyOf(brep)];
    }
    if (geometry instanceof rhino.Brep) return [bodyOf(geometry)];
    if (geometry instanceof rhino.Mesh) return [meshOf(geometry)];
    if (geometry instanceof rhino.Surface) {
      const face = { surface: surfaceOf(geometry), reversed: false, loops: [] };
      return [{ kind: 'body', solid: geometry.isSolid, edges: [], faces: [face] }];
    }
    if (geometry instanceof rhino.SubD) return [{ kind: 'other', name: 'subdivision surface' }];
    if (geometry instanceof rhino.InstanceReference) return [{ kind: 'other', name: 'block instance' }];
    return [];
  };
  const { modelUnitSystem, modelAbsoluteTolerance } = file.settings();
  const unit = Object.keys(rhino.UnitSystem).find((name) => rhino.UnitSystem[name] === modelUnitSystem) ?? 'None';
  const objects = items(file.objects(), (object) => {
    const { visible, isInstanceDefinitionObject } = object.attributes();
    return visible && !isInstanceDefinitionObject ? objectOf(object.geometry()) : [];
  });
  return { unit, tolerance: modelAbsoluteTolerance, objects: objects.flat() };
}
