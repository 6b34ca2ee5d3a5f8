import type { MeshContact } from '../ccd/packed-contacts.ts';
import { writeVtp } from '../formats/write-vtp.ts';
import { expectFiniteTree } from '../math/finite.ts';
import { tableCsv } from './csv.ts';
import { exactJson } from './exact-json.ts';
import type { FileColumn } from './file-columns.ts';
import { encodeColumns } from './parquet.ts';

/** File formats of the contacts of a mesh step. */
export type MeshContactFormat = 'csv' | 'json' | 'parquet' | 'vtp';

/** All formats of mesh contacts. */
export const MESH_CONTACT_FORMATS: readonly MeshContactFormat[] = ['csv', 'json', 'parquet', 'vtp'];

const KINDS = ['node-triangle', 'node-quad', 'edge-edge'] as const;

/** A contact has at most a node and four corners. */
const MAX_NODES = 5;

/**
 * The contacts as the content of a file: a table for programs (csv, parquet), JSON with all numbers, or points with
 * their data for ParaView (vtp). Text for csv and json, bytes for the others. Throws a NonFiniteError for numbers that
 * are not finite.
 */
export function encodeMeshContacts(contacts: readonly MeshContact[], format: MeshContactFormat): string | Uint8Array {
  contacts.forEach((contact, i) => {
    expectFiniteTree(contact, `contacts[${i}]`);
  });
  switch (format) {
    case 'csv':
      return [...tableCsv(contactColumns(contacts), contacts.length)].join('');
    case 'json':
      return `${exactJson(contacts, ' ')}\n`;
    case 'parquet':
      return encodeColumns(contactColumns(contacts));
    case 'vtp':
      return contactsVtp(contacts);
  }
}

/** Features of a pair. */
type PairFeatures = Pick<MeshContact, 'kind' | 'face' | 'nodes'>;

/** A column of numbers, one per pair. */
export function contactColumn<Pair extends PairFeatures>(
  pairs: readonly Pair[],
  name: string,
  unit: string,
  meaning: string,
  of: (pair: Pair) => number,
): FileColumn {
  const kind = name === 'face' || name.startsWith('node') ? 'index' : 'number';
  return { name, unit, meaning, kind, values: Float64Array.from(pairs, of), labels: [] };
}

export function kindColumn(pairs: readonly PairFeatures[]): FileColumn {
  const meaning = 'kind of contact: the features in contact';
  return {
    ...contactColumn(pairs, 'kind', '', meaning, ({ kind }) => KINDS.indexOf(kind)),
    kind: 'label',
    labels: KINDS,
  };
}

/** Columns of the face and the nodes. */
export function nodeColumns(pairs: readonly PairFeatures[]): FileColumn[] {
  const meaning = 'node, then corners of the face; or ends of both edges; -1 for none';
  return [
    contactColumn(pairs, 'face', '', 'element number of the face, -1 for edges', ({ face }) => face),
    ...Array.from({ length: MAX_NODES }, (_, i) =>
      contactColumn(pairs, `node${i}`, '', meaning, ({ nodes }) => nodes[i] ?? -1),
    ),
  ];
}

function contactColumns(contacts: readonly MeshContact[]): FileColumn[] {
  const column = (name: string, unit: string, meaning: string, of: (contact: MeshContact) => number) =>
    contactColumn(contacts, name, unit, meaning, of);
  const axes = ['x', 'y', 'z'];
  return [
    column('time', 's', 'first contact, from the start of the step', ({ time }) => time),
    kindColumn(contacts),
    ...nodeColumns(contacts),
    ...Array.from({ length: MAX_NODES - 1 }, (_, i) =>
      column(`weight${i}`, '1', 'weight of each corner, or of each end', ({ weights }) => weights[i] ?? 0),
    ),
    ...axes.map((axis, i) => column(`p${axis}`, 'm', 'contact point', ({ point }) => point[i])),
    ...axes.map((axis, i) => column(`n${axis}`, '1', 'unit normal', ({ normal }) => normal[i])),
    column('gapRate', 'm/s', 'rate of the distance along the normal', ({ gapRate }) => gapRate),
  ];
}

/** One point per contact, with its numbers as point data. */
function contactsVtp(contacts: readonly MeshContact[]): Uint8Array {
  return writeVtp({
    positions: Float64Array.from(contacts.flatMap(({ point }) => point)),
    verts: Int32Array.from(contacts, (_, i) => i),
    pointData: {
      time: Float64Array.from(contacts, ({ time }) => time),
      normal: Float64Array.from(contacts.flatMap(({ normal }) => normal)),
      gapRate: Float64Array.from(contacts, ({ gapRate }) => gapRate),
      kind: Float64Array.from(contacts, ({ kind }) => KINDS.indexOf(kind)),
      face: Float64Array.from(contacts, ({ face }) => face),
      node: Float64Array.from(contacts, ({ nodes }) => nodes[0]),
    },
  });
}
