import type { Random } from './random.ts';

/** Vertices [x, y] about the origin, counter-clockwise [m]: accepted by the constructors of all libraries. */
export type Vertices = readonly (readonly [number, number])[];

/** Points of an ellipse at jittered angles: always strictly convex, never regular. Radii 0.3 to 1 m. */
export function drawConvexPolygon(random: Random, vertexCount: number): Vertices {
  const radius = random.between(0.6, 1);
  const flatness = random.between(0.5, 1);
  const rotation = random.between(0, 2 * Math.PI);
  return Array.from({ length: vertexCount }, (_, k) => {
    const angle = (2 * Math.PI * (k + 0.6 * random.next())) / vertexCount;
    const x = radius * Math.cos(angle);
    const y = flatness * radius * Math.sin(angle);
    return [x * Math.cos(rotation) - y * Math.sin(rotation), x * Math.sin(rotation) + y * Math.cos(rotation)] as const;
  });
}

/** A rectangle with sides of 0.6 to 1.6 m. */
export function drawBox(random: Random): Vertices {
  const a = random.between(0.3, 0.8);
  const b = random.between(0.3, 0.8);
  return [
    [-a, -b],
    [a, -b],
    [a, b],
    [-a, b],
  ];
}

/** Largest distance of a vertex from the origin [m]. */
export function radiusOf(vertices: Vertices): number {
  return Math.max(...vertices.map(([x, y]) => Math.hypot(x, y)));
}
