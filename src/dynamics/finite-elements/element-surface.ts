import {
  HEXAHEDRON_FACES,
  PYRAMID_FACES,
  TETRAHEDRON_FACES,
  type VolumeElementList,
  WEDGE_FACES,
} from './element-mesh.ts';

const FACES: Readonly<Record<VolumeElementList['nodesPerElement'], readonly (readonly number[])[]>> = {
  4: TETRAHEDRON_FACES,
  5: PYRAMID_FACES,
  6: WEDGE_FACES,
  8: Object.values(HEXAHEDRON_FACES),
};

/** The faces of volume elements that belong to one element only, counter-clockwise from outside: three or four nodes each. */
export function elementSurface(lists: readonly VolumeElementList[]): number[][] {
  const faces = new Map<string, { readonly nodes: number[]; count: number }>();
  for (const { nodesPerElement, nodes: elements } of lists) {
    for (let first = 0; first < elements.length; first += nodesPerElement) {
      for (const face of FACES[nodesPerElement]) {
        const nodes = face.map((corner) => elements[first + corner]);
        const key = nodes.toSorted((a, b) => a - b).join();
        const known = faces.get(key);
        if (known === undefined) faces.set(key, { nodes, count: 1 });
        else if (++known.count > 2) {
          throw new RangeError(`elements: the face of nodes ${nodes.join(', ')} belongs to more than two elements`);
        }
      }
    }
  }
  return [...faces.values()].flatMap(({ nodes, count }) => (count === 1 ? [nodes] : []));
}

/** Nodes on edges that belong to one triangle only, in ascending order. */
export function rimOfTriangles(triangles: Int32Array): Int32Array {
  const edges = new Map<string, { readonly nodes: readonly number[]; count: number }>();
  for (let k = 0; k < triangles.length; k++) {
    const nodes = [triangles[k], triangles[k % 3 === 2 ? k - 2 : k + 1]];
    const key = nodes.toSorted((a, b) => a - b).join();
    const known = edges.get(key);
    if (known === undefined) edges.set(key, { nodes, count: 1 });
    else known.count++;
  }
  const rim = new Set([...edges.values()].flatMap(({ nodes, count }) => (count === 1 ? nodes : [])));
  return Int32Array.from(rim).sort();
}
