import type { ShapeDocument } from './play-state.ts';

/** A number of a shape that can be edited. */
export interface ShapeDimension {
  readonly label: string;
  /** Where it is in the document. */
  readonly path: readonly (string | number)[];
  readonly value: number;
  readonly unit: 'm' | '';
}

const NUMBERS: Readonly<Record<string, string>> = {
  radius: 'Radius',
  bottomRadius: 'Bottom radius',
  topRadius: 'Top radius',
  halfHeight: 'Half height',
  offset: 'Offset',
  exponent1: 'Exponent 1',
  exponent2: 'Exponent 2',
};
const VECTORS: Readonly<Record<string, string>> = {
  halfExtents: 'Half extent',
  semiAxes: 'Semi-axis',
  start: 'Start',
  end: 'End',
  normal: 'Normal',
};
const WITHOUT_UNIT = ['exponent1', 'exponent2', 'normal'];
const AXES = ['x', 'y', 'z'];

/** Lengths and exponents of a shape; shapes of vertices or control points have none. */
export function dimensionsOf(shape: ShapeDocument, prefix: readonly string[] = []): ShapeDimension[] {
  return Object.entries(shape).flatMap(([key, value]): ShapeDimension[] => {
    const path = [...prefix, key];
    const unit = WITHOUT_UNIT.includes(key) ? '' : 'm';
    if (typeof value === 'number' && NUMBERS[key]) return [{ label: NUMBERS[key], path, value, unit }];
    if (Array.isArray(value) && VECTORS[key]) {
      return value.map((part: number, k) => ({
        label: `${VECTORS[key]} ${AXES[k]}`,
        path: [...path, k],
        value: part,
        unit,
      }));
    }
    if (key === 'outline' || key === 'surface') return dimensionsOf(value as ShapeDocument, path);
    return [];
  });
}

/** The document with another number at a path. */
export function withDimension(shape: ShapeDocument, path: readonly (string | number)[], value: number): ShapeDocument {
  return replaced(shape, path, value) as ShapeDocument;
}

function replaced(owner: unknown, [key, ...rest]: readonly (string | number)[], value: number): unknown {
  if (key === undefined) return value;
  if (Array.isArray(owner)) return owner.map((item, i) => (i === key ? replaced(item, rest, value) : item));
  const fields = owner as Record<string, unknown>;
  return { ...fields, [key]: replaced(fields[key], rest, value) };
}
