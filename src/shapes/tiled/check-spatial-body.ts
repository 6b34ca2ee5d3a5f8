import { CURVE_JET, evaluateCurve, type PatchSide } from '../nurbs/curve.ts';
import { addPatchMoments, MOMENT_COUNT } from './moments.ts';
import { jetVector, PATCH_SIDES, sideOrientation } from './patch-side.ts';
import {
  checkEnds,
  checkGap,
  largestGap,
  runningParameter,
  type TiledEdgePart,
  type TiledParts,
} from './tiled-parts.ts';

const jet = new Float64Array(CURVE_JET);

/**
 * Checks that patches enclose a body, joined side to side, with outward normals; a RangeError names the defect.
 */
export function checkSpatialBody(parts: TiledParts, tolerance: number): void {
  if (parts.faces.length === 0) throw new RangeError('tiled body: must have faces, got none');
  for (const edge of parts.edges) checkEdge(parts, edge, tolerance);
  parts.faces.forEach((_, face) => {
    for (const side of PATCH_SIDES) checkSide(parts, face, side, tolerance);
    checkCorners(parts, face);
  });
  parts.vertices.forEach(({ name }, vertex) => {
    if (!parts.edges.some(({ from, to }) => from === vertex || to === vertex)) {
      throw new RangeError(`vertex "${name}": at least one edge must end here, got none`);
    }
  });
  checkOrientation(parts);
}

/** An edge has two faces; its curve lies on the side of each and ends at its vertices. */
function checkEdge(parts: TiledParts, edge: TiledEdgePart, tolerance: number): void {
  const { name, curve, faces } = edge;
  if (faces.length !== 2) throw new RangeError(`edge "${name}": must have exactly two faces, got ${faces.length}`);
  checkEnds(parts, edge, 'edge', tolerance);
  for (const edgeFace of faces) {
    const face = parts.faces[edgeFace.face];
    const owner = face.sides[edgeFace.side];
    if (owner.kind !== 'edge' || parts.edges[owner.index] !== edge) {
      throw new RangeError(
        `edge "${name}": lists side ${edgeFace.side} of face "${face.name}", but that side names another owner`,
      );
    }
    const gap = largestGap(face, edgeFace.side, (t) =>
      jetVector(evaluateCurve(jet, curve, runningParameter(edgeFace, t)), 0),
    );
    const direction = edgeFace.reversed ? ' (reversed)' : '';
    checkGap(`edge "${name}": must run along side ${edgeFace.side} of face "${face.name}"${direction}`, gap, tolerance);
  }
}

/** A side belongs to an edge that lists it, or is degenerate at a vertex. */
function checkSide(parts: TiledParts, index: number, side: PatchSide, tolerance: number): void {
  const face = parts.faces[index];
  const owner = face.sides[side];
  const where = `face "${face.name}": side ${side}`;
  if (owner.kind === 'none') {
    throw new RangeError(`${where} must belong to an edge or degenerate to a vertex, it is open`);
  }
  if (owner.kind === 'vertex') {
    const { name, point } = parts.vertices[owner.index];
    const gap = largestGap(face, side, () => point);
    checkGap(`${where} must degenerate to vertex "${name}"`, gap, tolerance);
    return;
  }
  const edge = parts.edges[owner.index];
  if (!edge.faces.some((edgeFace) => edgeFace.face === index && edgeFace.side === side)) {
    const faces = edge.faces.map((edgeFace) => `"${parts.faces[edgeFace.face].name}" ${edgeFace.side}`).join(' and ');
    throw new RangeError(`${where} names edge "${edge.name}", which joins ${faces}`);
  }
}

/** Two adjacent sides name the same vertex at their corner. */
function checkCorners(parts: TiledParts, index: number): void {
  const { name } = parts.faces[index];
  for (const [sideU, sideV] of [
    ['u0', 'v0'],
    ['u0', 'v1'],
    ['u1', 'v0'],
    ['u1', 'v1'],
  ] as const) {
    const onU = vertexOnSide(parts, index, sideU, sideV === 'v0' ? 0 : 1);
    const onV = vertexOnSide(parts, index, sideV, sideU === 'u0' ? 0 : 1);
    if (onU !== onV) {
      const [a, b] = [onU, onV].map((vertex) => `"${parts.vertices[vertex].name}"`);
      throw new RangeError(
        `face "${name}": sides ${sideU} and ${sideV} must meet at one vertex, they name ${a} and ${b}`,
      );
    }
  }
}

/** The vertex at an end, 0 or 1, of the running parameter of a side. */
function vertexOnSide(parts: TiledParts, index: number, side: PatchSide, end: 0 | 1): number {
  const owner = parts.faces[index].sides[side];
  if (owner.kind !== 'edge') return owner.kind === 'vertex' ? owner.index : -1;
  const edge = parts.edges[owner.index];
  const on = edge.faces.find((edgeFace) => edgeFace.face === index && edgeFace.side === side);
  return (on?.reversed ?? false) === (end === 1) ? edge.from : edge.to;
}

/**
 * The two faces of an edge have opposite directions along it, or one of them is inside out. The signed volume, with all
 * faces oriented like the first, decides which.
 */
function checkOrientation(parts: TiledParts): void {
  const { faces, vertices } = parts;
  const orientations = consistentOrientations(parts);
  const volumes = faces.map(
    ({ patch }) => addPatchMoments(new Float64Array(MOMENT_COUNT), patch, 0, 0, 1, 1, vertices[0].point)[0],
  );
  const volume = volumes.reduce((sum, part, face) => sum + orientations[face] * part, 0);
  if (volume === 0 || !Number.isFinite(volume)) {
    throw new RangeError(`tiled body: its faces must enclose a volume, they enclose ${volume.toPrecision(3)} m³`);
  }
  const wrong = faces.filter((_, face) => orientations[face] * volume < 0).map(({ name }) => `"${name}"`);
  if (wrong.length > 0) {
    const which =
      wrong.length === faces.length ? 'all faces are' : `${wrong.join(', ')} ${wrong.length > 1 ? 'are' : 'is'}`;
    throw new RangeError(`tiled body: f_u × f_v must point outward on every face, ${which} inside out`);
  }
}

/** For every face +1 if it is oriented like the first, -1 if not; faces are visited along edges. */
function consistentOrientations({ faces, edges }: TiledParts): number[] {
  const orientations: number[] = faces.map((_, face) => (face === 0 ? 1 : 0));
  for (let queue = [0]; queue.length > 0; ) {
    const face = queue[0];
    queue = queue.slice(1);
    for (const edge of edges.filter((candidate) => candidate.faces.some((on) => on.face === face))) {
      const [a, b] = edge.faces;
      const relative = edgeOrientation(a) === -edgeOrientation(b) ? 1 : -1;
      const other = a.face === face ? b.face : a.face;
      if (orientations[other] === 0) {
        orientations[other] = relative * orientations[face];
        queue.push(other);
      } else if (orientations[other] !== relative * orientations[face]) {
        throw new RangeError(`edge "${edge.name}": no choice of normals makes all faces point outward here`);
      }
    }
  }
  const unreached = orientations.indexOf(0);
  if (unreached >= 0) {
    throw new RangeError(
      `face "${faces[unreached].name}": must be joined to the others, no chain of edges leads to "${faces[0].name}"`,
    );
  }
  return orientations;
}

/** +1 if the edge runs counter-clockwise around this face. */
function edgeOrientation({ side, reversed }: { readonly side: PatchSide; readonly reversed: boolean }): number {
  return reversed ? -sideOrientation(side) : sideOrientation(side);
}
