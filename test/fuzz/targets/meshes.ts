import { createConstantVelocityMotion, createEndpointMotion } from '../../../src/ccd/point-motion.ts';
import { findContacts } from '../../../src/cli/find-contacts.ts';
import { readMesh } from '../../../src/formats/read-mesh.ts';
import { writePly } from '../../../src/formats/write-ply.ts';
import { writeStl } from '../../../src/formats/write-stl.ts';
import { writeVtp } from '../../../src/formats/write-vtp.ts';
import { encodeMeshContacts } from '../../../src/record/mesh-contact-files.ts';
import type { SurfaceMesh } from '../../../src/shapes/mesh.ts';
import { namedOutcome } from '../judge.ts';
import { mutateBytes, mutateText } from '../mutate-bytes.ts';
import { pick } from '../mutate-json.ts';
import { bytesOf, type Target } from '../target.ts';

/** A triangle, a quadrilateral above it, and a triangle that falls onto both; all but the last at rest. */
const positions = Float64Array.of(
  0,
  0,
  0,
  2,
  0,
  0,
  0,
  2,
  0,
  0,
  0,
  1,
  1,
  0,
  1,
  1,
  1,
  1,
  0,
  1,
  1,
  0.2,
  0.2,
  2,
  0.9,
  0.2,
  2,
  0.2,
  0.8,
  2,
);
const velocities = Float64Array.from({ length: positions.length }, (_, i) => (i > 20 && i % 3 === 2 ? -3 : 0));
const mesh: SurfaceMesh = {
  positions,
  velocities,
  triangles: Int32Array.of(0, 1, 2, 7, 8, 9),
  quads: Int32Array.of(3, 4, 5, 6),
  pointData: { heat: Float64Array.from({ length: positions.length / 3 }, (_, i) => i) },
};

const vertices = Array.from({ length: positions.length / 3 }, (_, i) => [...positions.subarray(3 * i, 3 * i + 3)]);
const OBJ = `# a mesh\n${vertices.map((v) => `v ${v.join(' ')}\n`).join('')}vt 0 0\nvn 0 0 1\ng part\nf 1 2 3\nf 4/1/1 5/1/1 6/1/1 7/1/1\nf -3 -2 -1\n`;

function vtu(): string {
  const list = (type: string, name: string, components: number, values: ArrayLike<number>) =>
    `<DataArray type="${type}" Name="${name}" NumberOfComponents="${components}" format="ascii">${Array.from(values).join(' ')}</DataArray>`;
  return `<?xml version="1.0"?>
<VTKFile type="UnstructuredGrid" version="1.0" byte_order="LittleEndian" header_type="UInt64"><UnstructuredGrid>
<Piece NumberOfPoints="${vertices.length}" NumberOfCells="3">
<PointData Vectors="velocity">${list('Float64', 'velocity', 3, velocities)}</PointData>
<Points>${list('Float64', 'Points', 3, positions)}</Points>
<Cells>${list('Int64', 'connectivity', 1, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])}${list('Int64', 'offsets', 1, [3, 7, 10])}${list('UInt8', 'types', 1, [5, 9, 5])}</Cells>
</Piece></UnstructuredGrid></VTKFile>
`;
}

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const polygons = { positions, triangles: mesh.triangles, quads: mesh.quads, pointData: { velocity: velocities } };

const TEXT_FILES: readonly (readonly [string, string])[] = [
  ['a.obj', OBJ],
  ['a.ply', decode(writePly(mesh, { format: 'ascii' }))],
  ['a.stl', decode(writeStl(mesh, { format: 'ascii' }))],
  ['a.vtu', vtu()],
  ['a.vtp', decode(writeVtp(polygons, { encoding: 'base64' }))],
];
const BINARY_FILES: readonly (readonly [string, Uint8Array])[] = [
  ['a.ply', writePly(mesh)],
  ['a.ply', writePly(mesh, { format: 'binary_big_endian' })],
  ['a.stl', writeStl(mesh)],
  ['a.vtp', writeVtp(polygons, { encoding: 'raw' })],
];

export const meshTarget: Target = {
  name: 'meshes',
  fraction: 0.08,
  atLeast: { accepted: 100, rejected: 300 },
  make(random) {
    if (random.next() < 0.55) {
      const [name, text] = pick(random, TEXT_FILES);
      return new Map([[name, mutateText(random, text)]]);
    }
    const [name, bytes] = random.next() < 0.2 ? encoded(pick(random, TEXT_FILES)) : pick(random, BINARY_FILES);
    return new Map([[name, mutateBytes(random, bytes)]]);
  },
  async feed(input) {
    const [[name]] = [...input];
    try {
      const read = readMesh(name, bytesOf(input, name));
      expectFiniteMesh(read);
      const moved = read.velocities
        ? createConstantVelocityMotion(read.positions, read.velocities, 1)
        : createEndpointMotion(
            read.positions,
            read.positions.map((value, i) => (i % 3 === 2 ? -value : value)),
            1,
          );
      const { contacts } = await findContacts(read, moved, { edges: true, threads: 1 }, name);
      for (const format of ['csv', 'json', 'parquet', 'vtp'] as const) encodeMeshContacts(contacts, format);
      return 'accepted';
    } catch (error) {
      return namedOutcome(error);
    }
  },
};

function encoded([name, text]: readonly [string, string]): readonly [string, Uint8Array] {
  return [name, new TextEncoder().encode(text)];
}

function expectFiniteMesh(read: SurfaceMesh): void {
  // data of the nodes may be missing, which files write as NaN; nothing is computed with them
  const numbers = [read.positions, read.velocities ?? []];
  if (!numbers.every((list) => list.every(Number.isFinite))) throw new Error('a mesh with a number that is not finite');
  const count = read.positions.length / 3;
  if (![...read.triangles, ...read.quads].every((node) => node >= 0 && node < count))
    throw new Error('a node that is not there');
}
