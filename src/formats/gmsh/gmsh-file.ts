import { CELL } from '../cell-types.ts';
import type { ModelBuilder } from '../model-builder.ts';

/** What the sections of a file have given so far. */
export interface GmshFile {
  readonly builder: ModelBuilder;
  /** Elements of physical groups by `dimension tag`. */
  readonly groups: Map<string, number[]>;
  /** Physical groups of the entities of the geometry by `dimension tag` (version 4). */
  readonly entityGroups: Map<string, readonly number[]>;
}

export function addToGroup({ groups }: GmshFile, dimension: number, tag: number, cell: number): void {
  const key = `${dimension} ${tag}`;
  const cells = groups.get(key);
  if (cells) cells.push(cell);
  else groups.set(key, [cell]);
}

/** The dimension of an element by its VTK type. */
export function dimensionOfCell(type: number): number {
  if (type === CELL.vertex) return 0;
  if (type === CELL.line || type === CELL.line3) return 1;
  const surfaces: readonly number[] = [CELL.triangle, CELL.quad, CELL.triangle6, CELL.quad8, CELL.quad9];
  return surfaces.includes(type) ? 2 : 3;
}
