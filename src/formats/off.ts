import type { SurfaceMesh } from '../shapes/mesh.ts';
import { parseDecimal } from './decimal.ts';
import { MeshFileError } from './mesh-file-error.ts';
import { meshFromFaces, type ReadMeshOptions } from './mesh-from-faces.ts';
import { meshText } from './mesh-text.ts';
import { createTextCursor, skipLine, type TextCursor, wordsOfLine } from './text-cursor.ts';

/** Header words: texture, colour and normal at each vertex; 4 and n are other dimensions. */
const HEADER = /^(ST)?(C)?(N)?(4)?(n)?OFF$/;

/**
 * Reads an OFF file (Object File Format, ascii): vertices and polygons. Colours, normals and texture coordinates are left out. The header word
 * may be missing; comments begin with #.
 */
export function readOff(source: string, bytes: Uint8Array, options?: ReadMeshOptions): SurfaceMesh {
  const lines = contentLines(createTextCursor(meshText(source, bytes)));
  const fail = (line: number, expected: string, got?: unknown): never => {
    throw new MeshFileError(source, { line }, expected, got);
  };
  let end = 1;
  const next = (what: string) => {
    const { value, done } = lines.next();
    if (done) return fail(end, `truncated: must continue with ${what}`);
    end = value.line;
    return value;
  };
  let head = next('OFF');
  const [, texture, color, normal, four, many] = HEADER.exec(head.words[0]) ?? [];
  if (HEADER.test(head.words[0])) {
    if (four || many) fail(head.line, 'an OFF file must have three coordinates per vertex', head.words[0]);
    if (head.words[1] === 'BINARY') fail(head.line, 'an OFF file must be text', 'BINARY');
    head = head.words.length > 1 ? { line: head.line, words: head.words.slice(1) } : next('the counts');
  }
  const [vertexCount, faceCount] = counts(head.words, (got) =>
    fail(head.line, 'an OFF file must have the counts of vertices, faces and edges after its header', got),
  );
  const positions: number[] = [];
  const nodeLines: number[] = [];
  const extra = (normal ? 3 : 0) + (texture ? 2 : 0);
  for (let i = 0; i < vertexCount; i++) {
    const { line, words } = next(`vertex ${i} of ${vertexCount}`);
    const tooMany = !color && words.length > 3 + extra;
    if (words.length < 3 + extra || tooMany) fail(line, `vertex ${i} must have ${3 + extra} numbers`, words);
    for (const word of words.slice(0, 3)) {
      positions.push(parseDecimal(word) ?? fail(line, `vertex ${i} must be made of numbers`, word));
    }
    nodeLines.push(line);
  }
  const faceNodes: number[] = [];
  const faceEnds: number[] = [];
  const faceLines: number[] = [];
  for (let i = 0; i < faceCount; i++) {
    const { line, words } = next(`face ${i} of ${faceCount}`);
    const corners = wholeNumber(words[0]);
    if (corners === undefined || words.length <= corners)
      fail(line, `face ${i} must have a count of corners and as many nodes`, words);
    for (const word of words.slice(1, 1 + (corners as number))) {
      faceNodes.push(wholeNumber(word) ?? fail(line, `face ${i} must have node numbers from 0`, word));
    }
    faceEnds.push(faceNodes.length);
    faceLines.push(line);
  }
  const rest = lines.next();
  if (!rest.done)
    fail(rest.value.line, 'must be the end of the file, all vertices and faces are read', rest.value.words);
  return meshFromFaces(
    {
      source,
      positions,
      locationOfNode: (node) => ({ line: nodeLines[node] }),
      faceNodes,
      faceEnds,
      locationOfFace: (face) => ({ line: faceLines[face] }),
    },
    options,
  );
}

interface ContentLine {
  readonly line: number;
  readonly words: string[];
}

/** Lines that are not empty, without comments. */
function* contentLines(cursor: TextCursor): Generator<ContentLine, undefined> {
  do {
    const { line } = cursor;
    const words = wordsOfLine(cursor);
    const comment = words.findIndex((word) => word.startsWith('#'));
    const content = comment < 0 ? words : words.slice(0, comment);
    if (content.length > 0) yield { line, words: content };
  } while (skipLine(cursor));
  return undefined;
}

function counts(words: readonly string[], fail: (got: unknown) => never): readonly number[] {
  const numbers = words.map(wholeNumber);
  // the count of edges is often wrong or missing, and has no use
  if (numbers.length < 2 || numbers.length > 3 || numbers.includes(undefined)) return fail(words);
  return numbers as number[];
}

function wholeNumber(word: string | undefined): number | undefined {
  return word !== undefined && /^\d{1,10}$/.test(word) ? Number(word) : undefined;
}
