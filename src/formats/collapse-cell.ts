import { CELL } from './cell-types.ts';

/** Positions of nodes that coincide in a hexahedron, and the cell that it is then. */
// biome-ignore format: one form a line
const FORMS: readonly { readonly same: readonly (readonly number[])[]; readonly type: number; readonly nodes: readonly number[] }[] = [
  { same: [[3, 4, 5, 6, 7]], type: CELL.tetrahedron, nodes: [0, 1, 2, 3] },
  { same: [[2, 3], [4, 5, 6, 7]], type: CELL.tetrahedron, nodes: [0, 1, 2, 4] },
  { same: [[4, 5, 6, 7]], type: CELL.pyramid, nodes: [0, 1, 2, 3, 4] },
  { same: [[4, 5], [6, 7]], type: CELL.wedge, nodes: [0, 4, 1, 3, 6, 2] },
  { same: [[2, 3], [6, 7]], type: CELL.wedge, nodes: [0, 2, 1, 4, 6, 5] },
];

/**
 * Finite-element codes write tetrahedra, wedges and pyramids as hexahedra with repeated nodes, and triangles as quads. The cell that is meant; the cell
 * as it is if its nodes are different or repeated in another way.
 */
export function collapseCell(type: number, nodes: readonly number[]): { type: number; nodes: readonly number[] } {
  if (type === CELL.quad && nodes.length === 4 && nodes[2] === nodes[3]) {
    return { type: CELL.triangle, nodes: nodes.slice(0, 3) };
  }
  if (type !== CELL.hexahedron || nodes.length !== 8) return { type, nodes };
  const distinct = new Set(nodes).size;
  if (distinct === 8) return { type, nodes };
  const form = FORMS.find(
    (one) => one.nodes.length === distinct && one.same.every((same) => same.every((k) => nodes[k] === nodes[same[0]])),
  );
  return form ? { type: form.type, nodes: form.nodes.map((k) => nodes[k]) } : { type, nodes };
}
