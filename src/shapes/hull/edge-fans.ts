import { type EdgeFans, FAN_UNIT, MAX_EDGES, NO_EDGE_FANS, type StartVertices } from '../hull.ts';

/** Integers from here on need more than 16 bits. */
const SHORT = 2 ** 15;

/** `edgeFans` of a hull: empty if a vertex has too many edges. */
export function createEdgeFans(
  v: Float64Array,
  neighbourStarts: Int32Array,
  neighbours: Int32Array,
  startVertices: StartVertices,
): EdgeFans {
  const cellsPerSide = startVertices.length > 0 ? startVertices[0] : 0;
  const cellCount = Math.max(2 * cellsPerSide * cellsPerSide, 1);
  const first = 1 + cellCount + neighbourStarts.length;
  const length = first + 4 * neighbours.length;
  const fans = length < SHORT ? new Int16Array(length) : new Int32Array(length);
  fans[0] = cellsPerSide;
  // the first vertex of a list is the support vertex in the direction of the centre of the cell
  for (let cell = 0; cell < cellCount && cellsPerSide > 0; cell++) {
    const entry = startVertices[1 + cell];
    fans[1 + cell] = entry >= 0 ? entry : startVertices[1 - entry];
  }
  fans.set(
    neighbourStarts.map((start) => first + 4 * start),
    1 + cellCount,
  );
  for (let i = 0; 3 * i < v.length; i++) {
    if (neighbourStarts[i + 1] - neighbourStarts[i] > MAX_EDGES) return NO_EDGE_FANS;
    for (let k = neighbourStarts[i]; k < neighbourStarts[i + 1]; k++) {
      const j = neighbours[k];
      const x = v[3 * j] - v[3 * i];
      const y = v[3 * j + 1] - v[3 * i + 1];
      const z = v[3 * j + 2] - v[3 * i + 2];
      const unit = FAN_UNIT / Math.sqrt(x * x + y * y + z * z);
      fans.set([Math.round(unit * x), Math.round(unit * y), Math.round(unit * z), j], first + 4 * k);
    }
  }
  return fans;
}
