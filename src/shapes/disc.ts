import { checkSize, describeValue } from './checks.ts';

/** A planar disc about the origin of its pose. */
export interface Disc {
  readonly kind: 'disc';
  /** [m], above zero. */
  readonly radius: number;
}

export function createDisc(radius: number): Disc {
  if (!(Number.isFinite(radius) && radius > 0)) {
    throw new RangeError(`disc: radius must be finite and above zero, got ${describeValue(radius)}`);
  }
  checkSize('disc', radius);
  return { kind: 'disc', radius };
}
