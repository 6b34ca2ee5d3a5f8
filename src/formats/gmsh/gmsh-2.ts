/** Nodes and elements of Gmsh files of version 2. */

import { GMSH_CELLS } from './gmsh-cells.ts';
import { addToGroup, dimensionOfCell, type GmshFile } from './gmsh-file.ts';
import type { GmshValues } from './gmsh-values.ts';

export function readNodes2(values: GmshValues, { builder }: GmshFile): void {
  const count = values.checkCount(values.textCount('the number of nodes'), 4, 'its nodes');
  for (let k = 0; k < count; k++) {
    const at = values.place();
    const label = values.int('a node number');
    builder.addNode(label, values.real('x of a node'), values.real('y of a node'), values.real('z of a node'), at);
  }
}

export function readElements2(values: GmshValues, file: GmshFile): void {
  const count = values.checkCount(values.textCount('the number of elements'), 3, 'its elements');
  // an element of several physical groups is written once for each
  const known = new Map<string, number>();
  for (let k = 0; k < count; ) {
    if (!values.isBinary) {
      const at = values.place();
      const label = values.int('an element number');
      readElement(values, file, known, at, label, values.int('an element type'), values.int('a number of tags'));
      k++;
      continue;
    }
    const [type, follow, tags] = ['an element type', 'a number of elements', 'a number of tags'].map(values.int);
    if (!(follow > 0 && follow <= count - k)) values.fail(`a block must have 1 to ${count - k} elements`, follow);
    for (let i = 0; i < follow; i++, k++) {
      const at = values.place();
      readElement(values, file, known, at, values.int('an element number'), type, tags);
    }
  }
}

function readElement(
  values: GmshValues,
  file: GmshFile,
  known: Map<string, number>,
  at: number,
  label: number,
  kind: number,
  tagCount: number,
): void {
  const cell =
    GMSH_CELLS.get(kind) ?? values.fail(`element ${label} must be of a type up to second order (1 to 19)`, kind);
  if (!(tagCount >= 0 && tagCount < 1000)) values.fail(`element ${label} must have a number of tags`, tagCount);
  const tags = Array.from({ length: tagCount }, () => values.int('a tag'));
  const nodes = Array.from({ length: cell.nodeCount }, () => values.int(`a node of element ${label}`));
  const ordered = cell.order ? cell.order.map((k) => nodes[k]) : nodes;
  const key = `${kind} ${nodes.join()}`;
  const index = known.get(key) ?? file.builder.addCell(cell.type, ordered, label, at);
  known.set(key, index);
  // the first tag is the physical group, 0 for none
  if (tagCount > 0 && tags[0] !== 0) addToGroup(file, dimensionOfCell(cell.type), tags[0], index);
}
