import { addCurveMoments, MOMENT_COUNT } from './moments.ts';
import { checkEnds, type TiledEdgePart, type TiledParts } from './tiled-parts.ts';

/**
 * Checks that planar curves form one counter-clockwise loop from vertex to vertex; a RangeError names the defect.
 */
export function checkPlanarBody(parts: TiledParts, tolerance: number): void {
  for (const edge of parts.edges) checkCurve(parts, edge, tolerance);
  checkOneLoop(parts);
  const moments = new Float64Array(MOMENT_COUNT);
  for (const { curve } of parts.edges) addCurveMoments(moments, curve, 0, 1, parts.vertices[0].point);
  const [area] = moments;
  if (!(area > 0)) {
    throw new RangeError(
      `planar body: its curves must run counter-clockwise, the area they enclose is ${area.toPrecision(3)} m²`,
    );
  }
}

function checkCurve(parts: TiledParts, edge: TiledEdgePart, tolerance: number): void {
  const { name, curve } = edge;
  if (curve.kind === 'bezier' && curve.control.some((value, k) => k % 4 === 2 && value !== 0)) {
    throw new RangeError(`curve "${name}": must lie in the plane z = 0`);
  }
  checkEnds(parts, edge, 'curve', tolerance);
}

/** Every vertex is the end of one curve and the start of one, and following them visits all. */
function checkOneLoop({ edges, vertices }: TiledParts): void {
  vertices.forEach(({ name }, vertex) => {
    const ending = edges.filter((edge) => edge.to === vertex).length;
    const starting = edges.filter((edge) => edge.from === vertex).length;
    if (ending !== 1 || starting !== 1) {
      throw new RangeError(
        `vertex "${name}": one curve must end and one must start here, ${ending} end and ${starting} start`,
      );
    }
  });
  if (edges.length === 0) throw new RangeError('planar body: must have at least one curve, got none');
  let visited = 1;
  for (let at = edges[0].to; at !== edges[0].from; visited++) {
    at = edges.find((edge) => edge.from === at)?.to ?? edges[0].from;
  }
  if (visited < edges.length) {
    throw new RangeError(
      `planar body: its curves must run around once, ${visited} of ${edges.length} do from "${edges[0].name}" on`,
    );
  }
}
