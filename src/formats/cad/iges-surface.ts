import type { CadFrame, CadSurface, Vector } from './cad-geometry.ts';
import { moveSurface, type Transform } from './cad-transform.ts';
import { igesCurve } from './iges-curve.ts';
import { countAt, entityAt, type IgesEntity, type IgesFile, numberAt, numbersAt, transformOf } from './iges-file.ts';

/** A surface of a file; `flipped`: its normal in IGES is opposite to f_u × f_v here. */
export interface IgesSurface {
  readonly surface: CadSurface;
  readonly flipped: boolean;
}

/** The surface of an entity, in units of the file. */
export function igesSurface(model: IgesFile, entity: IgesEntity): IgesSurface {
  const matrix = transformOf(model, entity);
  const surface = moveSurface(ownSurface(model, entity), matrix);
  // a revolution has the angle as its second parameter in IGES, as its first here; a mirror image changes the sense of the angle
  return { surface, flipped: entity.type === 120 && determinant(matrix) > 0 };
}

function determinant([a, b, c, , d, e, f, , g, h, i]: Transform): number {
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}

function ownSurface(model: IgesFile, entity: IgesEntity): CadSurface {
  const number = (index: number) => numberAt(model, entity, index);
  const frame = (point: number, axis: number, reference: number) =>
    frameOf(pointAt(model, entity, point), directionAt(model, entity, axis), directionAt(model, entity, reference));
  switch (entity.type) {
    case 108: {
      const normal = numbersAt(model, entity, 0, 3) as unknown as Vector;
      const factor = number(3) / (normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
      return { kind: 'plane', frame: frameOf(normal.map((x) => factor * x) as unknown as Vector, normal, null) };
    }
    case 120:
      return revolution(model, entity);
    case 122: {
      const [edge] = igesCurve(model, entityAt(model, entity, entity.values[0]));
      const end = numbersAt(model, entity, 1, 3);
      if (edge === undefined || edge.curve.kind === 'other')
        return { kind: 'other', name: 'extrusion of an unsupported curve' };
      const start = startPoint(edge.curve, edge.from);
      if (start === null) return { kind: 'other', name: 'extrusion of an unsupported curve' };
      const direction = end.map((x, k) => x - start[k]) as unknown as Vector;
      return { kind: 'extrusion', direction, curve: edge.curve };
    }
    case 128:
      return splineSurface(model, entity);
    case 190:
      return { kind: 'plane', frame: frame(0, 1, 2) };
    case 192:
      return { kind: 'cylinder', frame: frame(0, 1, 3), radius: number(2) };
    case 194:
      return { kind: 'cone', frame: frame(0, 1, 4), radius: number(2), angle: (number(3) * Math.PI) / 180 };
    case 196:
      return { kind: 'sphere', frame: frame(0, 2, 3), radius: number(1) };
    case 198:
      return { kind: 'torus', frame: frame(0, 1, 4), major: number(2), minor: number(3) };
    default:
      return { kind: 'other', name: `surface of type ${entity.type}` };
  }
}

function startPoint(
  curve: Exclude<ReturnType<typeof igesCurve>[number]['curve'], { kind: 'other' }>,
  from: number,
): Vector | null {
  switch (curve.kind) {
    case 'line':
      return curve.origin.map((x, k) => x + from * curve.direction[k]) as unknown as Vector;
    case 'conic':
      return from === 0 ? (curve.center.map((x, k) => x + curve.x[k]) as unknown as Vector) : null;
    case 'spline':
      return from === curve.knots[curve.degree] ? curve.points[0] : null;
  }
}

function revolution(model: IgesFile, entity: IgesEntity): CadSurface {
  const axis = entityAt(model, entity, entity.values[0], [110]);
  const [line] = igesCurve(model, axis);
  const [edge, ...others] = igesCurve(model, entityAt(model, entity, entity.values[1]));
  if (line?.curve.kind !== 'line' || edge === undefined || others.length > 0) {
    return { kind: 'other', name: 'revolution of several curves' };
  }
  return { kind: 'revolution', origin: line.curve.origin, direction: unit(line.curve.direction), curve: edge.curve };
}

function pointAt(model: IgesFile, entity: IgesEntity, index: number): Vector {
  return numbersAt(model, entityAt(model, entity, entity.values[index], [116]), 0, 3) as unknown as Vector;
}

/** A direction; null if the entity names none. */
function directionAt(model: IgesFile, entity: IgesEntity, index: number): Vector | null {
  const pointer = entity.values[index];
  if (pointer === undefined || pointer === 0) return null;
  return numbersAt(model, entityAt(model, entity, pointer, [123]), 0, 3) as unknown as Vector;
}

function unit(v: Vector): Vector {
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return v.map((x) => x / length) as unknown as Vector;
}

/** The frame with z along an axis and x near a reference; values have ten digits, so both are made perpendicular and of unit length. */
function frameOf(origin: Vector, axis: Vector | null, reference: Vector | null): CadFrame {
  const z = unit(axis ?? [0, 0, 1]);
  const least = z.map(Math.abs).indexOf(Math.min(...z.map(Math.abs)));
  const near = reference ?? ([0, 1, 2].map((k) => (k === least ? 1 : 0)) as unknown as Vector);
  const along = near[0] * z[0] + near[1] * z[1] + near[2] * z[2];
  const x = unit(near.map((value, k) => value - along * z[k]) as unknown as Vector);
  const y: Vector = [z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0]];
  return { origin, x, y, z };
}

function splineSurface(model: IgesFile, entity: IgesEntity): CadSurface {
  const [lastU, lastV, degreeU, degreeV] = [0, 1, 2, 3].map((k) => countAt(model, entity, k));
  const knotsU = numbersAt(model, entity, 9, lastU + degreeU + 2);
  const knotsV = numbersAt(model, entity, 11 + lastU + degreeU, lastV + degreeV + 2);
  const start = 13 + lastU + degreeU + lastV + degreeV;
  const count = (lastU + 1) * (lastV + 1);
  const flatWeights = numbersAt(model, entity, start, count);
  const flat = numbersAt(model, entity, start + count, 3 * count);
  const grid = <Item>(item: (index: number) => Item) =>
    Array.from({ length: lastU + 1 }, (_, i) => Array.from({ length: lastV + 1 }, (_, j) => item(i + j * (lastU + 1))));
  const points = grid((k) => flat.slice(3 * k, 3 * k + 3) as unknown as Vector);
  const weights = grid((k) => flatWeights[k]);
  return { kind: 'spline-surface', degreeU, degreeV, points, weights, knotsU, knotsV, periodU: 0, periodV: 0 };
}
