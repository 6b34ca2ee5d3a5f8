/** Nodes, elements and entities of Gmsh files of version 4.1. */

import { GMSH_CELLS } from './gmsh-cells.ts';
import { addToGroup, type GmshFile } from './gmsh-file.ts';
import type { GmshValues } from './gmsh-values.ts';

export function readEntities4(values: GmshValues, { entityGroups }: GmshFile): void {
  const counts = [0, 1, 2, 3].map((dimension) =>
    values.checkCount(values.size(`the number of entities of dimension ${dimension}`), 5, 'its entities'),
  );
  counts.forEach((count, dimension) => {
    for (let k = 0; k < count; k++) {
      const tag = values.int('the number of an entity');
      for (let i = dimension === 0 ? 3 : 6; i > 0; i--) values.real('a coordinate of an entity');
      const groups = readInts(values, 'physical groups');
      if (groups.length > 0) entityGroups.set(`${dimension} ${tag}`, groups.map(Math.abs));
      if (dimension > 0) readInts(values, 'bounding entities');
    }
  });
}

function readInts(values: GmshValues, what: string): number[] {
  const count = values.checkCount(values.size(`the number of ${what}`), 1, what);
  return Array.from({ length: count }, () => values.int(what));
}

export function readNodes4(values: GmshValues, { builder }: GmshFile): void {
  const { blocks, total } = readHead(values, 'nodes');
  const before = builder.nodeCount;
  for (let block = 0; block < blocks; block++) {
    const dimension = values.int('the dimension of an entity');
    values.int('the number of an entity');
    const isParametric = values.int('the word parametric');
    if (!(dimension >= 0 && dimension <= 3)) values.fail('the dimension of an entity must be 0 to 3', dimension);
    if (isParametric !== 0 && isParametric !== 1) values.fail('the word parametric must be 0 or 1', isParametric);
    const count = values.checkCount(values.size('a number of nodes'), 4, 'its nodes');
    const labels = Array.from({ length: count }, () => values.size('a node number'));
    for (const label of labels) {
      const at = values.place();
      builder.addNode(label, values.real('x of a node'), values.real('y of a node'), values.real('z of a node'), at);
      for (let i = isParametric * dimension; i > 0; i--) values.real('a parameter of a node');
    }
  }
  const count = builder.nodeCount - before;
  if (count !== total) values.fail(`$Nodes must have ${total} nodes, as its first line says`, count);
}

export function readElements4(values: GmshValues, file: GmshFile): void {
  const { builder, entityGroups } = file;
  const { blocks, total } = readHead(values, 'elements');
  const before = builder.cellCount;
  for (let block = 0; block < blocks; block++) {
    const dimension = values.int('the dimension of an entity');
    const entity = values.int('the number of an entity');
    const kind = values.int('an element type');
    const cell = GMSH_CELLS.get(kind) ?? values.fail('elements must be of a type up to second order (1 to 19)', kind);
    const count = values.checkCount(values.size('a number of elements'), 1 + cell.nodeCount, 'its elements');
    const groups = entityGroups.get(`${dimension} ${entity}`) ?? [];
    for (let k = 0; k < count; k++) {
      const at = values.place();
      const label = values.size('an element number');
      const nodes = Array.from({ length: cell.nodeCount }, () => values.size(`a node of element ${label}`));
      const index = builder.addCell(cell.type, cell.order ? cell.order.map((i) => nodes[i]) : nodes, label, at);
      for (const group of groups) addToGroup(file, dimension, group, index);
    }
  }
  const count = builder.cellCount - before;
  if (count !== total) values.fail(`$Elements must have ${total} elements, as its first line says`, count);
}

/** Numbers of blocks and items, and the smallest and largest number of an item, which are not needed. */
function readHead(values: GmshValues, what: string): { blocks: number; total: number } {
  const blocks = values.checkCount(values.size('the number of blocks'), 3, 'its blocks');
  const total = values.size(`the number of ${what}`);
  values.size('the smallest number');
  values.size('the largest number');
  return { blocks, total };
}
