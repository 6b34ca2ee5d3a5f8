import { decodeBytes } from '../text-bytes.ts';
import { CadFileError } from './cad-file-error.ts';
import type { CadFace, CadSpaceEdge } from './cad-geometry.ts';
import { igesCurve } from './iges-curve.ts';
import { countAt, entityAt, type IgesEntity, type IgesFile, numberAt, parseIges, transformOf } from './iges-file.ts';
import { igesSurface } from './iges-surface.ts';
import type { CadFaces } from './read-brep.ts';
import type { LoopBounds } from './surface-input.ts';

/**
 * Reader of IGES files: solids (186 with 514, 510, 508, 504), trimmed and bounded surfaces (144, 143) of planes (108, 190), cylinders,
 * cones, spheres and tori (192 to 198), revolutions (120), extrusions (122) and NURBS (128). The edges in space are used, as programs do not agree
 * on the parameters of surfaces.
 */

const MAX_FACES = 20_000;
/** An edge may lie this far off its surface, as a fraction of its size. */
const MAX_OFF = 1e-5;

interface Collected {
  readonly faces: CadFace[];
  /** Uses of the edges of solids, forward minus reversed. */
  readonly uses: Map<string, number>;
}

/** The faces of an IGES file, in its units. */
export function readIgesFaces(file: string, bytes: Uint8Array): CadFaces {
  const model = parseIges(file, decodeBytes(bytes));
  const out: Collected = { faces: [], uses: new Map() };
  const all = [...model.entities.values()];
  const ofType = (type: number) => all.filter((entity) => entity.type === type);
  const [instance] = ofType(408);
  if (instance) throw new CadFileError(file, `entity ${instance.id}: instances of subfigures (408) are not supported`);
  for (const solid of ofType(186)) readSolid(model, out, solid);
  const solidFaces = out.faces.length;
  const openEdges = [...out.uses.values()].filter((count) => count !== 0).length;
  for (const trimmed of ofType(144)) addFace(model, out, trimmedFace(model, trimmed));
  for (const bounded of ofType(143)) addFace(model, out, boundedFace(model, bounded));
  for (const shell of ofType(514)) if (!shell.isDependent) readShell(model, { ...out, uses: new Map() }, shell, false);
  if (out.faces.length === 0)
    throw new CadFileError(file, 'expected solids (186) or trimmed surfaces (144, 143), but it has none');
  return {
    faces: out.faces,
    unit: model.unit,
    sew: solidFaces === 0,
    solid: solidFaces > 0 && solidFaces === out.faces.length,
    open: openEdges > 0 ? `${openEdges} edges of solids do not lie between two faces` : null,
  };
}

function addFace({ file }: IgesFile, { faces }: Collected, face: CadFace): void {
  if (faces.length >= MAX_FACES) throw new CadFileError(file, `expected at most ${MAX_FACES} faces`);
  faces.push(face);
}

/** A shell that bounds the solid, then those of voids, each with its orientation. */
function readSolid(model: IgesFile, out: Collected, solid: IgesEntity): void {
  rejectMoved(model, solid);
  const voids = countAt(model, solid, 2);
  for (const at of [0, ...Array.from({ length: voids }, (_, k) => 3 + 2 * k)]) {
    const shell = entityAt(model, solid, solid.values[at], [514]);
    readShell(model, out, shell, numberAt(model, solid, at + 1, 1) === 0);
  }
}

function readShell(model: IgesFile, out: Collected, shell: IgesEntity, reversed: boolean): void {
  rejectMoved(model, shell);
  for (let k = 0; k < countAt(model, shell, 0); k++) {
    const face = entityAt(model, shell, shell.values[1 + 2 * k], [510]);
    readFace(model, out, face, (numberAt(model, shell, 2 + 2 * k, 1) === 0) !== reversed);
  }
}

function rejectMoved({ file }: IgesFile, { id, type, matrix }: IgesEntity): void {
  if (matrix !== 0)
    throw new CadFileError(file, `entity ${id}: a matrix for an entity of type ${type} is not supported`);
}

function readFace(model: IgesFile, out: Collected, face: IgesEntity, reversed: boolean): void {
  rejectMoved(model, face);
  const loops = Array.from({ length: countAt(model, face, 1) }, (_, k) =>
    readLoop(model, out, entityAt(model, face, face.values[3 + k], [508]), reversed),
  );
  addFace(model, out, makeFace(model, entityAt(model, face, face.values[0]), loops, reversed));
}

/** Edges of a loop; vertices, at poles, have no length. */
function readLoop(model: IgesFile, { uses }: Collected, loop: IgesEntity, faceReversed: boolean): CadSpaceEdge[] {
  const edges: CadSpaceEdge[] = [];
  let at = 1;
  for (let k = countAt(model, loop, 0); k > 0; k--) {
    const isVertex = numberAt(model, loop, at) === 1;
    const curves = countAt(model, loop, at + 4);
    if (!isVertex) {
      const list = entityAt(model, loop, loop.values[at + 1], [504]);
      const index = numberAt(model, loop, at + 2);
      if (!(Number.isInteger(index) && index >= 1 && index <= countAt(model, list, 0))) {
        throw new CadFileError(model.file, `entity ${loop.id}: expected an edge of the list ${list.id}, got ${index}`);
      }
      const reversed = numberAt(model, loop, at + 3) === 0;
      const key = `${list.id} ${index}`;
      uses.set(key, (uses.get(key) ?? 0) + (reversed !== faceReversed ? -1 : 1));
      edges.push(...inDirection(igesCurve(model, entityAt(model, list, list.values[1 + 5 * (index - 1)])), reversed));
    }
    at += 5 + 2 * curves;
  }
  return edges;
}

function inDirection(edges: readonly CadSpaceEdge[], reversed: boolean): readonly CadSpaceEdge[] {
  return reversed ? edges.map((edge) => ({ ...edge, reversed: !edge.reversed })).toReversed() : edges;
}

/** 144: the surface, whether there is an outer loop, the number of inner ones, the loops. */
function trimmedFace(model: IgesFile, entity: IgesEntity): CadFace {
  rejectMoved(model, entity);
  const hasOuter = numberAt(model, entity, 1) === 1;
  const inner = countAt(model, entity, 2);
  const pointers = [...(hasOuter ? [entity.values[3]] : []), ...entity.values.slice(4, 4 + inner)];
  const surface = entityAt(model, entity, entity.values[0]);
  if (!hasOuter && inner > 0) return unsupported('surface with holes and without an outer loop');
  const loops = pointers.map((pointer) => {
    const boundary = entityAt(model, entity, pointer, [142]);
    const curve = boundary.values[3];
    return curve === undefined || curve === 0 ? null : [...igesCurve(model, entityAt(model, boundary, curve))];
  });
  const known = loops.filter((loop) => loop !== null);
  return known.length < loops.length
    ? unsupported('surface whose loops are not given in space')
    : makeFace(model, surface, known, false);
}

/** 143: the surface and its boundaries (141), each a list of curves with their directions. */
function boundedFace(model: IgesFile, entity: IgesEntity): CadFace {
  rejectMoved(model, entity);
  const surface = entityAt(model, entity, entity.values[1]);
  const loops = Array.from({ length: countAt(model, entity, 2) }, (_, k) => {
    const boundary = entityAt(model, entity, entity.values[3 + k], [141]);
    const edges: CadSpaceEdge[] = [];
    let at = 4;
    for (let n = countAt(model, boundary, 3); n > 0; n--) {
      const curve = igesCurve(model, entityAt(model, boundary, boundary.values[at]));
      edges.push(...inDirection(curve, numberAt(model, boundary, at + 1, 1) === 2));
      at += 3 + countAt(model, boundary, at + 2);
    }
    return edges;
  });
  return makeFace(model, surface, loops, false);
}

const unsupported = (name: string): CadFace => ({ surface: { kind: 'other', name }, loops: [], reversed: false });

function makeFace(
  model: IgesFile,
  entity: IgesEntity,
  loops: readonly (readonly CadSpaceEdge[])[],
  reversed: boolean,
): CadFace {
  const { surface, flipped } = igesSurface(model, entity);
  const tolerance = Math.max(10 * model.resolution, MAX_OFF * sizeOf(loops));
  const domain = domainOf(model, entity);
  const edges = { loops, tolerance, ...(domain && { domain }) };
  const isWhole = loops.length === 0 && surface.kind === 'spline-surface';
  return { surface, loops: [], reversed: reversed !== flipped, ...(!isWhole && { edges }) };
}

/** Bounds of the parameters of revolutions and extrusions, as the entity has them. */
function domainOf(model: IgesFile, entity: IgesEntity): LoopBounds | undefined {
  if (entity.type !== 120 && entity.type !== 122) return undefined;
  const [edge] = igesCurve(model, entityAt(model, entity, entity.values[entity.type === 120 ? 1 : 0]));
  if (edge === undefined) return undefined;
  if (entity.type === 122) return [edge.from, edge.to, 0, 1];
  const [from, to] = [numberAt(model, entity, 2), numberAt(model, entity, 3)];
  const isCircle = Math.abs(to - from - 2 * Math.PI) < 1e-8;
  const end = isCircle ? from + 2 * Math.PI : to;
  // a mirror image changes the sense of the angle
  const [a, b, c, , d, e, f, , g, h, i] = transformOf(model, entity);
  const isMirrored = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) < 0;
  return isMirrored ? [-end, -from, edge.from, edge.to] : [from, end, edge.from, edge.to];
}

function sizeOf(loops: readonly (readonly CadSpaceEdge[])[]): number {
  let size = 0;
  for (const { curve } of loops.flat()) {
    const vectors =
      curve.kind === 'spline'
        ? curve.points
        : curve.kind === 'line'
          ? [curve.direction]
          : curve.kind === 'conic'
            ? [curve.x, curve.y]
            : [];
    for (const vector of vectors) size = Math.max(size, ...vector.map(Math.abs));
  }
  return size;
}
