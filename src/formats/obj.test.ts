import { describe, expect, it } from 'vitest';
import { meshFileError } from '../../test/mesh-file-error.ts';
import { readObj, writeObj } from './obj.ts';
import { decodeUtf8, encodeUtf8 } from './text-bytes.ts';

function read(text: string) {
  return readObj('house.obj', encodeUtf8(text));
}

const SQUARE = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';

describe('an OBJ file', () => {
  it('gives positions, triangles and quads, and ignores other statements', () => {
    const mesh = read(`# a house
mtllib house.mtl
o house
v 0.1 -2e-3 +3.5
v 1 .5 5. 1.0
v 1 1 0 0.5 0.5 0.5
v 0 1 -0
vt 0 0
vn 0 0 1
g walls
s off
usemtl brick
f 1 2 3 4   # a quad
f 1/1 2/1/1 3//1
l 1 2
`);
    expect([...mesh.positions]).toEqual([0.1, -0.002, 3.5, 1, 0.5, 5, 1, 1, 0, 0, 1, -0]);
    expect([...mesh.quads]).toEqual([0, 1, 2, 3]);
    expect([...mesh.triangles]).toEqual([0, 1, 2]);
  });

  it('may count vertices back from the last one, refer to later vertices, and continue lines', () => {
    expect([...read(`${SQUARE}f -4 -3 -2\nv 5 5 5\nf -1 -2 -3`).triangles]).toEqual([0, 1, 2, 4, 3, 2]);
    expect([...read(`f 1 2 3\n${SQUARE}`).triangles]).toEqual([0, 1, 2]);
    expect([...read(`${SQUARE}f 1 2 \\\n 3\\\n 4\n`).quads]).toEqual([0, 1, 2, 3]);
    expect([...read(`${SQUARE}f 1 2 3 4`.replaceAll('\n', '\r\n')).quads]).toEqual([0, 1, 2, 3]);
    expect([...read(`\ufeff${SQUARE}f 1 2 3 4`.replaceAll('\n', '\r')).quads]).toEqual([0, 1, 2, 3]);
  });

  it('may be in any 8-bit encoding where it does not matter', () => {
    const latin1 = Uint8Array.from(`# Gr\xf6\xdfe\n${SQUARE}f 1 2 3\n`, (letter) => letter.charCodeAt(0));
    expect([...readObj('a.obj', latin1).triangles]).toEqual([0, 1, 2]);
  });

  it('with a convex polygon gives a fan of triangles', () => {
    const mesh = read('v 0 0 0\nv 2 0 0\nv 3 1 0\nv 2 2 0\nv 0 2 0\nf 1 2 3 4 5');
    expect([...mesh.triangles]).toEqual([0, 1, 2, 0, 2, 3, 0, 3, 4]);
    // products of four such lengths exceed the range of doubles
    for (const scale of ['e-100', 'e100']) {
      const corners = [
        [0, 0],
        [2, 0],
        [3, 1],
        [2, 2],
        [0, 2],
      ].map(([x, y]) => `v ${x}${scale} ${y}${scale} 0\n`);
      expect(read(`${corners.join('')}f 1 2 3 4 5`).triangles).toEqual(mesh.triangles);
    }
  });

  it('with a concave polygon gives a fan from a corner that sees all of it', () => {
    // an arrow head with its notch at the third corner, and one corner on the edge there
    const mesh = read('v 0 0 0\nv 4 -3 0\nv 1 0 0\nv 4 3 0\nv 2 1.5 0\nf 1 2 3 4 5');
    const area = areaOf(mesh.positions, mesh.triangles);
    expect(area).toBe(3); // 4 · 6 / 2 less the notch 3 · 6 / 2; exact in small binary fractions
  });

  it.each([
    [`${SQUARE}f 1 2 5`, 5, 'face 1, corner 2 must be a node of the file (1 to 4), got 5'],
    ['f 1 2 3', 1, 'must be a node of the file (there are none), got 1'],
    [`${SQUARE}f 1 2 0`, 5, 'counted from 1 or back from -1 (4 vertices so far), got "0"'],
    [`${SQUARE}f 1 2 -5`, 5, 'got "-5"'],
    [`${SQUARE}f 1 2 3x`, 5, 'got "3x"'],
    [`${SQUARE}f 1 2 3/1/1/1`, 5, 'got "3/1/1/1"'],
    [`${SQUARE}f 1 2`, 5, 'face 1 must have 3 to 1000 corners, got 2'],
    [`${SQUARE}\nf 1 2 2`, 6, 'face 1 must have different nodes, got node 2 twice'],
    [`${SQUARE}f 1 2 3 4 1`, 5, 'face 1 must have different nodes, got node 1 twice'],
    ['v 1 2\nf 1 1 1', 1, 'a vertex must have 3 numbers (4 with a weight, 6 with a colour), got ["1","2"]'],
    ['v 1 2 3\nv 1 2 0x3', 2, 'a vertex must be made of numbers, got "0x3"'],
    [`${SQUARE}v 1 nan 3\nf 1 2 3`, 5, 'position of node 5 must be three finite numbers, got [1,"NaN",3]'],
    [`${SQUARE}v 1 2 1e999\nf 1 2 3`, 5, 'got [1,2,"Infinity"]'],
    [`${SQUARE}cstype bezier`, 5, 'must be a statement of a polygon mesh (v, f, vt, vn, g ...), got "cstype"'],
    [SQUARE, undefined, 'empty: a mesh must have at least one triangle, quad or polygon'],
    ['', undefined, 'empty'],
    [starOf(5), 11, 'no fan of triangles covers it'],
  ])('with an input error names its line: %j', (text, line, message) => {
    const error = meshFileError(() => read(text));
    expect(error.line).toBe(line);
    expect(error.message).toContain(message);
    expect(error.message).toContain(line === undefined ? 'house.obj: ' : `house.obj:${line}: `);
  });

  it('with degenerate faces is read without them on request', () => {
    const bytes = encodeUtf8(`${SQUARE}f 1 2 2\nf 1 2 3\nf 1 2 3 4 1\n`);
    expect([...readObj('a.obj', bytes, { degenerate: 'drop' }).triangles]).toEqual([0, 1, 2]);
  });

  it('is written with all digits of the doubles', () => {
    const mesh = read(`${SQUARE}v -0 5e-324 0.30000000000000004\nf 1 2 3 4\nf 1 2 5`);
    const text = decodeUtf8(writeObj(mesh));
    expect(text).toBe(`${SQUARE}v -0 5e-324 0.30000000000000004\nf 1 2 5\nf 1 2 3 4\n`);
  });

  it('of 100 000 vertices and 200 000 triangles is read completely', () => {
    const side = 316;
    const lines: string[] = [];
    for (let i = 0; i <= side; i++) for (let j = 0; j <= side; j++) lines.push(`v ${i / 7} ${j / 3} ${(i * j) / 11}`);
    for (let i = 0; i < side; i++) {
      for (let j = 0; j < side; j++) {
        const a = i * (side + 1) + j + 1;
        lines.push(`f ${a} ${a + 1} ${a + side + 2}`, `f ${a} ${a + side + 2} ${a + side + 1}`);
      }
    }
    const mesh = read(lines.join('\n'));
    expect(mesh.positions.length).toBe(3 * (side + 1) ** 2);
    expect(mesh.triangles.length).toBe(6 * side ** 2);
    expect([...mesh.positions.slice(-3)]).toEqual([side / 7, side / 3, side ** 2 / 11]);
  });
});

/** A star with `count` points, which no corner sees all of. */
function starOf(count: number): string {
  const corners = Array.from({ length: 2 * count }, (_, k) => {
    const angle = (Math.PI * k) / count;
    const radius = k % 2 === 0 ? 10 : 1;
    return `v ${radius * Math.cos(angle)} ${radius * Math.sin(angle)} 0`;
  });
  return `${corners.join('\n')}\nf ${corners.map((_, k) => k + 1).join(' ')}`;
}

/** The sum of the areas, all positive, of triangles in the plane z = 0. */
function areaOf(positions: Float64Array, triangles: Int32Array): number {
  let area = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [3 * triangles[k], 3 * triangles[k + 1], 3 * triangles[k + 2]];
    const ex = positions[b] - positions[a];
    const ey = positions[b + 1] - positions[a + 1];
    const fx = positions[c] - positions[a];
    const fy = positions[c + 1] - positions[a + 1];
    area += Math.abs(ex * fy - ey * fx) / 2;
  }
  return area;
}
