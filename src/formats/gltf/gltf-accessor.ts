import { dataView, readScalar, type ScalarType, scalarSize } from '../scalar-type.ts';
import { COMPRESSED_MESSAGE, type GltfDocument, isObject, type Json } from './gltf-document.ts';

const COMPONENTS: ReadonlyMap<unknown, ScalarType> = new Map<unknown, ScalarType>([
  [5120, 'i8'],
  [5121, 'u8'],
  [5122, 'i16'],
  [5123, 'u16'],
  [5125, 'u32'],
  [5126, 'f32'],
]);

const WIDTHS: ReadonlyMap<unknown, number> = new Map<unknown, number>([
  ['SCALAR', 1],
  ['VEC3', 3],
]);

/** Largest values of normalized integers: -1 ... 1 or 0 ... 1. */
const LARGEST: Readonly<Partial<Record<ScalarType, number>>> = { i8: 127, u8: 255, i16: 32767, u16: 65535 };

/** The numbers of an accessor of the given type, with its sparse replacements. */
export function readAccessor(
  document: GltfDocument,
  index: unknown,
  path: string,
  kind: 'SCALAR' | 'VEC3',
): Float64Array {
  const { fail, whole } = document;
  const accessor = document.item('accessors', index, path);
  const place = `accessors[${index}]`;
  if (accessor['type'] !== kind) fail(`${place}.type must be ${kind}`, accessor['type'] ?? 'none');
  const width = WIDTHS.get(kind) as number;
  const type =
    COMPONENTS.get(accessor['componentType']) ??
    fail(`${place}.componentType must be a type of numbers`, accessor['componentType']);
  const count = whole(accessor['count'], `${place}.count`, undefined, 1);
  const { sparse } = accessor;
  if (accessor['bufferView'] === undefined && sparse === undefined) fail(`${place} must have a bufferView`);
  const values =
    accessor['bufferView'] === undefined
      ? zeros(document, place, count * width)
      : readView(document, accessor, place, type, width, count);
  if (sparse !== undefined) applySparse(document, sparse, `${place}.sparse`, type, width, values);
  if (accessor['normalized'] !== true) return values;
  const largest = LARGEST[type] ?? fail(`${place}.normalized must be of integers of 8 or 16 bits`, type);
  return values.map((value) => Math.max(value / largest, -1));
}

/** More values without data in the file are an input error. */
const MAX_ZEROS = 3e7;

function zeros({ fail }: GltfDocument, place: string, length: number): Float64Array {
  if (length > MAX_ZEROS) fail(`${place} must have at most ${MAX_ZEROS} numbers without a bufferView`, length);
  return new Float64Array(length);
}

function readView(
  document: GltfDocument,
  { bufferView, byteOffset }: Json,
  place: string,
  type: ScalarType,
  width: number,
  count: number,
): Float64Array {
  const { fail, whole } = document;
  const view = document.item('bufferViews', bufferView, `${place}.bufferView`);
  const viewPlace = `bufferViews[${bufferView}]`;
  const { extensions } = view;
  if (isObject(extensions) && Object.keys(extensions).some((name) => /meshopt/i.test(name)))
    fail(COMPRESSED_MESSAGE, viewPlace);
  const buffer = document.buffer(view['buffer'], `${viewPlace}.buffer`);
  const size = scalarSize(type);
  const stride = whole(view['byteStride'], `${viewPlace}.byteStride`, size * width, 1);
  const start = whole(view['byteOffset'], `${viewPlace}.byteOffset`, 0);
  const length = whole(view['byteLength'], `${viewPlace}.byteLength`, undefined, 1);
  const offset = whole(byteOffset, `${place}.byteOffset`, 0);
  if (start + length > buffer.length)
    fail(`${viewPlace} must end within its buffer of ${buffer.length} bytes`, start + length);
  if (stride < size * width) fail(`${viewPlace}.byteStride must be at least ${size * width} bytes`, stride);
  const end = offset + stride * (count - 1) + size * width;
  if (end > length) fail(`${place} must end within its bufferView of ${length} bytes`, end);
  const data = dataView(buffer);
  const values = new Float64Array(count * width);
  for (let row = 0; row < count; row++) {
    for (let k = 0; k < width; k++) {
      values[row * width + k] = readScalar(data, start + offset + row * stride + k * size, type, true);
    }
  }
  return values;
}

function applySparse(
  document: GltfDocument,
  sparse: unknown,
  place: string,
  type: ScalarType,
  width: number,
  values: Float64Array,
): void {
  const { fail, whole } = document;
  if (!isObject(sparse) || !isObject(sparse['indices']) || !isObject(sparse['values'])) {
    fail(`${place} must have indices and values`);
    return;
  }
  const count = whole(sparse['count'], `${place}.count`, undefined, 1);
  const { indices, values: given } = sparse;
  const indexType =
    COMPONENTS.get((indices as Json)['componentType']) ??
    fail(`${place}.indices.componentType must be a type of numbers`);
  const rows = readView(document, indices as Json, `${place}.indices`, indexType, 1, count);
  const replacements = readView(document, given as Json, `${place}.values`, type, width, count);
  rows.forEach((row, k) => {
    if (!(Number.isInteger(row) && row >= 0 && (row + 1) * width <= values.length))
      fail(`${place}.indices must be rows of the accessor`, row);
    values.set(replacements.subarray(k * width, (k + 1) * width), row * width);
  });
}
