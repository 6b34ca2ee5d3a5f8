import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { QueryError } from '../fields.ts';
import type { QueryFiles } from '../file-shapes.ts';
import type { Fields } from '../query-operation.ts';
import { type Answer, answerText, type NumberArray } from './message.ts';
import { createQuerySession } from './session.ts';
import { withFiles } from './session-files.ts';

const read = (path: string) => new Uint8Array(readFileSync(new URL(`../../../test/data/${path}`, import.meta.url)));
const CUBE = `v 0 0 0
v 2 0 0
v 2 2 0
v 0 2 0
v 0 0 2
v 2 0 2
v 2 2 2
v 0 2 2
f 4 3 2 1
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
`;

function openSession(contents: Record<string, Uint8Array | string>) {
  let loads = 0;
  const notices: string[] = [];
  const files: QueryFiles = {
    async open(file, location) {
      const content = contents[file];
      if (content === undefined) throw new QueryError(location, file, 'a file', `${location}: there is no ${file}`);
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
      const load = async () => {
        loads++;
        return { files: new Map([[file, bytes]]) };
      };
      return { digest: `${file} ${bytes.length} ${bytes[0]}`, load };
    },
    notice: (text) => notices.push(text),
  };
  const embedScene = async (text: string, folder: string) => text.replace('{', `{ "description": "in ${folder}",`);
  const session = withFiles(createQuerySession({ version: '' }), { ...files, embedScene }, '');
  const ask = async (fields: Fields, arrays: Record<string, NumberArray> = {}) => {
    const answer: Answer = await session.answer(() => ({ fields, arrays }), 1);
    return { ...answer, text: JSON.parse(answerText(answer)) as Fields };
  };
  return { ask, notices, loads: () => loads };
}

const POSE = [[5, 1, 1, 1, 0, 0, 0]];

describe('shapes from files on the query server', () => {
  it('are those of the file, with the options of scenes; a content is read once for each', async () => {
    const { ask, loads } = openSession({ 'cube.obj': CUBE });
    const shape = { kind: 'mesh', file: 'cube.obj' };
    await ask({ op: 'define', name: 'ball', shape: { kind: 'sphere', radius: 0.5 } });
    for (const [name, as] of Object.entries({ a: 'surface', b: 'hull', c: 'parts', d: 'hull' })) {
      expect((await ask({ op: 'define', name, shape: { ...shape, as, scale: 0.5 } })).text.error).toBeUndefined();
      // half as large: from 0 to 1 in each axis
      const { text } = await ask({ op: 'closest-batch', A: name, B: 'ball', posesB: POSE });
      expect((text.distance as number[])[0]).toBeCloseTo(3.5, 12);
    }
    expect(loads()).toBe(3);
    const { text } = await ask({
      op: 'closest',
      A: { shape },
      B: { shape: { kind: 'sphere', radius: 1 }, position: [5, 1, 1] },
    });
    expect(text.distance).toBeCloseTo(2, 12);
  });

  it('of CAD files keep their faces', async () => {
    const { ask } = openSession({ 'part.brep': read('cad/cylinder-with-hole.brep') });
    const part = { kind: 'cad', file: 'part.brep' };
    expect((await ask({ op: 'define', name: 'part', shape: part })).text).toMatchObject({ kind: 'brep' });
    expect((await ask({ op: 'define', name: 'no', shape: { ...part, tolerence: 1 } })).text.error).toMatchObject({
      path: 'shape.tolerence',
    });
  });

  it('are rejected with the path of the shape and the reason', async () => {
    const { ask } = openSession({ 'bad.obj': 'v 0 0 0\nf 1 2 3\n' });
    const problem = async (shape: Fields) => (await ask({ op: 'define', name: 'x', shape })).text.error as Fields;
    for (const file of ['/etc/part.obj', '../part.obj', 'a/../../part.obj', 'c:/part.obj', 'http://x.org/part.obj']) {
      expect(await problem({ kind: 'mesh', file })).toMatchObject({
        path: 'shape.file',
        message: expect.stringContaining('a path inside the folder of the files'),
      });
    }
    expect((await problem({ kind: 'mesh', file: 'no.obj' })).message).toBe('shape.file: there is no no.obj');
    expect((await problem({ kind: 'mesh', file: 'bad.obj' })).message).toMatch(/^shape\.file: .*bad\.obj:2/);
    expect((await problem({ kind: 'mesh', file: 'bad.obj', scale: -1 })).path).toBe('shape.scale');
    const closed = withFiles(createQuerySession({ version: '' }), undefined, 'started without them');
    const refused = await closed.answer(
      () => ({ fields: { op: 'define', name: 'x', shape: { kind: 'mesh', file: 'a.obj' } }, arrays: {} }),
      1,
    );
    expect((refused.fields.error as Fields).message).toContain('no file: started without them');
  });

  it('are read for the scene of a world, with the folder of the scene', async () => {
    const { ask } = openSession({});
    const scene = {
      world: 'solids',
      title: 'A ball',
      bodies: [{ name: 'ball', shape: { kind: 'sphere', radius: 0.5 }, mass: 2 }],
      time: { end: 10, method: 'steps', step: 0.1 },
    };
    // the description is added by the reader of files
    expect((await ask({ op: 'world-open', name: 'w', scene, folder: 'a/b' })).text).toMatchObject({ time: 0 });
    expect((await ask({ op: 'world-open', name: 'w', scene })).text.error).toBeDefined();
    const text = `// a comment\n${JSON.stringify(scene)}`;
    expect((await ask({ op: 'world-open', name: 'w', scene: text, folder: 'a' })).text).toMatchObject({
      bodies: ['ball'],
    });
  });
});

describe('mesh sessions from files', () => {
  const shells = { 'shells.e': read('meshes/netcdf-shells.e') };

  it('have the nodes, elements, sets and thicknesses of the file', async () => {
    const { ask } = openSession(shells);
    const { text, arrays } = await ask({ op: 'mesh-open', name: 'm', file: 'shells.e', scale: 0.001 });
    const count = text.nodeCount as number;
    expect(arrays.positions.dimensions).toEqual([count, 3]);
    expect((text.sets as string[]).length).toBeGreaterThan(0);
    expect((text.setSizes as number[]).reduce((sum, size) => sum + size, 0)).toBe(arrays.setNodes.values.length);
    expect(arrays.thickness.dimensions).toEqual([count]);
    // all nodes at rest touch nothing; the thickness of the file makes a required distance
    const still = {
      positions: arrays.positions,
      velocities: { ...arrays.positions, values: new Float64Array(3 * count) },
    };
    expect((await ask({ op: 'mesh-step', mesh: 'm', duration: 1 }, still)).text.count).toBe(0);
    const thick = await ask({
      op: 'mesh-open',
      name: 't',
      file: 'shells.e',
      scale: 0.001,
      thickness: 'file',
      rings: 2,
    });
    expect(thick.text.nodeCount).toBe(count);
    const { text: near } = await ask({ op: 'mesh-step', mesh: 't', duration: 1 }, still);
    expect(near).toMatchObject({ count: expect.any(Number), initial: expect.any(Number) });
  });

  it('take sets as slaves and masters, connected parts as bodies, and weld on request', async () => {
    const { ask } = openSession({ ...shells, 'cube.obj': CUBE, 'block.inp': read('meshes/gmsh-block.inp') });
    const { text } = await ask({ op: 'mesh-open', name: 'b', file: 'block.inp' });
    const [set] = text.sets as string[];
    expect((await ask({ op: 'mesh-open', name: 'c', file: 'block.inp', slaves: set })).text.error).toBeUndefined();
    expect((await ask({ op: 'mesh-open', name: 'c', file: 'block.inp', masters: 'no such' })).text.error).toMatchObject(
      {
        path: 'masters',
        message: expect.stringContaining(JSON.stringify(set)),
      },
    );
    const welded = await ask({ op: 'mesh-open', name: 'w', file: 'cube.obj', weld: 0, bodies: 'connected' });
    expect(welded.arrays.triangles.dimensions).toEqual([12, 3]);
    expect(welded.arrays.quads.dimensions).toEqual([0, 4]);
    expect((await ask({ op: 'mesh-open', name: 'q', file: 'cube.obj' })).arrays.quads.dimensions).toEqual([6, 4]);
    expect((await ask({ op: 'mesh-open', name: 'q', file: 'cube.obj', thickness: 'file' })).text.error).toMatchObject({
      path: 'thickness',
    });
    expect((await ask({ op: 'mesh-open', name: 'q', file: '../cube.obj' })).text.error).toMatchObject({ path: 'file' });
  });
});
