import { atan2 } from '../../math/inverse-trig.ts';
import { CadFileError } from './cad-file-error.ts';
import type { CadSpaceEdge, Vector } from './cad-geometry.ts';
import { moveCurve } from './cad-transform.ts';
import { countAt, entityAt, type IgesEntity, type IgesFile, numberAt, numbersAt, transformOf } from './iges-file.ts';

const MAX_NESTED = 8;
/** Values are written with about ten digits: an arc that ends this close to its start [rad] is a full circle. */
const FULL_CIRCLE = 1e-8;

/** The curve of an entity in space as edges one after the other, in units of the file. */
export function igesCurve(model: IgesFile, entity: IgesEntity, depth = 0): CadSpaceEdge[] {
  if (depth > MAX_NESTED)
    throw new CadFileError(model.file, `entity ${entity.id}: expected at most ${MAX_NESTED} nested curves`);
  const own = ownCurves(model, entity, depth);
  const matrix = transformOf(model, entity);
  return own.map((edge) => ({ ...edge, curve: moveCurve(matrix, edge.curve) }));
}

function ownCurves(model: IgesFile, entity: IgesEntity, depth: number): CadSpaceEdge[] {
  switch (entity.type) {
    case 100:
      return [circularArc(model, entity)];
    case 102:
      return Array.from({ length: countAt(model, entity, 0) }, (_, k) =>
        igesCurve(model, entityAt(model, entity, entity.values[1 + k]), depth + 1),
      ).flat();
    case 104:
      return [ellipticArc(model, entity)];
    case 110: {
      const [x, y, z, a, b, c] = numbersAt(model, entity, 0, 6);
      return [
        {
          curve: { kind: 'line', origin: [x, y, z], direction: [a - x, b - y, c - z] },
          from: 0,
          to: 1,
          reversed: false,
        },
      ];
    }
    case 126:
      return [splineCurve(model, entity)];
    default:
      return [{ curve: { kind: 'other', name: `curve of type ${entity.type}` }, from: 0, to: 1, reversed: false }];
  }
}

/** An arc about the z axis from the first to the second end, counter-clockwise; its parameter is the angle from the first. */
function circularArc(model: IgesFile, entity: IgesEntity): CadSpaceEdge {
  const [z, cx, cy, ax, ay, bx, by] = numbersAt(model, entity, 0, 7);
  const [x, y] = [ax - cx, ay - cy];
  const [p, q] = [bx - cx, by - cy];
  const curve = { kind: 'conic', center: [cx, cy, z], x: [x, y, 0], y: [-y, x, 0] } as const;
  return { curve, from: 0, to: angleUpTo(atan2(x * q - y * p, x * p + y * q)), reversed: false };
}

const angleUpTo = (angle: number) => (angle > FULL_CIRCLE ? angle : angle + 2 * Math.PI);

/** An ellipse about the origin, along the axes. */
function ellipticArc(model: IgesFile, entity: IgesEntity): CadSpaceEdge {
  const [a, b, c, d, e, f, z, ax, ay, bx, by] = numbersAt(model, entity, 0, 11);
  const [rx, ry] = [Math.sqrt(-f / a), Math.sqrt(-f / c)];
  if (b !== 0 || d !== 0 || e !== 0 || !(rx > 0 && ry > 0 && Number.isFinite(rx + ry))) {
    return {
      curve: { kind: 'other', name: 'parabola, hyperbola or ellipse off its axes' },
      from: 0,
      to: 1,
      reversed: false,
    };
  }
  const curve = { kind: 'conic', center: [0, 0, z], x: [rx, 0, 0], y: [0, ry, 0] } as const;
  const [from, end] = [atan2(ay / ry, ax / rx), atan2(by / ry, bx / rx)];
  return {
    curve,
    from,
    to: from + angleUpTo(end - from > -FULL_CIRCLE ? end - from : end - from + 2 * Math.PI),
    reversed: false,
  };
}

function splineCurve(model: IgesFile, entity: IgesEntity): CadSpaceEdge {
  const [last, degree] = [countAt(model, entity, 0), countAt(model, entity, 1)];
  const knots = numbersAt(model, entity, 6, last + degree + 2);
  const weights = numbersAt(model, entity, 8 + last + degree, last + 1);
  const start = 9 + 2 * last + degree;
  const flat = numbersAt(model, entity, start, 3 * (last + 1));
  const points = Array.from({ length: last + 1 }, (_, k) => flat.slice(3 * k, 3 * k + 3) as unknown as Vector);
  const from = numberAt(model, entity, start + 3 * (last + 1), knots[degree]);
  const to = numberAt(model, entity, start + 3 * (last + 1) + 1, knots[last + 1]);
  return { curve: { kind: 'spline', degree, points, weights, knots }, from, to, reversed: false };
}
