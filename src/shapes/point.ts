/** A single point at the origin of its pose. */
export interface PointShape {
  readonly kind: 'point';
}

export function createPoint(): PointShape {
  return { kind: 'point' };
}
