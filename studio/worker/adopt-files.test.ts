import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readScene } from '../../src/index.ts';
import { adoptFiles } from './adopt-files.ts';

const EXAMPLES = new URL('../../examples/', import.meta.url);
const file = (path: string) => ({
  name: path.split('/').at(-1) ?? '',
  bytes: new Uint8Array(readFileSync(new URL(path, EXAMPLES))),
});

it('a scene that is dropped with its mesh file contains the mesh; alone, the message names the file', () => {
  const scene = file('cloth-over-a-part.scene.json');
  const { name, text } = adoptFiles({ files: [scene, file('meshes/star.obj')] });
  expect(name).toBe('cloth-over-a-part');
  expect(readScene(text, name).bodies).toHaveLength(5);
  expect(() => adoptFiles({ files: [scene] })).toThrow('cloth-over-a-part.scene.json needs meshes/star.obj');
});
