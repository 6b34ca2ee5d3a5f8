import type { Random } from '../../src/math/random.ts';
import { createSurfaceMesh } from '../../src/shapes/mesh.ts';
import { createTrimesh, type Trimesh } from '../../src/shapes/trimesh.ts';

/** Nodes of a lattice and the quads between them, as a mesh file has them: equal corners are one node. */
interface Lattice {
  readonly nodes: number[][];
  readonly quads: number[];
}

function createLattice(): Lattice & { addQuad(corners: readonly (readonly number[])[]): void } {
  const nodes: number[][] = [];
  const quads: number[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (p: readonly number[]) => {
    const key = p.join(' ');
    const known = numbers.get(key) ?? nodes.push([...p]) - 1;
    numbers.set(key, known);
    return known;
  };
  return { nodes, quads, addQuad: (corners) => quads.push(...corners.map(numberOf)) };
}

/** Whole cubes of a lattice as one closed surface: faces between two cubes are left out. */
function surfaceOf(cubes: readonly (readonly number[])[]): Lattice {
  const lattice = createLattice();
  const has = (p: readonly number[]) => cubes.some((cube) => cube.every((value, k) => value === p[k]));
  for (const cube of cubes) {
    for (let axis = 0; axis < 3; axis++) {
      for (const sign of [0, 1]) {
        if (has(cube.map((value, k) => (k === axis ? value + 2 * sign - 1 : value)))) continue;
        const [i, j] = sign === 1 ? [(axis + 1) % 3, (axis + 2) % 3] : [(axis + 2) % 3, (axis + 1) % 3];
        const corner = (u: number, v: number) =>
          cube.map((value, k) => value + (k === axis ? sign : 0) + (k === i ? u : 0) + (k === j ? v : 0));
        lattice.addQuad([corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)]);
      }
    }
  }
  return lattice;
}

const block = (x: number, y: number, z: number) =>
  Array.from({ length: x }, (_, i) =>
    Array.from({ length: y }, (__, j) => Array.from({ length: z }, (___, k) => [i, j, k])),
  ).flat(2);

/** One face, or all but one, of a block of cubes. */
function drawSheet(random: Random): Lattice {
  const { nodes, quads } = surfaceOf(block(1 + random.below(2), 1 + random.below(2), 1));
  const faces = Array.from({ length: quads.length / 4 }, (_, k) => quads.slice(4 * k, 4 * k + 4));
  const isTop = (face: readonly number[]) => face.every((node) => nodes[node][2] === 1);
  const onlyTop = random.below(2) === 0;
  return { nodes, quads: faces.filter((face) => isTop(face) === onlyTop).flat() };
}

function drawLattice(random: Random): { lattice: Lattice; closed: boolean } {
  const closed = (cubes: readonly (readonly number[])[]) => ({ lattice: surfaceOf(cubes), closed: true });
  switch (random.below(7)) {
    case 0:
      return { lattice: drawSheet(random), closed: false };
    case 1:
      return closed(block(1 + random.below(3), 1 + random.below(3), 1 + random.below(3)));
    case 2:
      return closed(block(1, 1, 4));
    case 3:
      return closed(block(3, 3, 1).filter(([x, y]) => x !== 1 || y !== 1));
    case 4:
      return closed([
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ]);
    case 5:
      return closed(block(3, 3, 3).filter((cube) => cube.some((value) => value !== 1)));
    default:
      return closed(block(1, 1, 1));
  }
}

/** Needles and sheets as well: extents along x, y and z relative to the largest. Triangles must have an area. */
function drawExtents(random: Random): number[] {
  const thin = 10 ** random.between(-4, -1);
  return [
    [1, 1, 1],
    [1, 1, 1],
    [1, 1, thin],
    [thin, thin, 1],
    [1, thin, 1],
  ][random.below(5)];
}

/** Blocks, bars, frames, angles, hollow blocks, sheets and trays of about the size `k` [m], nodes moved by `noise` times the size. */
export function drawMesh(random: Random, k: number, noise: number): Trimesh {
  const { lattice, closed } = drawLattice(random);
  const extents = drawExtents(random);
  const spans = [0, 1, 2].map((axis) => Math.max(1, ...lattice.nodes.map((node) => node[axis])));
  const positions = lattice.nodes.flatMap((node) =>
    node.map((value, axis) => k * extents[axis] * ((2 * value) / spans[axis] - 1) + k * noise * random.normal()),
  );
  const triangles = cutQuads(random, lattice.quads);
  return createTrimesh(createSurfaceMesh({ positions, triangles }), { closed });
}

/** Along either diagonal. */
function cutQuads(random: Random, quads: readonly number[]): number[] {
  return Array.from({ length: quads.length / 4 }, (_, q) => {
    const [a, b, c, d] = quads.slice(4 * q, 4 * q + 4);
    return random.below(2) === 0 ? [a, b, c, a, c, d] : [a, b, d, b, c, d];
  }).flat();
}
