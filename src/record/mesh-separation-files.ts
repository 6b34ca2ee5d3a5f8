import type { MeshSeparation } from '../ccd/mesh-separation.ts';
import { expectFiniteTree } from '../math/finite.ts';
import { tableCsv } from './csv.ts';
import { exactJson } from './exact-json.ts';
import type { FileColumn } from './file-columns.ts';
import { contactColumn, kindColumn, nodeColumns } from './mesh-contact-files.ts';
import { encodeColumns } from './parquet.ts';

/** File formats of the pairs of `checkMeshSeparation`. */
export type MeshSeparationFormat = 'csv' | 'json' | 'parquet';

/** All formats of such pairs: they have no contact point, which `vtp` would need. */
export const MESH_SEPARATION_FORMATS: readonly MeshSeparationFormat[] = ['csv', 'json', 'parquet'];

/**
 * Pairs that come too close as the content of a file: a table for programs (csv, parquet), or JSON with all numbers. Text for csv and json, bytes
 * for parquet. Throws a NonFiniteError for numbers that are not finite.
 */
export function encodeMeshSeparations(
  pairs: readonly MeshSeparation[],
  format: MeshSeparationFormat,
): string | Uint8Array {
  pairs.forEach((pair, i) => {
    expectFiniteTree(pair, `contacts[${i}]`);
  });
  if (format === 'json') return `${exactJson(pairs, ' ')}\n`;
  const columns = separationColumns(pairs);
  return format === 'csv' ? [...tableCsv(columns, pairs.length)].join('') : encodeColumns(columns);
}

function separationColumns(pairs: readonly MeshSeparation[]): FileColumn[] {
  return [
    contactColumn(
      pairs,
      'time',
      's',
      'when the distance is first the required one; 0 if less at the start',
      (p) => p.time,
    ),
    kindColumn(pairs),
    ...nodeColumns(pairs),
    contactColumn(pairs, 'required', 'm', 'required distance', (p) => p.required),
    contactColumn(pairs, 'startDistance', 'm', 'distance at the start of the step', (p) => p.startDistance),
    contactColumn(pairs, 'certain', '', '0 if the pair may come no closer than required', (p) => Number(p.certain)),
  ];
}
