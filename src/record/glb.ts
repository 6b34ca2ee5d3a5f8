import { encodeUtf8 } from '../formats/text-bytes.ts';
import { readScene } from '../scene/read.ts';
import { type BodySurface, bodyColor, bodySurfaces } from './body-surfaces.ts';
import type { Recording } from './recorder.ts';

/** Component types and targets of glTF 2.0. */
const FLOAT = 5126;
const UNSIGNED_INT = 5125;
const ARRAY_BUFFER = 34962;
const ELEMENT_ARRAY_BUFFER = 34963;
const LINES = 1;
const TRIANGLES = 4;

/** The parts of a glTF document while it is built. */
interface Builder {
  readonly chunks: Uint8Array[];
  length: number;
  readonly bufferViews: object[];
  readonly accessors: object[];
}

/**
 * A recording of rigid bodies as an animated binary glTF file: one node per body, moved by keys at the recorded frames. The y axis of glTF is up: the
 * scene, whose z axis is up, is rotated by its root node. Throws a RangeError for deformable bodies, whose points move.
 */
export function recordingToGlb(recording: Recording): Uint8Array {
  const scene = readScene(recording.sceneText, recording.title);
  if (scene.world === 'deformable') {
    throw new RangeError('glTF: deformable bodies have no rigid motion, expected a world of rigid bodies or vehicles');
  }
  const builder: Builder = { chunks: [], length: 0, bufferViews: [], accessors: [] };
  const surfaces = bodySurfaces(scene, recording);
  const meshes = surfaces.map((surface, i) => meshOf(builder, surface, i));
  const times = addAccessor(builder, Float32Array.from(recording.ledger.columns.time), 'SCALAR', { bounds: true });
  const paths = surfaces.map((_, body) => pathOf(builder, recording, body, surfaces.length));
  const half = Math.SQRT1_2;
  const root = scene.world === 'planar' ? {} : { rotation: [-half, 0, 0, half] };
  const nodes = surfaces.map(({ name }, body) => ({ name, mesh: body, ...paths[body].start }));
  const samplers = paths.flatMap(({ translation, rotation }) => [
    { input: times, output: translation },
    { input: times, output: rotation },
  ]);
  const channels = samplers.map((_, k) => ({
    sampler: k,
    target: { node: Math.floor(k / 2) + 1, path: k % 2 === 0 ? 'translation' : 'rotation' },
  }));
  return encodeGlb(builder, {
    asset: { version: '2.0', generator: 'appulse' },
    scene: 0,
    scenes: [{ name: recording.title, nodes: [0] }],
    nodes: [{ name: recording.title, ...root, children: nodes.map((_, i) => i + 1) }, ...nodes],
    meshes,
    materials: surfaces.map((_, i) => ({
      doubleSided: true,
      pbrMetallicRoughness: {
        baseColorFactor: [...bodyColor(i), 1],
        metallicFactor: 0,
        roughnessFactor: 0.7,
      },
    })),
    ...(recording.ledger.rowCount > 1 && { animations: [{ name: 'run', samplers, channels }] }),
  });
}

function meshOf(builder: Builder, { name, positions, triangles, lines }: BodySurface, material: number): object {
  const position = addAccessor(builder, Float32Array.from(positions), 'VEC3', { target: ARRAY_BUFFER, bounds: true });
  const primitive = (indices: Int32Array, mode: number) => ({
    attributes: { POSITION: position },
    indices: addAccessor(builder, Uint32Array.from(indices), 'SCALAR', { target: ELEMENT_ARRAY_BUFFER }),
    material,
    mode,
  });
  const primitives = [
    ...(triangles.length > 0 ? [primitive(triangles, TRIANGLES)] : []),
    ...(lines.length > 0 ? [primitive(lines, LINES)] : []),
  ];
  // a point: a primitive of mode POINTS
  return {
    name,
    primitives: primitives.length > 0 ? primitives : [{ attributes: { POSITION: position }, material, mode: 0 }],
  };
}

/** Keys of a body, and its first pose. Quaternions of glTF have w last. */
function pathOf(builder: Builder, { frames: { columns: c }, ledger }: Recording, body: number, bodyCount: number) {
  const count = ledger.rowCount;
  const [translations, rotations] = [new Float32Array(3 * count), new Float32Array(4 * count)];
  for (let frame = 0; frame < count; frame++) {
    const row = frame * bodyCount + body;
    translations.set([c.x[row], c.y[row], c.z[row]], 3 * frame);
    const q = [c.qx[row], c.qy[row], c.qz[row], c.qw[row]];
    // the shorter way between two keys
    const last = frame === 0 ? q : Array.from(rotations.subarray(4 * frame - 4, 4 * frame));
    const sign = q.reduce((sum, value, i) => sum + value * last[i], 0) < 0 ? -1 : 1;
    rotations.set(q.map((value) => sign * value), 4 * frame); // biome-ignore format: one line
  }
  return {
    start: { translation: Array.from(translations.subarray(0, 3)), rotation: Array.from(rotations.subarray(0, 4)) },
    translation: addAccessor(builder, translations, 'VEC3'),
    rotation: addAccessor(builder, rotations, 'VEC4'),
  };
}

const COMPONENTS = { SCALAR: 1, VEC3: 3, VEC4: 4 } as const;

/** Appends numbers to the buffer; returns the index of their accessor. */
function addAccessor(
  builder: Builder,
  values: Float32Array | Uint32Array,
  type: keyof typeof COMPONENTS,
  { target, bounds = false }: { readonly target?: number; readonly bounds?: boolean } = {},
): number {
  const width = COMPONENTS[type];
  const components = Array.from({ length: width }, (_, k) => Array.from(values).filter((_, i) => i % width === k));
  const extreme = (choose: (a: number, b: number) => number) =>
    components.map((list) => list.reduce((a, b) => choose(a, b)));
  builder.bufferViews.push({
    buffer: 0,
    byteOffset: builder.length,
    byteLength: values.byteLength,
    ...(target !== undefined && { target }),
  });
  builder.accessors.push({
    bufferView: builder.bufferViews.length - 1,
    componentType: values instanceof Float32Array ? FLOAT : UNSIGNED_INT,
    count: values.length / width,
    type,
    ...(bounds && { min: extreme(Math.min), max: extreme(Math.max) }),
  });
  builder.chunks.push(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  builder.length += values.byteLength;
  return builder.accessors.length - 1;
}

/** Header, JSON padded with spaces, and the buffer padded with zeros: each chunk is a multiple of 4 bytes. */
function encodeGlb({ chunks, length, bufferViews, accessors }: Builder, document: object): Uint8Array {
  const text = encodeUtf8(JSON.stringify({ ...document, accessors, bufferViews, buffers: [{ byteLength: length }] }));
  const textLength = 4 * Math.ceil(text.length / 4);
  const file = new Uint8Array(12 + 8 + textLength + 8 + length);
  const view = new DataView(file.buffer);
  view.setUint32(0, 0x46546c67, true); // 'glTF'
  view.setUint32(4, 2, true);
  view.setUint32(8, file.length, true);
  view.setUint32(12, textLength, true);
  view.setUint32(16, 0x4e4f534a, true); // 'JSON'
  file.fill(32, 20, 20 + textLength);
  file.set(text, 20);
  view.setUint32(20 + textLength, length, true);
  view.setUint32(24 + textLength, 0x004e4942, true); // 'BIN'
  let at = 28 + textLength;
  for (const chunk of chunks) {
    file.set(chunk, at);
    at += chunk.length;
  }
  return file;
}
