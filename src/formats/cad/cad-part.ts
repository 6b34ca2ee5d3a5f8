import type { Brep } from '../../shapes/brep/brep.ts';
import { type BrepFaceInput, createBrep } from '../../shapes/brep/create-brep.ts';
import type { TrimCurveInput } from '../../shapes/brep/trim-loops.ts';
import { CadFileError } from './cad-file-error.ts';
import type { CadFace, CadTrim } from './cad-geometry.ts';
import { withTrims } from './face-trims.ts';
import { sewFaces } from './sew-faces.ts';
import { type LoopBounds, surfaceInput } from './surface-input.ts';
import { trimInput } from './trim-input.ts';

/** What became of a face of a file. */
export interface CadFaceReport {
  /** Name of the face in the body. */
  readonly name: string;
  /** `plane`, `cylinder`, `cone`, `sphere`, `torus`, `extrusion`, `revolution`, `nurbs`, or the name of an unsupported surface. */
  readonly surface: string;
  /**
   * `exact`: surface and trimming curves as in the file. `fitted`: exact surface, some trimming curves fitted to 1e-11 of a quarter turn.
   * `unusable`: left out, `reason` says why.
   */
  readonly status: 'exact' | 'fitted' | 'unusable';
  readonly reason?: string;
}

/** A part from a CAD file. */
export interface CadPart {
  /** The body of the faces that can be used; closed if the file has solids and all faces can be used. */
  readonly body: Brep;
  readonly faces: readonly CadFaceReport[];
}

/** Settings of `createCadPart`. */
export interface CadPartOptions {
  /** Metres per unit of the file. */
  readonly scale: number;
  /** Leave out faces that cannot be used, and list them; the body is then open. Default: an error that names the first. */
  readonly partial?: boolean;
  /** Close the faces if their edges meet in pairs. Default: false. */
  readonly sew?: boolean;
}

/** Builds a body from the faces of a file. Throws a CadFileError that names the face. */
export function createCadPart(
  file: string,
  faces: readonly CadFace[],
  solid: boolean,
  { scale, partial = false, sew = false }: CadPartOptions,
): CadPart {
  const reports: CadFaceReport[] = [];
  const inputs: BrepFaceInput[] = [];
  faces.forEach((face, k) => {
    const name = `face${k}`;
    const surface =
      face.surface.kind === 'spline-surface'
        ? 'nurbs'
        : face.surface.kind === 'other'
          ? face.surface.name
          : face.surface.kind;
    try {
      const { input, exact } = faceInput(face, name, scale);
      inputs.push(input);
      reports.push({ name, surface, status: exact ? 'exact' : 'fitted' });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      const reason = error.message.replace(/^brep: face "[^"]*": /, '');
      if (!partial) throw new CadFileError(file, `face ${k} (${surface}) cannot be used: ${reason}`);
      reports.push({ name, surface, status: 'unusable', reason });
    }
  });
  const part = assemble(file, inputs, reports, solid, partial);
  const isWhole = part.body.faces.length === faces.length;
  return { ...part, body: (sew && isWhole && sewFaces(faces, inputs, part.body)) || part.body };
}

function assemble(
  file: string,
  inputs: readonly BrepFaceInput[],
  reports: CadFaceReport[],
  solid: boolean,
  partial: boolean,
): CadPart {
  if (inputs.length === 0) throw new CadFileError(file, 'expected at least one usable face');
  try {
    return { body: createBrep(inputs, { closed: solid && inputs.length === reports.length }), faces: reports };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const bad = partial ? unusable(inputs) : new Map<string, string>();
    if (bad.size === 0) throw new CadFileError(file, error.message);
    const judged = reports.map((report) => {
      const reason = bad.get(report.name);
      return reason === undefined ? report : { ...report, status: 'unusable' as const, reason };
    });
    return assemble(
      file,
      inputs.filter(({ name = '' }) => !bad.has(name)),
      judged,
      solid,
      partial,
    );
  }
}

/** The faces that cannot be used even alone, with the reasons. */
function unusable(inputs: readonly BrepFaceInput[]): Map<string, string> {
  const bad = new Map<string, string>();
  for (const input of inputs) {
    try {
      createBrep([input]);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      bad.set(input.name ?? '', error.message.replace(/^brep: face "[^"]*": /, ''));
    }
  }
  return bad;
}

function faceInput(given: CadFace, name: string, scale: number): { input: BrepFaceInput; exact: boolean } {
  const face = withTrims(given);
  const { surface, mapU, mapV } = surfaceInput(face.surface, loopBounds(face), scale);
  let exact = true;
  const loops = face.loops.map((loop) => {
    const parts = loop.map((trim) => {
      const made = trimInput(trim, face.surface, mapU, mapV);
      exact &&= made.exact;
      return made.curves;
    });
    return chain(parts.filter((part) => part.length > 0));
  });
  const input = { surface, name, reversed: face.reversed, ...(loops.length > 0 && { loops }) };
  return { input, exact };
}

/** Puts the curves of a loop into order: each starts where the one before ends. */
function chain(parts: readonly (readonly TrimCurveInput[])[]): TrimCurveInput[] {
  if (parts.length === 0) throw new RangeError('a trimming loop has no length');
  const rest = parts.slice(1);
  const ordered = [...parts[0]];
  const end = (curve: TrimCurveInput) => curve.points[curve.points.length - 1];
  while (rest.length > 0) {
    const [u, v] = end(ordered[ordered.length - 1]);
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    rest.forEach(([first], k) => {
      const [x, y] = first.points[0];
      const distance = Math.abs(x - u) + Math.abs(y - v);
      if (distance < least) [best, least] = [k, distance];
    });
    ordered.push(...rest.splice(best, 1)[0]);
  }
  return ordered;
}

/** Bounds of the loops in the parameters of the file; the natural ones of closed surfaces without loops. */
function loopBounds({ surface, loops }: CadFace): LoopBounds {
  const bounds = [Infinity, -Infinity, Infinity, -Infinity];
  const add = (u: number, v: number) => {
    bounds[0] = Math.min(bounds[0], u);
    bounds[1] = Math.max(bounds[1], u);
    bounds[2] = Math.min(bounds[2], v);
    bounds[3] = Math.max(bounds[3], v);
  };
  for (const trim of loops.flat()) for (const [u, v] of boundingPoints(trim)) add(u, v);
  if (loops.length === 0) {
    if (surface.kind === 'sphere') return [0, 2 * Math.PI, -0.5 * Math.PI, 0.5 * Math.PI];
    if (surface.kind === 'torus') return [0, 2 * Math.PI, 0, 2 * Math.PI];
    if (surface.kind === 'other') return [0, 1, 0, 1];
    if (surface.kind !== 'spline-surface') throw new RangeError(`a ${surface.kind} needs a trimming loop`);
    return [0, 1, 0, 1];
  }
  if (!(bounds[1] > bounds[0] && bounds[3] > bounds[2])) throw new RangeError('the loops enclose no area');
  return bounds as unknown as LoopBounds;
}

/** Points whose box contains a trimming curve. */
function boundingPoints({ curve, from, to }: CadTrim): readonly (readonly number[])[] {
  switch (curve.kind) {
    case 'line': {
      const { origin, direction } = curve;
      return [from, to].map((t) => [origin[0] + t * direction[0], origin[1] + t * direction[1]]);
    }
    case 'conic': {
      const { center, x, y } = curve;
      const reach = [0, 1].map((i) => Math.sqrt(x[i] * x[i] + y[i] * y[i]));
      return [-1, 1].map((sign) => [center[0] + sign * reach[0], center[1] + sign * reach[1]]);
    }
    case 'spline':
      return curve.points;
    case 'jet':
      return curve.pieces.flatMap((piece) => [piece.from, piece.to].map(piece.evaluate));
    case 'other':
      throw new RangeError(`a trimming curve is a ${curve.name}, which is not supported`);
  }
}
