import { describe, expect, it } from 'vitest';
import { meshFileError } from '../../../test/mesh-file-error.ts';
import { surfaceFigures } from '../../../test/surface-figures.ts';
import { encodeBase64 } from '../base64.ts';
import type { ReadMeshOptions } from '../mesh-from-faces.ts';
import { meshFileReferences, readMesh, readMeshModel } from '../read-mesh.ts';
import { encodeUtf8, joinBytes } from '../text-bytes.ts';

/** Eight corners of a unit cube, then the indices of its twelve triangles, outward. */
const CORNERS = Float32Array.from([0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [k & 1, (k >> 1) & 1, k >> 2]));
const CUBE = [
  0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
];
const DATA = joinBytes([new Uint8Array(CORNERS.buffer), new Uint8Array(Uint16Array.from(CUBE).buffer)]);

type Change = (document: ReturnType<typeof cube>) => void;

function cube(uri: string | undefined) {
  return {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [
      { name: 'root', children: [1], translation: [10, 0, 0] },
      { name: 'cube', mesh: 0 },
    ] as Record<string, unknown>[],
    meshes: [{ name: 'box', primitives: [{ attributes: { POSITION: 0 }, indices: 1 } as Record<string, unknown>] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 8, type: 'VEC3' },
      { bufferView: 1, componentType: 5123, count: 36, type: 'SCALAR' },
    ] as Record<string, unknown>[],
    bufferViews: [
      { buffer: 0, byteLength: 96 },
      { buffer: 0, byteOffset: 96, byteLength: 72 },
    ] as Record<string, unknown>[],
    buffers: [{ ...(uri !== undefined && { uri }), byteLength: DATA.length }],
    extensionsRequired: [] as string[],
  };
}

const EMBEDDED = `data:application/octet-stream;base64,${encodeBase64(DATA)}`;

function gltf(change: Change = () => {}, uri: string | undefined = EMBEDDED): Uint8Array {
  const document = cube(uri);
  change(document);
  return encodeUtf8(JSON.stringify(document));
}

function glb(json: Uint8Array, binary: Uint8Array = DATA): Uint8Array {
  const text = joinBytes([json, ' '.repeat((4 - (json.length % 4)) % 4)]);
  const head = (...words: number[]) => new Uint8Array(Uint32Array.from(words).buffer);
  return joinBytes([
    head(0x46546c67, 2, 12 + 8 + text.length + 8 + binary.length),
    head(text.length, 0x4e4f534a), text,
    head(binary.length, 0x004e4942), binary,
  ]); // biome-ignore format: one chunk a line
}

const figures = (bytes: Uint8Array, options?: ReadMeshOptions) => surfaceFigures(readMesh('a.gltf', bytes, options));

describe('a glTF file', () => {
  it('has its buffer in itself, in a binary chunk or in another file', () => {
    for (const read of [
      readMesh('a.gltf', gltf()),
      readMesh('a.glb', glb(encodeUtf8(JSON.stringify(cube(undefined))))),
      readMesh('folder/a.gltf', gltf(undefined, 'the%20data.bin'), { files: new Map([['folder/the data.bin', DATA]]) }),
    ]) {
      expect(surfaceFigures(read)).toMatchObject({ area: 6, euler: 2 });
      expect(surfaceFigures(read).volume).toBeCloseTo(1, 12);
      expect([...read.positions.subarray(0, 3)]).toEqual([10, 0, 0]);
    }
    expect(meshFileReferences('folder/a.gltf', gltf(undefined, 'the%20data.bin'))).toEqual(['folder/the data.bin']);
    expect(meshFileReferences('a.gltf', gltf())).toEqual([]);
  });

  it('moves its meshes by the transforms of all nodes above them; a mirrored one stays outward', () => {
    const rotated = gltf((document) => {
      // twice as large, rotated by 90 degrees about z, moved: x -> y
      Object.assign(document.nodes[1], {
        scale: [2, 1, 1],
        rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2],
        translation: [0, 0, 5],
      });
    });
    const { positions } = readMesh('a.gltf', rotated);
    const corner = (node: number) =>
      Array.from(positions.subarray(3 * node, 3 * node + 3), (x) => Math.round(1e9 * x) / 1e9);
    expect([corner(0), corner(1), corner(2)]).toEqual([
      [10, 0, 5],
      [10, 2, 5],
      [9, 0, 5],
    ]);
    expect(figures(rotated).volume).toBeCloseTo(2, 12);
    const mirrored = gltf((document) => {
      document.nodes[0] = { children: [1], matrix: [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 3, 0, 4, 5, 6, 1] };
    });
    expect(figures(mirrored).volume).toBeCloseTo(3, 12);
  });

  it('with a skin or morph targets is read in its rest shape, with a notice', () => {
    const notice = '1 meshes with a skin or morph targets are read in their rest shape';
    const skinned = gltf(({ nodes }) => Object.assign(nodes[1], { skin: 0 }));
    const morphed = gltf(({ meshes }) => Object.assign(meshes[0], { weights: [1] }));
    for (const bytes of [skinned, morphed]) {
      expect(readMeshModel('a.gltf', bytes).notices).toEqual([notice]);
      expect(figures(bytes).volume).toBeCloseTo(1, 12);
    }
  });

  it('has the names of nodes and meshes as sets', () => {
    const two = gltf((document) => {
      document.nodes.push({ name: 'other', mesh: 0, translation: [0, 5, 0] });
      document.scenes[0].nodes.push(2);
    });
    expect([...readMeshModel('a.gltf', two).elementSets].map(([name, { length }]) => [name, length])).toEqual([
      ['root', 12],
      ['cube', 12],
      ['box', 24],
      ['other', 12],
    ]);
    expect(figures(two, { set: 'other' }).volume).toBeCloseTo(1, 12);
  });

  it('joins vertices at the same position, and leaves out triangles that have no area then', () => {
    const notices: string[] = [];
    const apart = joinBytes([
      ...CUBE.map((k) => new Uint8Array(CORNERS.slice(3 * k, 3 * k + 3).buffer)),
      new Uint8Array(36),
    ]);
    const list = gltf((document) => {
      document.meshes[0].primitives[0] = { attributes: { POSITION: 0 } };
      Object.assign(document.accessors[0], { count: 39 });
      Object.assign(document.bufferViews[0], { byteLength: apart.length });
      document.buffers[0] = { uri: 'x.bin', byteLength: apart.length };
    });
    const mesh = readMesh('a.gltf', list, { files: new Map([['x.bin', apart]]), notice: (text) => notices.push(text) });
    expect(mesh.positions.length / 3).toBe(8);
    expect(surfaceFigures(mesh).euler).toBe(2);
    expect(notices).toEqual(['a.gltf: 1 triangles without area (two corners at one position) are left out']);
  });

  it('has strips and fans', () => {
    const strip = (mode: number, indices: number[]) =>
      gltf((document) => {
        document.meshes[0].primitives[0]['mode'] = mode;
        Object.assign(document.accessors[1], { count: indices.length, componentType: 5121, bufferView: 2 });
        document.bufferViews.push({ buffer: 1, byteLength: indices.length });
        document.buffers.push({
          uri: `data:;base64,${encodeBase64(Uint8Array.from(indices))}`,
          byteLength: indices.length,
        });
      });
    // the square z = 0, downward; as a fan about corner 0
    const square = readMesh('a.gltf', strip(5, [0, 2, 1, 3]));
    expect([...square.triangles]).toEqual([0, 2, 1, 1, 2, 3]);
    expect([...readMesh('a.gltf', strip(6, [0, 2, 3, 1])).triangles]).toEqual([0, 2, 3, 0, 3, 1]);
  });

  it('has sparse and normalized accessors', () => {
    const sparse = gltf((document) => {
      const more = joinBytes([Uint8Array.of(7, 0, 0, 0), new Uint8Array(Float32Array.of(1, 1, 4).buffer)]);
      document.bufferViews.push({ buffer: 1, byteLength: 4 }, { buffer: 1, byteOffset: 4, byteLength: 12 });
      document.buffers.push({ uri: `data:;base64,${encodeBase64(more)}`, byteLength: 16 });
      document.accessors[0]['sparse'] = {
        count: 1,
        indices: { bufferView: 2, componentType: 5121 },
        values: { bufferView: 3 },
      };
    });
    expect([...readMesh('a.gltf', sparse).positions.subarray(21)]).toEqual([11, 1, 4]);
    const bytes = Uint8Array.from(CORNERS, (x) => 255 * x);
    const normalized = gltf((document) => {
      document.bufferViews[0] = { buffer: 1, byteLength: 24 };
      document.buffers.push({ uri: `data:;base64,${encodeBase64(bytes)}`, byteLength: 24 });
      Object.assign(document.accessors[0], { componentType: 5121, normalized: true });
      document.extensionsRequired.push('KHR_mesh_quantization');
    });
    expect(figures(normalized).volume).toBeCloseTo(1, 12);
  });
});

describe('an invalid glTF file is rejected by name', () => {
  it.each<[string, Change]>([
    [
      'extensionsRequired|compressed (Draco and meshopt are not read: export without compression), got "KHR_draco_mesh_compression"',
      (d) => d.extensionsRequired.push('KHR_draco_mesh_compression'),
    ],
    ['compressed (Draco and meshopt are not read', (d) => d.extensionsRequired.push('EXT_meshopt_compression')],
    [
      'compressed (Draco and meshopt are not read',
      (d) => Object.assign(d.bufferViews[0], { extensions: { EXT_meshopt_compression: {} } }),
    ],
    [
      'compressed (Draco and meshopt are not read',
      (d) => Object.assign(d.meshes[0].primitives[0], { extensions: { KHR_draco_mesh_compression: {} } }),
    ],
    [
      'an extension that changes meshes and is not read, got "EXT_mesh_gpu_instancing"',
      (d) => d.extensionsRequired.push('EXT_mesh_gpu_instancing'),
    ],
    ['asset.version must be 2.0, got "1.0"', (d) => Object.assign(d.asset, { version: '1.0' })],
    ['nodes must form trees', (d) => Object.assign(d.nodes[1], { children: [0] })],
    ['nodes[1].mesh must be an index of meshes (there are 1), got 4', (d) => Object.assign(d.nodes[1], { mesh: 4 })],
    ['nodes[1].rotation must be a unit quaternion', (d) => Object.assign(d.nodes[1], { rotation: [0, 0, 0, 3] })],
    ['nodes[1].scale must be 3 finite numbers', (d) => Object.assign(d.nodes[1], { scale: [1, 2] })],
    [
      'meshes[0].primitives[0].attributes.POSITION must be an integer from 0, got "none"',
      (d) => Object.assign(d.meshes[0].primitives[0], { attributes: {} }),
    ],
    [
      'accessors[0] must end within its bufferView of 96 bytes, got 108',
      (d) => Object.assign(d.accessors[0], { count: 9 }),
    ],
    [
      'bufferViews[1] must end within its buffer of 168 bytes, got 1168',
      (d) => Object.assign(d.bufferViews[1], { byteOffset: 1096 }),
    ],
    ['truncated: buffers[0] must have 999 bytes, got 168', (d) => Object.assign(d.buffers[0], { byteLength: 999 })],
    ['index 3 must be a vertex from 0 to 7, got 16256', (d) => Object.assign(d.bufferViews[1], { byteOffset: 64 })],
    ['accessors[0].type must be VEC3, got "VEC2"', (d) => Object.assign(d.accessors[0], { type: 'VEC2' })],
    ['needs the file "x.bin"', (d) => Object.assign(d.buffers[0], { uri: 'x.bin' })],
    ['must be in the folder of this file', (d) => Object.assign(d.buffers[0], { uri: '%2e%2e/x.bin' })],
    [
      'at all nodes must have at most',
      (d) => {
        d.nodes = Array.from({ length: 1000 }, () => ({ mesh: 0 }));
        d.accessors[1]['count'] = 36;
        d.meshes[0].primitives = Array.from({ length: 200 }, () => d.meshes[0].primitives[0]);
        d.scenes[0].nodes = d.nodes.map((_, k) => k);
      },
    ],
  ])('%s', (message, change) => {
    expect(meshFileError(() => readMesh('a.gltf', gltf(change))).message).toContain(message.replace(/^.*\|/, ''));
  });

  it('a damaged GLB file: the message has the byte', () => {
    const good = glb(encodeUtf8(JSON.stringify(cube(undefined))));
    const broken = (at: number, value: number) => {
      const bytes = good.slice();
      new DataView(bytes.buffer).setUint32(at, value, true);
      return meshFileError(() => readMesh('a.glb', bytes));
    };
    expect(broken(4, 1).message).toBe('a.glb, byte 4: the version of a GLB file must be 2, got 1');
    expect(broken(8, 1e9).message).toContain('a.glb, byte 8: truncated: the file must have 1000000000 bytes');
    expect(broken(12, 1e8).message).toContain('a.glb, byte 12: a chunk must end within the file');
    expect(broken(16, 7).message).toContain('a.glb, byte 12: the first chunk of a GLB file must be JSON');
    expect(meshFileError(() => readMesh('a.glb', good.subarray(0, 15))).message).toContain('byte 0: truncated');
  });
});
