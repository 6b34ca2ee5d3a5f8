import { readCurve2, readCurve3, readSurface } from './brep-geometry.ts';
import {
  type BrepTokens,
  createTokens,
  failAt,
  nextCount,
  nextNumber,
  nextNumbers,
  nextWord,
  skipTo,
} from './brep-tokens.ts';
import type { CadCurve2, CadCurve3, CadFace, CadSurface, CadTrim } from './cad-geometry.ts';
import { composeTransforms, IDENTITY, moveCurve, moveSurface, powerOf, type Transform } from './cad-transform.ts';
import { projectCurve } from './project-curve.ts';

/**
 * Reader of the text format of OpenCascade (`.brep`): geometry by index, then shapes from vertices up to the whole, each with the shapes that it
 * consists of. https://dev.opencascade.org/doc/overview/html/specification__brep_format.html
 */

interface EdgeCurve {
  readonly curve: number;
  /** The other curve of a seam, for the reversed edge; -1: none. */
  readonly second: number;
  readonly surface: number;
  readonly from: number;
  readonly to: number;
}

interface SubShape {
  readonly shape: number;
  readonly reversed: boolean;
  /** Internal and external shapes do not bound anything. */
  readonly bounds: boolean;
  readonly location: number;
}

interface TShape {
  readonly type: string;
  readonly parts: readonly SubShape[];
  readonly surface: number;
  readonly location: number;
  readonly curves: readonly EdgeCurve[];
  /** An edge at a pole, without length. */
  readonly degenerate: boolean;
  readonly curve3: {
    readonly curve: number;
    readonly location: number;
    readonly from: number;
    readonly to: number;
  } | null;
}

interface Model {
  readonly tokens: BrepTokens;
  readonly version: number;
  readonly locations: Transform[];
  readonly curves2: CadCurve2[];
  readonly curves3: CadCurve3[];
  readonly surfaces: CadSurface[];
  readonly shapes: TShape[];
}

/** Faces of a file, and whether they belong to solids. */
export interface CadFaces {
  readonly faces: readonly CadFace[];
  /** Millimetres per unit of the faces, default 1. */
  readonly unit?: number;
  /** Do all faces bound solids? */
  readonly solid: boolean;
  /** Faces without solids may enclose a volume: the edges decide. Default: false. */
  readonly sew?: boolean;
  /** Why the solids of the file are not closed; null if they are. */
  readonly open: string | null;
}

/** The faces of a text, and the number of different solids. */
export interface BrepFile extends CadFaces {
  readonly solidCount: number;
}

interface Collected {
  readonly faces: CadFace[];
  readonly solids: Set<number>;
  inside: number;
  outside: number;
  openEdges: number;
}

const MAX_FACES = 20_000;

/** Reads the faces of a `.brep` text, in the units of the file. Throws a CadFileError. */
export function readBrepText(file: string, text: string): BrepFile {
  const tokens = createTokens(file, text);
  skipTo(tokens, 'Topology');
  const header = nextWord(tokens, 'a version such as V1');
  const version = Number(/^V(\d)/.exec(header)?.[1] ?? Number.NaN);
  if (!(version >= 1 && version <= 3)) failAt(tokens, `expected a version V1, V2 or V3, got "${header}"`);
  const model: Model = { tokens, version, locations: [IDENTITY], curves2: [], curves3: [], surfaces: [], shapes: [] };
  readLocations(model);
  skipTo(tokens, 'Curve2ds');
  fill(model.curves2, tokens, readCurve2);
  skipTo(tokens, 'Curves');
  fill(model.curves3, tokens, readCurve3);
  skipTo(tokens, 'Surfaces');
  fill(model.surfaces, tokens, readSurface);
  skipTo(tokens, 'TShapes');
  const count = nextCount(tokens, 'a number of shapes');
  for (let k = 0; k < count; k++) model.shapes.push(readShape(model, count));
  const root = readSubShape(model, count, nextWord(tokens, 'the whole shape'));
  const out: Collected = { faces: [], solids: new Set(), inside: 0, outside: 0, openEdges: 0 };
  collectFaces(model, out, root, IDENTITY, false, null);
  const { faces, solids, inside, outside, openEdges } = out;
  const open = openEdges > 0 ? `${openEdges} edges of solids do not lie between two faces` : null;
  return { faces, solid: inside > 0 && outside === 0, open, solidCount: solids.size };
}

function fill<Item>(out: Item[], tokens: BrepTokens, read: (tokens: BrepTokens) => Item): void {
  const count = nextCount(tokens, 'a number of curves or surfaces', tokens.words.length);
  for (let k = 0; k < count; k++) out.push(read(tokens));
}

function readLocations({ tokens, locations }: Model): void {
  skipTo(tokens, 'Locations');
  const count = nextCount(tokens, 'a number of locations', tokens.words.length);
  for (let k = 0; k < count; k++) {
    if (nextCount(tokens, 'a kind of location', 2) === 1) {
      locations.push(nextNumbers(tokens, 12));
      continue;
    }
    let product = IDENTITY;
    for (;;) {
      const index = nextCount(tokens, 'a location', locations.length - 1);
      if (index === 0) break;
      const power = nextNumber(tokens);
      if (!Number.isInteger(power) || Math.abs(power) > 1000) failAt(tokens, `expected an integer power, got ${power}`);
      product = composeTransforms(product, powerOf(locations[index], power));
    }
    locations.push(product);
  }
}

function readShape(model: Model, count: number): TShape {
  const { tokens } = model;
  const type = nextWord(tokens, 'a shape: Ve, Ed, Wi, Fa, Sh, So, CS or Co');
  const shape = { type, surface: -1, location: 0, curves: [] as EdgeCurve[], curve3: null as TShape['curve3'] };
  let degenerate = false;
  if (type === 'Ve') readVertex(model);
  else if (type === 'Ed') {
    // the tolerance and three flags
    degenerate = nextNumbers(tokens, 4)[3] !== 0;
    shape.curve3 = readEdge(model, shape.curves);
  } else if (type === 'Fa') {
    nextNumbers(tokens, 2);
    shape.surface = nextCount(tokens, 'a surface', model.surfaces.length);
    shape.location = nextCount(tokens, 'a location', model.locations.length - 1);
  } else if (!['Wi', 'Sh', 'So', 'CS', 'Co'].includes(type)) failAt(tokens, `expected a shape, got "${type}"`);
  // a triangulation may follow a face
  let flags = nextWord(tokens, 'seven flags');
  if (type === 'Fa' && flags === '2') {
    nextNumber(tokens);
    flags = nextWord(tokens, 'seven flags');
  }
  if (!/^[01]{7}$/.test(flags)) failAt(tokens, `expected seven flags of 0 and 1, got "${flags}"`);
  const parts: SubShape[] = [];
  for (let word = nextWord(tokens, '*'); word !== '*'; word = nextWord(tokens, '*')) {
    parts.push(readSubShape(model, count, word));
  }
  return { ...shape, degenerate, parts };
}

/** +12 3: shape 12 from the end, forward, at location 3. */
function readSubShape({ tokens, locations, shapes }: Model, count: number, word: string): SubShape {
  const match = /^([+\-ie])(\d+)$/.exec(word);
  const index = match ? count - Number(match[2]) : -1;
  if (!match || index < 0 || index >= shapes.length) {
    return failAt(tokens, `expected an orientation and a shape such as +${count}, read before, got "${word}"`);
  }
  const location = nextCount(tokens, 'a location', locations.length - 1);
  return { shape: index, reversed: match[1] === '-', bounds: match[1] === '+' || match[1] === '-', location };
}

/** Tolerance, point, and its parameters on curves and surfaces. */
function readVertex({ tokens }: Model): void {
  nextNumbers(tokens, 4);
  for (;;) {
    nextNumber(tokens);
    const kind = nextCount(tokens, 'a kind of point', 3);
    if (kind === 0) return;
    nextNumbers(tokens, kind === 1 ? 2 : 3);
  }
}

function readEdge(model: Model, out: EdgeCurve[]): TShape['curve3'] {
  const { tokens, version, curves2, curves3, surfaces, locations } = model;
  let curve3: TShape['curve3'] = null;
  for (;;) {
    const kind = nextCount(tokens, 'a kind of curve of an edge', 7);
    if (kind === 0) return curve3;
    if (kind === 1) {
      const curve = nextCount(tokens, 'a curve', curves3.length);
      const location = nextCount(tokens, 'a location', locations.length - 1);
      curve3 = { curve: curve - 1, location, from: nextNumber(tokens), to: nextNumber(tokens) };
    } else if (kind === 2 || kind === 3) {
      const curve = nextCount(tokens, 'a planar curve', curves2.length);
      const second = kind === 3 ? readSecond(model) : 0;
      const surface = nextCount(tokens, 'a surface', surfaces.length);
      nextCount(tokens, 'a location', locations.length - 1);
      out.push({ curve: curve - 1, second: second - 1, surface, from: nextNumber(tokens), to: nextNumber(tokens) });
      if (version === 2) nextNumbers(tokens, kind === 3 ? 8 : 4);
    } else if (kind === 4) {
      nextWord(tokens, 'a continuity');
      nextNumbers(tokens, 4);
    } else {
      nextNumbers(tokens, kind === 5 ? 2 : kind === 6 ? 3 : 4);
    }
  }
}

/** The second curve of a seam, with the continuity: "14CN" or "14 CN". */
function readSecond({ tokens, curves2 }: Model): number {
  const word = nextWord(tokens, 'a planar curve');
  const match = /^(\d+)(C[0123N]|G[12])?$/.exec(word);
  const index = Number(match?.[1] ?? Number.NaN);
  if (!(index >= 0 && index <= curves2.length)) failAt(tokens, `expected a planar curve, got "${word}"`);
  if (match?.[2] === undefined) nextWord(tokens, 'a continuity');
  return index;
}

/** `solid`: uses of the edges of the solid around, forward minus reversed. */
function collectFaces(
  model: Model,
  out: Collected,
  { shape, reversed, bounds, location }: SubShape,
  outer: Transform,
  outerReversed: boolean,
  solid: Map<number, number> | null,
): void {
  if (!bounds) return;
  const { type, parts } = model.shapes[shape];
  const at = composeTransforms(outer, model.locations[location]);
  const flipped = reversed !== outerReversed;
  if (type === 'Fa') {
    if (out.faces.length >= MAX_FACES) failAt(model.tokens, `expected at most ${MAX_FACES} faces`);
    out.faces.push(readFace(model, shape, at, flipped));
    if (solid) countEdges(model, shape, flipped, solid);
    if (solid) out.inside++;
    else out.outside++;
    return;
  }
  if (type === 'Wi' || type === 'Ed' || type === 'Ve') return;
  if (type === 'So') out.solids.add(shape);
  const uses = type === 'So' ? new Map<number, number>() : solid;
  for (const part of parts) collectFaces(model, out, part, at, flipped, uses);
  if (type === 'So') for (const count of uses?.values() ?? []) if (count !== 0) out.openEdges++;
}

/** An edge between two faces of a solid runs forward in one and reversed in the other. */
function countEdges({ shapes }: Model, face: number, reversed: boolean, uses: Map<number, number>): void {
  for (const wire of shapes[face].parts) {
    if (!wire.bounds || shapes[wire.shape].type !== 'Wi') continue;
    for (const edge of shapes[wire.shape].parts) {
      const { type, degenerate } = shapes[edge.shape];
      if (!edge.bounds || type !== 'Ed' || degenerate) continue;
      const backward = (edge.reversed !== wire.reversed) !== reversed;
      uses.set(edge.shape, (uses.get(edge.shape) ?? 0) + (backward ? -1 : 1));
    }
  }
}

function readFace(model: Model, index: number, at: Transform, reversed: boolean): CadFace {
  const { surface, location, parts } = model.shapes[index];
  if (surface < 1) failAt(model.tokens, 'expected a face with a surface');
  const own = model.surfaces[surface - 1];
  const placed = composeTransforms(at, model.locations[location]);
  const moved = moveSurface(own, placed);
  const loops = parts
    .filter(({ shape, bounds }) => bounds && model.shapes[shape].type === 'Wi')
    .map((wire) => wireTrims(model, wire, surface, moved, at));
  return { surface: moved, loops: loops.filter((loop) => loop.length > 0), reversed };
}

function wireTrims(model: Model, wire: SubShape, surface: number, placed: CadSurface, at: Transform): CadTrim[] {
  return model.shapes[wire.shape].parts
    .filter(({ shape, bounds }) => bounds && model.shapes[shape].type === 'Ed')
    .map((part) => {
      const { curves, curve3 } = model.shapes[part.shape];
      const reversed = part.reversed !== wire.reversed;
      const space = curve3 === null ? undefined : spaceCurve(model, curve3, [wire.location, part.location], at);
      const found = curves.find((curve) => curve.surface === surface);
      if (found) {
        const index = reversed && found.second >= 0 ? found.second : found.curve;
        const curve = model.curves2[index];
        if (curve === undefined) failAt(model.tokens, 'expected an edge with a curve on its face');
        return {
          curve,
          from: found.from,
          to: found.to,
          reversed,
          ...(space && curve3 && isSameRange(found, curve3) && { space }),
        };
      }
      // edges of planes need no curve of their own: the curve in space is projected
      if (placed.kind !== 'plane' || curve3 === null || space === undefined) {
        return failAt(model.tokens, 'expected an edge with a curve on its face');
      }
      return { curve: projectCurve(space, placed.frame), from: curve3.from, to: curve3.to, reversed };
    });
}

/** Do the two curves of an edge have the same parameter? */
function isSameRange(a: { from: number; to: number }, b: { from: number; to: number }): boolean {
  const slack = 1e-9 * Math.abs(a.to - a.from);
  return Math.abs(a.from - b.from) <= slack && Math.abs(a.to - b.to) <= slack;
}

/** The curve of an edge in the axes of the file. */
function spaceCurve(
  { curves3, locations }: Model,
  { curve, location }: NonNullable<TShape['curve3']>,
  outer: readonly number[],
  at: Transform,
): CadCurve3 | undefined {
  const found = curves3[curve];
  if (found === undefined) return undefined;
  return moveCurve([...outer, location].map((k) => locations[k]).reduce(composeTransforms, at), found);
}
