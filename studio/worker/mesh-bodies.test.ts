import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readScene } from '../../src/index.ts';
import { addBodies, meshBodies } from './mesh-bodies.ts';

const file = (name: string, text: string) => ({ name, bytes: Uint8Array.from(new TextEncoder().encode(text)) });
/** A tetrahedron of the given edge; its corner is at the given point. */
const corner = (size: number, [x, y, z] = [0, 0, 0]) =>
  `v ${x} ${y} ${z}\nv ${x + size} ${y} ${z}\nv ${x} ${y + size} ${z}\nv ${x} ${y} ${z + size}\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n`;

describe('meshes as bodies', () => {
  it('stand side by side, next to what is there and on its lowest side', () => {
    const files = [file('a.obj', corner(1, [5, 5, 5])), file('a.stl.obj', corner(2)), file('a.obj', corner(1))];
    const bodies = meshBodies(files, ['a'], { min: [-1, -1, 0], max: [1, 1, 4] }, [0, 0, -9.81]);
    expect(bodies.map(({ name }) => name)).toEqual(['a 2', 'a.stl', 'a 3']);
    // gap: a tenth of the largest, 0.2
    expect(bodies.map(({ position }) => position)).toEqual([
      [1.2 - 5, -5.5, -5],
      [2.4, -1, 0],
      [4.6, -0.5, 0],
    ]);
    expect(bodies.every(({ density }) => density === 1000)).toBe(true);
  });

  it('a surface that is not closed is fixed', () => {
    const [body] = meshBodies([file('sheet.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n')], [], undefined);
    expect(body).toMatchObject({ motion: 'fixed', position: [0, -0.5, 0] });
  });

  it('are added at the end of the bodies of a scene that can be read, with all other text unchanged', () => {
    const before = readFileSync(new URL('../../examples/dominoes.scene.json', import.meta.url), 'utf8');
    const { text, names } = addBodies({ text: before, files: [file('part.obj', corner(0.1))], gravity: [0, 0, -9.81] });
    expect(names).toEqual(['part']);
    const [old, made] = [readScene(before, 'before'), readScene(text, 'after')];
    expect(made.bodies.length).toBe(old.bodies.length + 1);
    const at = text.indexOf(',\n    {"name":"part"');
    expect(text.slice(0, at) + text.slice(text.indexOf('\n', at + 2))).toBe(before);
    const empty = addBodies({
      text: '{"world":"solids","title":"Parts","description":"Parts.","bodies":[],"time":{"end":1}}',
      files: [file('part.obj', corner(1))],
    });
    expect(readScene(empty.text, 'empty').bodies.length).toBe(1);
  });

  it('are rejected with the reason where they cannot be added', () => {
    const files = [file('part.obj', corner(1))];
    expect(() => addBodies({ text: '{"bodies":[]}', files })).toThrow(/this one is of the world "planar"/);
    expect(() => addBodies({ text: '{"world":"solids"}', files })).toThrow(/no list of bodies/);
    expect(() => addBodies({ text: '{"world":"solids","bodies":[]}', files: [file('a.txt', '')] })).toThrow(
      /cannot add a\.txt/,
    );
  });
});
