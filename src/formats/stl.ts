import type { SurfaceMesh } from '../shapes/mesh.ts';
import { parseDecimal } from './decimal.ts';
import { mergePoints } from './merge-points.ts';
import { type FileLocation, MeshFileError } from './mesh-file-error.ts';
import { meshFromFaces, type ReadMeshOptions } from './mesh-from-faces.ts';
import { meshText } from './mesh-text.ts';
import { byteOrderHint, dataView } from './scalar-type.ts';
import { createTextCursor, nextWord, nextWordAnywhere, skipLine, type TextCursor } from './text-cursor.ts';

/** [bytes] Binary: a free text, then the count of facets; a facet is a normal, three corners and two ignored bytes. */
export const STL_HEADER = 80;
export const STL_FACETS_AT = STL_HEADER + 4;
export const STL_FACET = 50;

/** Whether it is binary STL. The free text may start with "solid" like the ascii form, so only the length decides. */
export function isBinaryStl(bytes: Uint8Array): boolean {
  return (
    bytes.length >= STL_FACETS_AT &&
    bytes.length === STL_FACETS_AT + STL_FACET * dataView(bytes).getUint32(STL_HEADER, true)
  );
}

/**
 * Reads an STL file, ascii or binary (detected from the content). STL repeats the corners in every facet: exactly equal
 * positions become one node. Normals and colours are ignored: the order of the corners defines the outside.
 */
export function readStl(source: string, bytes: Uint8Array, options?: ReadMeshOptions): SurfaceMesh {
  const isText = !isBinaryStl(bytes) && /^\s*solid/i.test(meshText(source, bytes.subarray(0, STL_HEADER)));
  const { corners, locationOfFacet } = isText ? readText(source, bytes) : readBinary(source, bytes);
  const { positions, indices } = mergePoints(corners);
  return meshFromFaces(
    {
      source,
      positions,
      locationOfNode: (node) => locationOfFacet(Math.floor(indices.indexOf(node) / 3)),
      faceNodes: indices,
      faceEnds: Int32Array.from({ length: indices.length / 3 }, (_, facet) => 3 * facet + 3),
      locationOfFace: locationOfFacet,
      nameOfFace: (facet) => `facet ${facet}`,
    },
    options,
  );
}

interface Facets {
  /** xyz of three corners per facet. */
  readonly corners: Float64Array;
  readonly locationOfFacet: (facet: number) => FileLocation;
}

function readBinary(source: string, bytes: Uint8Array): Facets {
  if (bytes.length < STL_FACETS_AT) {
    const expected = `an STL file must begin with "solid" or have at least ${STL_FACETS_AT} bytes`;
    throw new MeshFileError(source, { byte: 0 }, `${expected}, got ${bytes.length} bytes`);
  }
  const view = dataView(bytes);
  const count = view.getUint32(STL_HEADER, true);
  const bytesFor = (facets: number) => STL_FACETS_AT + STL_FACET * facets;
  if (bytes.length !== bytesFor(count)) {
    const hint = byteOrderHint(count, 'u32', (swapped) => bytesFor(swapped) === bytes.length);
    const expected = `an STL file of ${count} facets${hint} must have ${bytesFor(count)} bytes`;
    throw new MeshFileError(source, { byte: STL_HEADER }, `${expected}, got ${bytes.length}: truncated, or no STL`);
  }
  const corners = new Float64Array(9 * count);
  for (let facet = 0; facet < count; facet++) {
    // skip the normal, 12 bytes
    for (let k = 0; k < 9; k++) corners[9 * facet + k] = view.getFloat32(bytesFor(facet) + 12 + 4 * k, true);
  }
  return { corners, locationOfFacet: (facet) => ({ byte: bytesFor(facet) }) };
}

/** solid NAME { facet normal x y z  outer loop  { vertex x y z } × 3  endloop  endfacet } endsolid NAME, any number of them. */
function readText(source: string, bytes: Uint8Array): Facets {
  const cursor = createTextCursor(meshText(source, bytes));
  const corners: number[] = [];
  const lines: number[] = [];
  let inSolid = false;
  for (let word = nextKeyword(cursor); word !== ''; word = nextKeyword(cursor)) {
    if (word === (inSolid ? 'endsolid' : 'solid')) {
      // the rest of the line is a name
      inSolid = !inSolid;
      skipLine(cursor);
    } else if (inSolid && word === 'facet') {
      lines.push(cursor.line);
      readFacet(source, cursor, corners);
    } else {
      const expected = inSolid ? 'must be "facet" or "endsolid"' : 'must be "solid"';
      throw new MeshFileError(source, { line: cursor.line }, expected, word);
    }
  }
  if (inSolid) throw new MeshFileError(source, { line: cursor.line }, 'truncated: a solid must end with "endsolid"');
  return { corners: Float64Array.from(corners), locationOfFacet: (facet) => ({ line: lines[facet] }) };
}

function readFacet(source: string, cursor: TextCursor, corners: number[]): void {
  expectKeywords(source, cursor, ['normal']);
  // degenerate facets have normals that no number parser accepts: skipped
  for (let k = 0; k < 3; k++) nextWord(cursor);
  expectKeywords(source, cursor, ['outer', 'loop']);
  for (let corner = 0; corner < 3; corner++) {
    expectKeywords(source, cursor, ['vertex']);
    for (let axis = 0; axis < 3; axis++) {
      const word = nextWord(cursor);
      const value = parseDecimal(word);
      if (value === undefined) {
        throw new MeshFileError(source, { line: cursor.line }, 'a vertex must have three numbers', word);
      }
      corners.push(value);
    }
  }
  expectKeywords(source, cursor, ['endloop', 'endfacet']);
}

function expectKeywords(source: string, cursor: TextCursor, expected: readonly string[]): void {
  for (const keyword of expected) {
    const word = nextKeyword(cursor);
    if (word === keyword) continue;
    const problem = word === '' ? 'truncated: must continue with' : 'must be';
    throw new MeshFileError(source, { line: cursor.line }, `${problem} "${keyword}"`, word === '' ? undefined : word);
  }
}

function nextKeyword(cursor: TextCursor): string {
  return nextWordAnywhere(cursor).toLowerCase();
}
