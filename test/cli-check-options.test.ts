import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkMesh, constantVelocityMotion, findPenetrations, readMesh } from '../src/entries/meshes.ts';
import { appulse, expectInputError, folder, useFolder } from './command-line.ts';

useFolder(() => {});

const write = (name: string, text: string) => writeFileSync(join(folder(), name), text);

/** A PLY file of nodes with `columns`, and faces. */
function ply(columns: string, nodes: readonly (readonly number[])[], faces: readonly (readonly number[])[]): string {
  const head = ['ply', 'format ascii 1.0', `element vertex ${nodes.length}`];
  const properties = columns.split(' ').map((name) => `property double ${name}`);
  const list = [`element face ${faces.length}`, 'property list uchar int vertex_indices', 'end_header'];
  const rows = [...nodes, ...faces.map((face) => [face.length, ...face])].map((row) => row.join(' '));
  return `${[...head, ...properties, ...list, ...rows].join('\n')}\n`;
}

/** The patch z = x y at rest; a triangle above it falls at 2 m/s vertex first, decelerated with 2 m/s². Columns: body, whether a node falls, thickness. */
const COLUMNS = 'x y z vx vy vz ax ay az body falls shell';
const patch = [
  [0, 0, 0],
  [1, 0, 0],
  [1, 1, 1],
  [0, 1, 0],
].map((x) => [...x, 0, 0, 0, 0, 0, 0, 7, 0, 0.125]);
const spike = [
  [0.25, 0.75, 1.1875],
  [0.25, 0.75, 9],
  [0.5, 0.75, 9],
].map((x) => [...x, 0, 0, -2, 0, 0, 2, 8, 1, 0.125]);
const FACES = [
  [0, 1, 2, 3],
  [4, 5, 6],
];

/** A tetrahedron with its first vertex at (x, y, z). */
const tetrahedron = (x: number, y: number, z: number) =>
  [
    [0, 0, 0],
    [2, 0, 0],
    [0, 2, 0],
    [0, 0, 2],
  ].map(([dx, dy, dz]) => [x + dx, y + dy, z + dz]);
const tetrahedronFaces = (k: number) => [
  [k, k + 2, k + 1],
  [k, k + 1, k + 3],
  [k, k + 3, k + 2],
  [k + 1, k + 2, k + 3],
];

beforeEach(() => {
  write('warped.ply', ply(COLUMNS, [...patch, ...spike], FACES));
  write(
    'two.ply',
    ply(
      'x y z',
      [...tetrahedron(0, 0, 0), ...tetrahedron(0.25, 0.125, 0.125)],
      [...tetrahedronFaces(0), ...tetrahedronFaces(4)],
    ),
  );
});

const contactsOf = (...args: string[]) => JSON.parse(appulse(['check', 'warped.ply', '--json', ...args]).out);

describe('appulse check: surfaces, accelerations and pairs', () => {
  it('bilinear patches have their own contact time, and accelerations another: 1 - 2 t + t² = 0', () => {
    const own = { kind: 'node-quad', nodes: [4, 0, 1, 2, 3], weights: [0.1875, 0.0625, 0.1875, 0.5625] };
    expect(contactsOf('--surface', 'bilinear')[0]).toMatchObject({ ...own, time: 0.5 });
    expect(contactsOf()[0].time).not.toBe(0.5);
    const [touch] = contactsOf('--surface', 'bilinear', '--accelerations', '--dt', '2');
    expect(touch).toMatchObject({ ...own, time: 1, gapRate: 0 });
    expect(contactsOf('--surface', 'bilinear', '--threads', '2')).toEqual(contactsOf('--surface', 'bilinear'));
  });

  it('roles and bodies select the same pairs as in the library', () => {
    const mesh = readMesh('warped.ply', readFileSync(join(folder(), 'warped.ply')));
    const motion = constantVelocityMotion(mesh.positions, mesh.velocities ?? new Float64Array(), 9);
    const expected = (options: object) => JSON.parse(JSON.stringify(checkMesh(mesh, motion, options).contacts));
    const dt = ['--dt', '9'];
    expect(contactsOf(...dt)).toEqual(expected({}));
    const nodes = Int32Array.of(4, 5);
    expect(contactsOf(...dt, '--slaves', '4-5')).toEqual(expected({ slaves: nodes }));
    expect(contactsOf(...dt, '--slaves', 'falls', '--masters', '0-3')).toEqual(
      expected({ slaves: Int32Array.of(4, 5, 6), masters: Int32Array.of(0, 1, 2, 3) }),
    );
    const bodies = Int32Array.of(7, 7, 7, 7, 8, 8, 8);
    expect(contactsOf(...dt, '--bodies', 'connected')).toEqual(expected({ bodies }));
    expect(contactsOf(...dt, '--bodies', 'body')).toEqual(expected({ bodies }));
    expect(contactsOf(...dt, '--masters', '4-6', '--slaves', '4-6')).toEqual([]);
  });
});

describe('appulse check: separation, thickness and penetration', () => {
  it('reports when pairs come too close, on the screen and in files', () => {
    const flat = patch.map(([x, y, , ...rest]) => [x, y, 0, ...rest]);
    write(
      'flat.ply',
      ply(COLUMNS, [...flat, ...spike.map(([x, y, z, ...rest]) => [x, y, z - 0.1875, ...rest])], FACES),
    );
    const { code, out } = appulse(['check', 'flat.ply', '--separation', '0.25', '-o', 'near.csv', '--no-edges']);
    expect(code).toBe(0);
    expect(out).toMatch(/1 pair closer than required, 0 of them at the start/);
    expect(out).toMatch(/0\.37\d* s +node-quad +4 0 1 2 3 +0\.25 m +1 m/);
    expect(readFileSync(join(folder(), 'near.csv'), 'utf8')).toMatch(
      /^time,kind,face,node0.*,required,startDistance,certain\n0\.37\d*,node-quad,1,4,/,
    );
    const timeOf = (...args: string[]) =>
      JSON.parse(appulse(['check', 'flat.ply', '--json', '--no-edges', ...args]).out)[0];
    expect(timeOf('--thickness', '0.25').time).toBe(timeOf('--separation', '0.25').time);
    expect(timeOf('--thickness', 'shell').required).toBe(0.125);
    expect(timeOf('--thickness', 'shell', '--separation', '0.125').time).toBe(timeOf('--separation', '0.25').time);
    expect(timeOf('--separation', '2')).toMatchObject({ time: 0, startDistance: 1 });
    // the two elements are not connected: no ring joins them
    expect(timeOf('--separation', '0.25', '--rings', '2').time).toBe(timeOf('--separation', '0.25').time);
  });

  it('reports initial penetration without a motion, and writes a mesh without it', () => {
    const { code, out } = appulse(['check', 'two.ply', '--penetration', '--remove-penetration', 'apart.ply']);
    expect(code).toBe(0);
    expect(out).toMatch(/8 nodes, 8 faces\n1 node inside other bodies, at most 0\.125 m deep; \d+ edges through faces/);
    expect(out).toMatch(/mesh without penetration in apart\.ply: no node inside after \d+ rounds?/);
    const apart = readMesh('apart.ply', readFileSync(join(folder(), 'apart.ply')));
    expect(findPenetrations(apart).nodes).toEqual([]);
    const { penetration, contacts } = JSON.parse(appulse(['check', 'two.ply', '--penetration', '--json']).out);
    expect(penetration.nodes).toMatchObject([{ node: 4, depth: 0.125 }]);
    expect(contacts).toBeUndefined();
    // together with a step
    const both = JSON.parse(appulse(['check', 'two.ply', 'two.ply', '--penetration', '--json']).out);
    expect(both.penetration).toEqual(penetration);
    expect(both.contacts.every(({ time }: { time: number }) => time === 0)).toBe(true);
  });

  it.each([
    [['warped.ply', '--accelerations'], /surface must be 'bilinear' for 1 quadrilaterals with accelerating nodes/],
    [['warped.ply', 'warped.ply', '--accelerations'], /--accelerations: expected one file .* got 'warped\.ply' too/],
    [['plain.ply', '--accelerations'], /plain\.ply: has no accelerations; expected .* got none/],
    [['nan.ply', '--accelerations'], /nan\.ply: motion: accelerations\[2\] must be finite, got NaN/],
    [['warped.ply', '--slaves', '0-7'], /--slaves: expected node numbers and ranges from 0 to 6, .* got '0-7'/],
    [['warped.ply', '--masters', '3-1'], /--masters: .* got '3-1' in '3-1'/],
    [['warped.ply', '--masters', 'feet'], /warped\.ply: --masters 'feet': .* got ax, ay, az, body, falls, shell/],
    [
      ['warped.ply', '--bodies', 'shell'],
      /warped\.ply: point data 'shell' of node 0: expected a body number, got 0\.125/,
    ],
    [['warped.ply', '--separation', '-1'], /metres, not below zero/],
    [['warped.ply', '--separation', '0'], /it or a thickness above zero, got 0 m/],
    [['warped.ply', '--thickness', '-1'], /--thickness: expected metres, not below zero, .* got '-1'/],
    [['warped.ply', '--rings', '1'], /--rings: expected --separation or --thickness too/],
    [['warped.ply', '--separation', '1', '--gpu'], /--separation: cannot be combined with --gpu/],
    [['warped.ply', '--thickness', '1', '--threads', '2'], /--thickness: cannot be combined with --threads/],
    [['warped.ply', '--separation', '1', '-o', 'x.vtp'], /x\.vtp.*csv, json, parquet/],
    [['two.ply', '--remove-penetration', 'x.stl'], /--remove-penetration: expected .*\.ply or \.obj, got 'x\.stl'/],
    [['two.ply', '--remove-penetration', 'notes.obj'], /there is a file of another kind/],
    [['warped.ply', '--surface', 'smooth'], /Allowed choices are triangles, bilinear/],
  ])('%j: rejected, and no file is written', (args, message) => {
    const triangle = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ];
    write(
      'plain.ply',
      ply(
        'x y z vx vy vz',
        triangle.map((x) => [...x, 0, 0, 0]),
        [[0, 1, 2]],
      ),
    );
    const rows = triangle.map((x) => [...x, 0, 0, 0, 0, 0, Number.NaN]);
    write('nan.ply', ply('x y z vx vy vz ax ay az', rows, [[0, 1, 2]]));
    write('notes.obj', 'shopping list\n');
    expectInputError(['check', ...args], message);
  });
});
