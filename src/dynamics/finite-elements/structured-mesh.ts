import type { ReadonlyVec3 } from '../../math/vec3.ts';
import { checkAboveZero, describeValue, finiteNumbers } from '../../shapes/checks.ts';
import { type BrickSide, HEXAHEDRON_FACES, type MembraneMesh, type SolidMesh } from './element-mesh.ts';

/** Part of a surface: its nodes in ascending order and its quadrilaterals, four nodes each, counter-clockwise from outside. */
export interface MeshSide {
  readonly nodes: Int32Array;
  readonly quads: Int32Array;
}

/** A box divided into bricks. */
export interface BlockMesh extends SolidMesh {
  /** The whole surface, and its six sides. */
  readonly surface: MeshSide;
  readonly sides: Readonly<Record<BrickSide, MeshSide>>;
}

/** A rectangular sheet parallel to the xy plane, its triangles counter-clockwise seen from +z. */
export interface SheetMesh extends MembraneMesh {
  /** The upper side (+z); two triangles per quadrilateral. */
  readonly surface: MeshSide;
  /** Nodes on the four edges, in ascending order. */
  readonly rim: Int32Array;
}

/**
 * A box of extents `size` [m] with its lowest corner at `origin`, divided into nx x ny x nz equal hexahedra. Nodes are
 * numbered along x first, then y, then z.
 */
export function createBlockMesh(
  nx: number,
  ny: number,
  nz: number,
  size: ReadonlyVec3,
  origin: ReadonlyVec3,
): BlockMesh {
  checkCounts('block', { nx, ny, nz });
  checkAboveZero('block: size.x', size.x);
  checkAboveZero('block: size.y', size.y);
  checkAboveZero('block: size.z', size.z);
  const hexahedra: number[] = [];
  const quads: Record<BrickSide, number[]> = { xMin: [], xMax: [], yMin: [], yMax: [], zMin: [], zMax: [] };
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++) {
        const lower = cellCorners(i, j, nx, (nx + 1) * (ny + 1) * k);
        const cell = [...lower, ...lower.map((node) => node + (nx + 1) * (ny + 1))];
        hexahedra.push(...cell);
        const addQuad = (side: BrickSide) => quads[side].push(...HEXAHEDRON_FACES[side].map((corner) => cell[corner]));
        if (i === 0) addQuad('xMin');
        if (i === nx - 1) addQuad('xMax');
        if (j === 0) addQuad('yMin');
        if (j === ny - 1) addQuad('yMax');
        if (k === 0) addQuad('zMin');
        if (k === nz - 1) addQuad('zMax');
      }
    }
  }
  return {
    kind: 'solid',
    positions: gridPositions('block', nx, ny, nz, size, origin),
    hexahedra: Int32Array.from(hexahedra),
    surface: createSide(Object.values(quads).flat()),
    sides: {
      xMin: createSide(quads.xMin),
      xMax: createSide(quads.xMax),
      yMin: createSide(quads.yMin),
      yMax: createSide(quads.yMax),
      zMin: createSide(quads.zMin),
      zMax: createSide(quads.zMax),
    },
  };
}

/**
 * A sheet of width x depth [m] along x and y with its lowest corner at `origin`, divided into nx x ny rectangles of two
 * triangles each. The diagonals alternate, so with nx and ny even neither direction is preferred.
 */
export function createSheetMesh(
  nx: number,
  ny: number,
  width: number,
  depth: number,
  thickness: number,
  origin: ReadonlyVec3,
): SheetMesh {
  checkCounts('sheet', { nx, ny });
  checkAboveZero('sheet: width', width);
  checkAboveZero('sheet: depth', depth);
  checkAboveZero('sheet: thickness', thickness);
  const triangles: number[] = [];
  const quads: number[] = [];
  for (let j = 0; j < ny; j++) {
    for (let i = 0; i < nx; i++) {
      const [a, b, c, d] = cellCorners(i, j, nx, 0);
      quads.push(a, b, c, d);
      triangles.push(...((i + j) % 2 === 0 ? [a, b, c, a, c, d] : [a, b, d, b, c, d]));
    }
  }
  const isOnRim = (node: number) => {
    const i = node % (nx + 1);
    const j = Math.floor(node / (nx + 1));
    return i === 0 || i === nx || j === 0 || j === ny;
  };
  const surface = createSide(quads);
  return {
    kind: 'membrane',
    positions: gridPositions('sheet', nx, ny, 0, { x: width, y: depth, z: 0 }, origin),
    triangles: Int32Array.from(triangles),
    thickness,
    surface,
    rim: surface.nodes.filter(isOnRim),
  };
}

/** Counter-clockwise corners of cell (i, j) of a layer whose first node is `first`. */
function cellCorners(i: number, j: number, nx: number, first: number): [number, number, number, number] {
  const low = first + i + (nx + 1) * j;
  return [low, low + 1, low + nx + 2, low + nx + 1];
}

function createSide(quads: readonly number[]): MeshSide {
  return { nodes: Int32Array.from(new Set(quads)).sort(), quads: Int32Array.from(quads) };
}

/** `nz` = 0 is a single layer. */
function gridPositions(
  name: string,
  nx: number,
  ny: number,
  nz: number,
  size: ReadonlyVec3,
  origin: ReadonlyVec3,
): Float64Array {
  if (!finiteNumbers([origin.x, origin.y, origin.z])) {
    throw new RangeError(`${name}: origin must be finite, got ${describeValue(origin)}`);
  }
  const positions: number[] = [];
  for (let k = 0; k <= nz; k++) {
    for (let j = 0; j <= ny; j++) {
      for (let i = 0; i <= nx; i++) {
        positions.push(
          origin.x + (size.x * i) / nx,
          origin.y + (size.y * j) / ny,
          origin.z + (nz > 0 ? (size.z * k) / nz : 0),
        );
      }
    }
  }
  return Float64Array.from(positions);
}

function checkCounts(mesh: string, counts: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(counts)) {
    if (!(Number.isSafeInteger(count) && count >= 1)) {
      throw new RangeError(`${mesh}: ${name} must be an integer of at least 1, got ${describeValue(count)}`);
    }
  }
}
