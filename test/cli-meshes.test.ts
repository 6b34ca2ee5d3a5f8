import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readScene, type SolidScene } from '../src/index.ts';
import { appulse, expectInputError, files, folder, ROOT, useFolder } from './command-line.ts';

const STL = readFileSync(join(ROOT, 'examples/robots/meshes/flange.stl'));

const scene = (shape: object, more: object = {}) =>
  JSON.stringify({
    world: 'solids',
    title: 'Part',
    description: 'A part that flies.',
    bodies: [{ name: 'part', shape: { kind: 'mesh', scale: 0.001, ...shape }, density: 1000, velocity: [1, 0, 0] }],
    time: { end: 0.02, method: 'steps' },
    ...more,
  });

useFolder((path) => {
  for (const name of ['work/meshes', 'other']) mkdirSync(join(path, name), { recursive: true });
  for (const name of ['work/meshes/part.stl', 'other/secret.stl']) writeFileSync(join(path, name), STL);
  symlinkSync(join(path, 'other/secret.stl'), join(path, 'work/meshes/link.stl'));
  writeFileSync(join(path, 'work/part.scene.json'), scene({ file: 'meshes/part.stl', as: 'hull' }));
});

describe('a scene with a mesh file', () => {
  it('runs from any folder; its recording contains the mesh and needs no other file', () => {
    expect(appulse(['run', 'work/part.scene.json', '-o', 'rec'])).toMatchObject({ code: 0, err: '' });
    const text = readFileSync(join(folder(), 'rec/scene.json'), 'utf8');
    expect((readScene(text, 'rec') as SolidScene).bodies[0].shape.kind).toBe('hull');
    writeFileSync(join(folder(), 'other/copy.scene.json'), text);
    const [a, b] = ['work/part.scene.json', 'other/copy.scene.json'].map(
      (path) => /final state hash (\w+)/.exec(appulse(['run', path, '--no-record']).out)?.[1],
    );
    expect(a).toBeDefined();
    expect(b).toBe(a);
  });

  it('can be swept and exported as an FMU, which contain the mesh', () => {
    const sweep = {
      title: 'Speeds',
      description: 'Two speeds.',
      scene: 'part.scene.json',
      axes: [{ path: 'bodies.part.velocity[0]', name: 'speed', values: [1, 2] }],
      outputs: ['collisions'],
    };
    writeFileSync(join(folder(), 'work/part.sweep.json'), JSON.stringify(sweep));
    expect(appulse(['sweep', 'work/part.sweep.json', '-o', 'swept'])).toMatchObject({ code: 0 });
    expect(files('swept').length).toBeGreaterThan(0);
    expect(appulse(['export', 'work/part.scene.json', '--to', 'fmu', '-o', 'part.fmu'])).toMatchObject({ code: 0 });
  });

  it('is rejected if the file is missing, outside of the folder, or behind a link out of it', () => {
    const reject = (file: string, message: string) => {
      writeFileSync(join(folder(), 'work/bad.scene.json'), scene({ file }));
      expectInputError(['run', 'work/bad.scene.json'], message);
    };
    reject('no.stl', "cannot read mesh file 'work/no.stl'");
    reject('../other/secret.stl', 'bodies[0].shape.file: must be a path inside the folder of the scene');
    reject('meshes/link.stl', 'it is outside of the folder of the scene');
    reject(join(folder(), 'other/secret.stl'), 'must be a path inside the folder of the scene');
  });
});

describe('mesh files of other programs', () => {
  const data = (name: string) => join(ROOT, 'test/data/meshes', name);

  it('are converted, whole or one set of them, with notices on standard error', () => {
    expect(appulse(['convert', data('gmsh-block.msh'), '--set', 'left', '-o', 'left.ply'])).toEqual({
      code: 0,
      out: '44 nodes, 14 triangles and 0 quads in left.ply\n',
      err: '',
    });
    const ball = appulse(['convert', data('gmsh-ball-tet10.inp'), '-o', 'ball.stl']);
    expect(ball).toMatchObject({ code: 0, out: '130 nodes, 200 triangles and 0 quads in ball.stl\n' });
    expect(ball.err).toContain('50 quadratic faces were divided at their nodes into linear ones');
    // a buffer in another file, and HDF5 by the optional package
    expect(appulse(['convert', data('assimp-block.gltf'), '-o', 'sides.obj'])).toMatchObject({ code: 0 });
    expect(appulse(['convert', data('meshio-block-hdf5.e'), '-o', 'block.vtp'])).toMatchObject({ code: 0, err: '' });
    expectInputError(
      ['convert', data('gmsh-block.msh'), '-o', 'x.step'],
      'expected a file that ends in .obj, .ply, .stl, .vtp',
    );
    expectInputError(
      ['convert', data('gmsh-block.msh'), '--set', 'steel', '-o', 'x.obj'],
      'must have the element set or surface of this name',
    );
    expectInputError(['convert', 'docking', '--set', 'a'], '--set is only for a mesh file');
    expectInputError(['convert', 'a.step', '--partial', '--mesh', '1'], '--partial is not for --mesh');
  });

  it('are checked, whole or one set of them', () => {
    const { code, out } = appulse(['check', data('assembly.inp'), '--set', 'solids', '--penetration']);
    expect(code).toBe(0);
    expect(out).toContain('17 nodes');
  });

  it('can be elastic bodies of a scene, clamped at a set of the file', () => {
    writeFileSync(join(folder(), 'work/meshes/block.msh'), readFileSync(data('gmsh-block.msh')));
    const body = {
      name: 'block',
      shape: { kind: 'mesh', file: 'meshes/block.msh' },
      elastic: { modulus: 1e5, density: 1000 },
      clamp: ['left'],
    };
    const text = {
      world: 'deformable',
      title: 'Block',
      description: 'A clamped block.',
      bodies: [body],
      forces: { gravity: [0, 0, -9.81] },
      time: { end: 0.01 },
    };
    writeFileSync(join(folder(), 'work/block.scene.json'), JSON.stringify(text));
    expect(appulse(['run', 'work/block.scene.json', '--no-record'])).toMatchObject({ code: 0, err: '' });
  });

  it('can be shapes of queries; files outside of the folder are rejected', () => {
    writeFileSync(join(folder(), 'work/meshes/block.msh'), readFileSync(data('gmsh-block.msh')));
    const query = (file: string) => ({
      op: 'closest',
      A: { shape: { kind: 'mesh', file, as: 'hull' } },
      B: { shape: { kind: 'point' }, position: [5, 0.5, 0.5] },
    });
    const lines = ['meshes/block.msh', '../other/secret.stl', 'no.stl'].map((file) => JSON.stringify(query(file)));
    writeFileSync(join(folder(), 'work/queries.jsonl'), lines.join('\n'));
    const { code, out } = appulse(['query', 'work/queries.jsonl']);
    const [answer, outside, missing] = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(code).toBe(1);
    expect(answer.distance).toBeCloseTo(3, 12);
    expect(outside.error.message).toContain('A.shape.file: expected a path inside the folder');
    expect(missing.error.message).toContain("cannot read mesh file 'work/no.stl'");
  });
});
