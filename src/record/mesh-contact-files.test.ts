import { parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { checkMesh } from '../ccd/mesh-check.ts';
import { createEndpointMotion } from '../ccd/point-motion.ts';
import { readMesh } from '../formats/read-mesh.ts';
import { createSurfaceMesh } from '../shapes/mesh.ts';
import { encodeMeshContacts } from './mesh-contact-files.ts';

/** A spike of one triangle falls through a square of two triangles and one quad next to it. */
const positions = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0.3, 0.6, 2, 0.4, 0.6, 3, 1.5, 0.5, 1, 2, 0, 0, 2, 1, 0];
const mesh = createSurfaceMesh({ positions, triangles: [0, 1, 2, 0, 2, 3, 4, 5, 6], quads: [1, 7, 8, 2] });
const end = Float64Array.from(positions, (value, i) => (i >= 12 && i < 21 && i % 3 === 2 ? value - 4 : value));
const { contacts } = checkMesh(mesh, createEndpointMotion(mesh.positions, end, 0.5));

describe('files of mesh contacts', () => {
  it('CSV: a header and one line per contact, every number with the fewest digits that restore it', () => {
    const [header, ...lines] = String(encodeMeshContacts(contacts, 'csv')).trimEnd().split('\n');
    const names = header.split(',');
    expect(lines).toHaveLength(contacts.length);
    lines.forEach((line, i) => {
      const cells = line.split(',');
      expect(Number(cells[names.indexOf('time')])).toBe(contacts[i].time);
      expect(cells[names.indexOf('kind')]).toBe(contacts[i].kind);
      expect(Number(cells[names.indexOf('node0')])).toBe(contacts[i].nodes[0]);
      expect(Number(cells[names.indexOf('weight1')])).toBe(contacts[i].weights[1]);
    });
  });

  it('JSON: the contacts unchanged', () => {
    expect(JSON.parse(String(encodeMeshContacts(contacts, 'json')))).toEqual(contacts);
  });

  it('Parquet: the same table, read back by another library', async () => {
    const bytes = encodeMeshContacts(contacts, 'parquet') as Uint8Array;
    const rows = await parquetReadObjects({ file: Uint8Array.from(bytes).buffer });
    expect(rows.map(({ time, kind, face, pz, gapRate }) => [time, kind, face, pz, gapRate])).toEqual(
      contacts.map(({ time, kind, face, point, gapRate }) => [time, kind, face, point[2], gapRate]),
    );
  });

  it('VTP: one point per contact; a file without contacts is valid', () => {
    for (const list of [contacts, []]) {
      const text = new TextDecoder('latin1').decode(encodeMeshContacts(list, 'vtp') as Uint8Array);
      expect(text).toContain(`NumberOfPoints="${list.length}" NumberOfVerts="${list.length}"`);
    }
    // points alone are no surface: the mesh reader reports it instead of inventing one
    expect(() => readMesh('c.vtp', encodeMeshContacts(contacts, 'vtp') as Uint8Array)).toThrow(/c\.vtp/);
  });

  it('the example has contacts of every kind', () => {
    expect(new Set(contacts.map(({ kind }) => kind))).toEqual(new Set(['node-triangle', 'node-quad', 'edge-edge']));
  });
});
