import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readScene } from '../src/index.ts';
import { appulse, expectInputError, folder, ROOT, useFolder } from './command-line.ts';

const STL = readFileSync(join(ROOT, 'examples/robots/meshes/flange.stl'));

/** A fixed link whose only geometry is a mesh file. */
const meshed = (filename: string) => `<robot name="r">
  <link name="base">
    <collision><geometry><mesh filename="${filename}" scale="0.001 0.001 0.001"/></geometry></collision>
  </link>
</robot>`;

useFolder((path) => {
  for (const name of ['robot/meshes', 'package/meshes', 'other']) mkdirSync(join(path, name), { recursive: true });
  for (const name of ['robot/meshes/a.stl', 'package/meshes/b.stl', 'other/c.stl'])
    writeFileSync(join(path, name), STL);
});

const write = (name: string, text: string) => writeFileSync(join(folder(), name), text);
const read = (name: string) => readFileSync(join(folder(), name), 'utf8');

describe('appulse convert of a robot model', () => {
  it('writes the scene of an example, which runs', () => {
    const options = ['--joint', 'left_slide=0.02', '--target', 'lift=0.05', '--frequency', '3', '--at', '0,0,0.5'];
    const { code, out, err } = appulse(['convert', 'examples/robots/gripper.urdf', ...options, '-o', 'g.scene.json']);
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toBe('');
    const scene = readScene(read('g.scene.json'), 'g.scene.json');
    expect(scene.bodies.map(({ name }) => name)).toEqual(['palm', 'left_finger', 'right_finger']);
    expect(appulse(['run', 'g.scene.json', '--until', '0.05', '--no-record']).code).toBe(0);
    // an earlier scene is replaced, another file is not
    expect(appulse(['convert', 'examples/robots/gripper.urdf', '-o', 'g.scene.json']).code).toBe(0);
    expectInputError(
      ['convert', 'examples/robots/gripper.urdf', '-o', 'other/c.stl'],
      'there is a file of another kind',
    );
  });

  it('reads mesh files from the folder of the model and from packages', () => {
    write('robot/near.urdf', meshed('meshes/a.stl'));
    write('robot/package.urdf', meshed('package://my_robot/meshes/b.stl'));
    write('robot/above.urdf', meshed('../package/meshes/b.stl'));
    write('robot/address.urdf', meshed(`file://${folder()}/package/meshes/b.stl`));
    const option = ['--package', 'my_robot=package'];
    const { out } = appulse(['convert', 'robot/near.urdf']);
    expect(JSON.parse(out).bodies[0].shape.kind).toBe('hull');
    for (const name of ['package', 'above', 'address']) {
      expect(appulse(['convert', `robot/${name}.urdf`, ...option])).toMatchObject({ code: 0, err: '', out });
    }
    const triangles = JSON.parse(appulse(['convert', 'robot/near.urdf', '--meshes', 'triangles']).out);
    expect(triangles.bodies[0].shape.triangles).toHaveLength(20);
  });

  it('reads no mesh file from elsewhere', () => {
    const outside = 'must be in the folder of the model or of a package (--package name=folder)';
    write('robot/above.urdf', meshed('../other/c.stl'));
    expectInputError(['convert', 'robot/above.urdf'], `robot/above.urdf:3: mesh file "../other/c.stl" ${outside}`);
    write('robot/address.urdf', meshed(`file://${folder()}/other/c.stl`));
    expectInputError(['convert', 'robot/address.urdf'], outside);
    symlinkSync(join(folder(), 'other/c.stl'), join(folder(), 'robot/link.stl'));
    write('robot/link.urdf', meshed('link.stl'));
    expectInputError(['convert', 'robot/link.urdf'], outside);
    write('robot/package.urdf', meshed('package://p/../other/c.stl'));
    const inPackage = ['convert', 'robot/package.urdf', '--package', 'p=package'];
    expectInputError(inPackage, 'must be inside the folder of its package');
    expectInputError(['convert', 'robot/package.urdf'], 'is in the package "p": --package p=folder says where that is');
    write('robot/web.urdf', meshed('https://example.org/c.stl'));
    expectInputError(['convert', 'robot/web.urdf'], 'must be a path, package://name/path or file://path');
  });

  it('reports a missing mesh file, a loop and other errors with file and line', () => {
    write('robot/missing.urdf', meshed('meshes/none.stl'));
    expectInputError(
      ['convert', 'robot/missing.urdf'],
      'robot/missing.urdf:3: mesh file "meshes/none.stl" cannot be read: no such file or folder',
    );
    const joint = (name: string, parent: string, child: string) =>
      `<joint name="${name}" type="fixed"><parent link="${parent}"/><child link="${child}"/></joint>\n`;
    write(
      'loop.urdf',
      `<robot name="r"><link name="a"/><link name="b"/>\n${joint('x', 'a', 'b')}${joint('y', 'b', 'a')}</robot>`,
    );
    expectInputError(['convert', 'loop.urdf'], 'loop.urdf:3: the joints form a loop: "b" > "a" > "b"');
    expectInputError(['convert', 'none.urdf'], "cannot read robot model 'none.urdf': no such file or folder");
  });

  it('rejects options that do not fit', () => {
    const arm = ['convert', 'examples/robots/arm7.urdf'];
    expectInputError([...arm, '--joint', 'elbow'], "--joint must be name=value with a value in rad or m, got 'elbow'");
    expectInputError([...arm, '--target', 'elbow_bend_joint=9'], 'must have a position from -2.3 to 2.3, got 9');
    expectInputError(
      [...arm, '--joint', 'elbow_joint=1'],
      'joint "elbow_joint" does not exist, known are "shoulder_roll_joint"',
    );
    expectInputError([...arm, '--at', '1,2'], '--at must be x,y,z [m] or x,y,z,roll,pitch,yaw');
    expectInputError([...arm, '--frequency', '0'], '--frequency must be above 0');
    expectInputError([...arm, '--frequency', '3'], '--frequency is that of motors: it needs --target name=value');
    expectInputError([...arm, '--package', 'x'], "--package must be name=folder, got 'x'");
    expectInputError([...arm, 'platoon.dat'], 'a robot model is one file');
    expectInputError(['convert', 't-bone', '--base', 'free'], '--base is only for a robot model (.urdf)');
  });
});
