import type { Random } from '../../src/math/random.ts';
import { cos, sin } from '../../src/math/trig.ts';
import { massProperties } from '../../src/shapes/mass-properties.ts';
import { createPolygon, type Polygon } from '../../src/shapes/polygon.ts';

/** A convex polygon about its centroid: corners on an ellipse of half axes `size` and 0.5 to 1 times that [m]. */
export function randomPolygon(random: Random, size: number): Polygon {
  const count = 3 + random.below(6);
  const flatness = random.between(0.5, 1);
  const corners = Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * (i + random.between(0, 0.6))) / count;
    return [size * cos(angle), size * flatness * sin(angle)];
  });
  const { centroid } = massProperties(createPolygon(corners), 1);
  return createPolygon(corners.map(([x, y]) => [x - centroid.x, y - centroid.y]));
}
