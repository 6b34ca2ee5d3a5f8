import type { GltfDocument, Json } from './gltf-document.ts';

/** A 4 x 4 matrix by columns, the last row 0 0 0 1 left out: three columns of a linear map, then a translation. */
export type Affine = readonly number[];

/** A mesh at a node. */
export interface MeshInstance {
  /** Index of the mesh. */
  readonly mesh: number;
  readonly transform: Affine;
  /** Names of the node and of those above it. */
  readonly names: readonly string[];
  readonly hasSkin: boolean;
}

const IDENTITY: Affine = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];

/** The meshes of the nodes of the scene of a file, with their transforms; of a file without nodes, every mesh once. */
export function meshInstances(document: GltfDocument): MeshInstance[] {
  const nodes = document.list('nodes');
  const meshes = document.list('meshes');
  if (nodes.length === 0) return meshes.map((_, mesh) => ({ mesh, transform: IDENTITY, names: [], hasSkin: false }));
  const instances: MeshInstance[] = [];
  const visited = new Set<number>();
  // a stack: the depth of a file is not bounded
  const pending = rootNodes(document)
    .map((index) => ({ index, transform: IDENTITY, names: [] as readonly string[] }))
    .reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { index } = next;
    if (visited.has(index))
      document.fail('nodes must form trees: a node must have one parent, and be in the scene once', `nodes[${index}]`);
    visited.add(index);
    const node = nodes[index];
    const place = `nodes[${index}]`;
    const transform = multiply(next.transform, localTransform(document, node, place));
    const names = typeof node['name'] === 'string' ? [...next.names.slice(-MAX_NAMES), node['name']] : next.names;
    if (node['mesh'] !== undefined) {
      document.item('meshes', node['mesh'], `${place}.mesh`);
      instances.push({ mesh: node['mesh'] as number, transform, names, hasSkin: node['skin'] !== undefined });
    }
    for (const child of indexList(document, node['children'] ?? [], `${place}.children`).reverse()) {
      pending.push({ index: child, transform, names });
    }
  }
  return instances;
}

/** Names of more ancestors are left out. */
const MAX_NAMES = 20;

function rootNodes(document: GltfDocument): number[] {
  const scenes = document.list('scenes');
  if (scenes.length === 0) {
    const children = new Set(
      document.list('nodes').flatMap((node, i) => indexList(document, node['children'] ?? [], `nodes[${i}].children`)),
    );
    return document
      .list('nodes')
      .map((_, index) => index)
      .filter((index) => !children.has(index));
  }
  const chosen = document.whole(document.root['scene'], 'scene', 0);
  const scene = document.item('scenes', chosen, 'scene');
  return indexList(document, scene['nodes'] ?? [], `scenes[${chosen}].nodes`);
}

function indexList(document: GltfDocument, value: unknown, path: string): number[] {
  if (!Array.isArray(value)) return document.fail(`${path} must be a list of indices of nodes`, value);
  value.forEach((index, k) => {
    document.item('nodes', index, `${path}[${k}]`);
  });
  return [...value];
}

function numbers({ fail }: GltfDocument, value: unknown, count: number, path: string): readonly number[] {
  if (Array.isArray(value) && value.length === count && value.every(Number.isFinite)) return value;
  return fail(`${path} must be ${count} finite numbers`, value);
}

function localTransform(document: GltfDocument, node: Json, place: string): Affine {
  if (node['matrix'] !== undefined) {
    const m = numbers(document, node['matrix'], 16, `${place}.matrix`);
    if (m[3] !== 0 || m[7] !== 0 || m[11] !== 0 || m[15] !== 1)
      document.fail(`${place}.matrix must have the last row 0 0 0 1`, m);
    return [m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10], m[12], m[13], m[14]];
  }
  const [tx, ty, tz] = numbers(document, node['translation'] ?? [0, 0, 0], 3, `${place}.translation`);
  const given = numbers(document, node['rotation'] ?? [0, 0, 0, 1], 4, `${place}.rotation`);
  const [sx, sy, sz] = numbers(document, node['scale'] ?? [1, 1, 1], 3, `${place}.scale`);
  const length = Math.hypot(...given);
  if (!(Math.abs(length - 1) < 0.01)) document.fail(`${place}.rotation must be a unit quaternion`, given);
  const [x, y, z, w] = given.map((component) => component / length);
  return [
    sx * (1 - 2 * (y * y + z * z)), sx * 2 * (x * y + w * z), sx * 2 * (x * z - w * y),
    sy * 2 * (x * y - w * z), sy * (1 - 2 * (x * x + z * z)), sy * 2 * (y * z + w * x),
    sz * 2 * (x * z + w * y), sz * 2 * (y * z - w * x), sz * (1 - 2 * (x * x + y * y)),
    tx, ty, tz,
  ]; // biome-ignore format: one column a line
}

function multiply(a: Affine, b: Affine): Affine {
  return Array.from({ length: 12 }, (_, k) => {
    const row = k % 3;
    const column = 3 * Math.floor(k / 3);
    return (
      a[row] * b[column] + a[row + 3] * b[column + 1] + a[row + 6] * b[column + 2] + (column === 9 ? a[row + 9] : 0)
    );
  });
}

export function transformPoint(m: Affine, x: number, y: number, z: number): [number, number, number] {
  return [
    m[0] * x + m[3] * y + m[6] * z + m[9],
    m[1] * x + m[4] * y + m[7] * z + m[10],
    m[2] * x + m[5] * y + m[8] * z + m[11],
  ];
}

/** Whether a map mirrors, so that surfaces face inward: its determinant is negative. */
export function isMirror(m: Affine): boolean {
  return (
    m[0] * (m[4] * m[8] - m[5] * m[7]) + m[1] * (m[5] * m[6] - m[3] * m[8]) + m[2] * (m[3] * m[7] - m[4] * m[6]) < 0
  );
}
