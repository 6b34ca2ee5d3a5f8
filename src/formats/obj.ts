import type { SurfaceMesh } from '../shapes/mesh.ts';
import { formatDecimals, parseDecimal } from './decimal.ts';
import { MeshFileError } from './mesh-file-error.ts';
import { meshFromFaces, type ReadMeshOptions } from './mesh-from-faces.ts';
import { meshText } from './mesh-text.ts';
import { joinBytes } from './text-bytes.ts';
import { createTextCursor, nextWord, skipLine, type TextCursor, wordsOfLine } from './text-cursor.ts';

/** Statements that do not affect the surface: texture, normals, names, groups, materials, points and lines. */
const IGNORED = new Set(
  'vt vn vp g o s mg usemtl mtllib usemap maplib l p bevel c_interp d_interp lod shadow_obj trace_obj'.split(' '),
);

/** x y z alone, with a weight w, with a colour, or with both. */
const VERTEX_NUMBERS = [3, 4, 6, 7];

/** Node, optionally followed by texture and normal. */
const CORNER = /^([+-]?\d+)(?:\/(?:-?\d+)?){0,2}$/;

/**
 * Reads the polygons of a Wavefront OBJ file: `v` and `f`, indices from 1 or counted back from the last vertex. Weights
 * and colours of vertices are dropped, names, groups and materials too; free-form surfaces are rejected.
 */
export function readObj(source: string, bytes: Uint8Array, options?: ReadMeshOptions): SurfaceMesh {
  const positions: number[] = [];
  const nodeLines: number[] = [];
  const faceNodes: number[] = [];
  const faceEnds: number[] = [];
  const faceLines: number[] = [];
  const cursor = createTextCursor(meshText(source, bytes));
  do {
    const keyword = nextWord(cursor);
    if (keyword === '' || keyword.startsWith('#') || IGNORED.has(keyword)) continue;
    const { line } = cursor;
    if (keyword === 'v') {
      readVertex(source, cursor, positions);
      nodeLines.push(line);
    } else if (keyword === 'f' || keyword === 'fo') {
      readFace(source, cursor, positions.length / 3, faceNodes);
      faceEnds.push(faceNodes.length);
      faceLines.push(line);
    } else {
      throw new MeshFileError(source, { line }, 'must be a statement of a polygon mesh (v, f, vt, vn, g ...)', keyword);
    }
  } while (skipLine(cursor));
  return meshFromFaces(
    {
      source,
      positions,
      locationOfNode: (node) => ({ line: nodeLines[node] }),
      faceNodes,
      faceEnds,
      locationOfFace: (face) => ({ line: faceLines[face] }),
      nameOfFace: (face) => `face ${face + 1}`,
      firstNode: 1,
    },
    options,
  );
}

function readVertex(source: string, cursor: TextCursor, positions: number[]): void {
  const { line } = cursor;
  const words = wordsBeforeComment(cursor);
  if (!VERTEX_NUMBERS.includes(words.length)) {
    throw new MeshFileError(source, { line }, 'a vertex must have 3 numbers (4 with a weight, 6 with a colour)', words);
  }
  words.forEach((word, k) => {
    const value = parseDecimal(word);
    if (value === undefined) throw new MeshFileError(source, { line }, 'a vertex must be made of numbers', word);
    if (k < 3) positions.push(value);
  });
}

/** `nodeCount` is the number of vertices so far, from which negative indices count back. */
function readFace(source: string, cursor: TextCursor, nodeCount: number, faceNodes: number[]): void {
  const { line } = cursor;
  for (const word of wordsBeforeComment(cursor)) {
    const match = CORNER.exec(word);
    const index = match ? Number(match[1]) : 0;
    if (index === 0 || index < -nodeCount) {
      const expected = `a corner must be a vertex number, counted from 1 or back from -1 (${nodeCount} vertices so far)`;
      throw new MeshFileError(source, { line }, expected, word);
    }
    faceNodes.push(index > 0 ? index - 1 : nodeCount + index);
  }
}

function wordsBeforeComment(cursor: TextCursor): string[] {
  const words = wordsOfLine(cursor);
  const comment = words.findIndex((word) => word.startsWith('#'));
  return comment < 0 ? words : words.slice(0, comment);
}

/**
 * The mesh as an OBJ file: positions, triangles and quads; the positions are read back bit for bit. OBJ cannot hold
 * velocities and other data.
 */
export function writeObj(mesh: SurfaceMesh): Uint8Array {
  return joinBytes(objLines(mesh));
}

function* objLines({ positions, triangles, quads }: SurfaceMesh): Generator<string> {
  for (let k = 0; k < positions.length; k += 3) yield `v ${formatDecimals(positions, k, 3)}\n`;
  for (let k = 0; k < triangles.length; k += 3) {
    yield `f ${triangles[k] + 1} ${triangles[k + 1] + 1} ${triangles[k + 2] + 1}\n`;
  }
  for (let k = 0; k < quads.length; k += 4) {
    yield `f ${quads[k] + 1} ${quads[k + 1] + 1} ${quads[k + 2] + 1} ${quads[k + 3] + 1}\n`;
  }
}
