import { createVec3, setVec3 } from '../../../math/vec3.ts';
import { evaluatePatch, PATCH_JET } from '../../../shapes/nurbs/patch.ts';
import { type SuperquadricPatch, superquadricSupport } from '../../../shapes/nurbs/superquadric.ts';
import { runsAlongU } from '../../../shapes/tiled/patch-side.ts';
import type { TiledBody } from '../../../shapes/tiled/tiled-body.ts';
import { type CellStack, hasCapacity, resetCells, splitCell, steeperAlongU } from './cell-stack.ts';
import type { Witness } from './witness.ts';

/**
 * Does a body lie on one side of a plane? [PG05-6.8]
 *
 * With positive weights n·f ≤ s holds on a whole face exactly if the scalar Bezier polynomial with the coefficients w_ij (n·P_ij - s) is
 * nowhere positive, since it is W (n·f - s). All coefficients ≤ 0 certify a cell; a corner coefficient is a value, and if positive it gives
 * a point of the body beyond the plane; else the cell is halved. Edges and vertices belong to faces. An analytic patch uses its support
 * function.
 *
 * Two such planes perpendicular to the segment between two witnesses form a slab that separates the bodies: its width is a lower bound of
 * the distance, for convex and non-convex bodies.
 */
export interface SlabCertificate {
  verdict: 'certified' | 'refuted' | 'undecided';
  /** Number of cells tested. */
  cells: number;
  /** Refuted: a point of the body beyond the plane, as feature number and parameters. */
  feature: number;
  u: number;
  v: number;
}

/** Maximum number of cells. [PG05-6.8] */
const CELL_LIMIT = 5000;

export function createSlabCertificate(): SlabCertificate {
  return { verdict: 'undecided', cells: 0, feature: 0, u: 0, v: 0 };
}

/**
 * Certifies n·x ≤ s for all points x of the witness's body, or finds a point beyond; `plane` is n x y z and s in the frame of the body. The
 * witness itself lies within rounding of the plane: cells are split there first, so that the polynomial decreases from a corner (a maximum
 * inside a cell takes many halvings to resolve).
 */
export function certifyBehindPlane(
  out: SlabCertificate,
  witness: Witness,
  plane: Float64Array,
  cells: CellStack,
): SlabCertificate {
  const { shape } = witness;
  out.verdict = 'certified';
  out.cells = 0;
  if (shape.kind === 'point') return out;
  const planar = shape.dimension === 2;
  const pieces = planar ? shape.edges.length : shape.faces.length;
  for (let piece = 0; piece < pieces && out.verdict === 'certified'; piece++) {
    out.feature = piece;
    const curved = planar ? shape.edges[piece].curve : shape.faces[piece].patch;
    if (curved.kind === 'superquadric') {
      certifySuperquadric(out, curved, plane);
    } else if (curved.kind === 'bezier') {
      if ('degree' in curved) loadPolynomial(cells, curved.control, plane, curved.degree + 1, 1);
      else loadPolynomial(cells, curved.control, plane, curved.degreeU + 1, curved.degreeV + 1);
      setCut(witness, shape, piece);
      certifyCells(out, cells);
    } else {
      out.verdict = 'undecided';
    }
  }
  return out;
}

const normal = createVec3();
const jet = new Float64Array(PATCH_JET);
/** Samples per direction on an octant that passes the plane. */
const SAMPLES = 9;

/** An octant of a superellipsoid has a support function instead of control points. */
function certifySuperquadric(out: SlabCertificate, patch: SuperquadricPatch, plane: Float64Array): void {
  out.cells++;
  setVec3(normal, plane[0], plane[1], plane[2]);
  if (superquadricSupport(patch, normal) <= plane[3]) return;
  out.verdict = 'undecided';
  let highest = plane[3];
  for (let i = 0; i < SAMPLES; i++) {
    for (let j = 0; j < SAMPLES; j++) {
      evaluatePatch(jet, patch, i / (SAMPLES - 1), j / (SAMPLES - 1));
      const height = plane[0] * jet[0] + plane[1] * jet[1] + plane[2] * jet[2];
      if (!(height > highest)) continue;
      highest = height;
      out.verdict = 'refuted';
      out.u = i / (SAMPLES - 1);
      out.v = j / (SAMPLES - 1);
    }
  }
}

/** Makes the square with the coefficients w_ij (n·P_ij - s) the only cell. */
function loadPolynomial(
  cells: CellStack,
  control: Float64Array,
  plane: Float64Array,
  sizeU: number,
  sizeV: number,
): void {
  const c = resetCells(cells, sizeU, sizeV);
  const x = plane[0];
  const y = plane[1];
  const z = plane[2];
  const s = plane[3];
  for (let k = 0; k < sizeU * sizeV; k++) {
    c[k] = x * control[4 * k] + y * control[4 * k + 1] + z * control[4 * k + 2] - s * control[4 * k + 3];
  }
}

/** Parameters of the witness on the current piece; NaN if it is not on it. */
const cut = new Float64Array(2);

function setCut({ feature, x }: Witness, body: TiledBody, piece: number): void {
  const edge = feature - body.faces.length;
  cut[0] = Number.NaN;
  cut[1] = Number.NaN;
  if (feature === piece) {
    cut[0] = x[0];
    cut[1] = x[1];
  } else if (edge >= 0 && edge < body.edges.length) {
    const { faces } = body.edges[edge];
    for (let k = 0; k < faces.length; k++) {
      if (faces[k].face !== piece) continue;
      cut[runsAlongU(faces[k].side) ? 0 : 1] = faces[k].reversed ? 1 - x[0] : x[0];
    }
  }
}

/** Processes the stack; stops at 'refuted' or 'undecided'. */
function certifyCells(out: SlabCertificate, cells: CellStack): void {
  while (cells.count > 0) {
    out.cells++;
    const corner = cornerAbove(cells);
    if (corner >= 0) {
      out.verdict = 'refuted';
      out.u = cells.rectangles[4 * (cells.count - 1) + (corner >> 1)];
      out.v = cells.rectangles[4 * (cells.count - 1) + 2 + (corner & 1)];
      return;
    }
    if (noneAbove(cells)) {
      cells.count--;
    } else if (out.cells < CELL_LIMIT && hasCapacity(cells)) {
      splitTop(cells);
    } else {
      out.verdict = 'undecided';
      return;
    }
  }
}

/** 2 i + j of a corner (i, j) of the top cell with a positive value, or -1. */
function cornerAbove({ coefficients: c, width, sizeU, sizeV, count }: CellStack): number {
  const from = (count - 1) * width;
  const right = from + (sizeU - 1) * sizeV;
  if (c[from] > 0) return 0;
  if (c[from + sizeV - 1] > 0) return 1;
  if (c[right] > 0) return 2;
  return c[right + sizeV - 1] > 0 ? 3 : -1;
}

function noneAbove({ coefficients: c, width, count }: CellStack): boolean {
  const end = count * width;
  for (let k = end - width; k < end; k++) if (c[k] > 0) return false;
  return true;
}

/** Splits at the witness if it is inside, else at the midpoint of the steeper direction. */
function splitTop(cells: CellStack): void {
  const { rectangles, count } = cells;
  for (let direction = 0; direction < 2; direction++) {
    const from = rectangles[4 * (count - 1) + 2 * direction];
    const to = rectangles[4 * (count - 1) + 2 * direction + 1];
    if (cut[direction] > from && cut[direction] < to) {
      cells.fraction[0] = (cut[direction] - from) / (to - from);
      splitCell(cells, direction === 0);
      return;
    }
  }
  cells.fraction[0] = 0.5;
  splitCell(cells, steeperAlongU(cells));
}
