import { describe, expect, it } from 'vitest';
import { readUrdf } from './read-urdf.ts';
import { UrdfError } from './urdf-error.ts';

const MASS = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>';

/** A model of two links and one joint; `joint` and `tip` replace their content. */
function model({ tip = MASS, joint = '', type = 'continuous', rest = '' }): string {
  return `<?xml version="1.0"?>
<robot name="test">
  <link name="base"/>
  <link name="tip">${tip}</link>
  <joint name="j" type="${type}"><parent link="base"/><child link="tip"/>${joint}</joint>
${rest}</robot>`;
}

function geometry(shape: string): string {
  return model({ tip: `${MASS}<collision><geometry>${shape}</geometry></collision>` });
}

function inertia(text: string): string {
  return model({ tip: `<inertial><mass value="1"/><inertia ${text}/></inertial>` });
}

describe('a robot model', () => {
  it('has links, inertias, geometry and joints, with defaults where the file has none', () => {
    const text = `<robot name="two">
      <material name="blue"><color rgba="0 0.2 1 1"/></material>
      <link name="hand">
        <inertial><origin xyz="1 2 3" rpy="0 0 1.5707963267948966"/><mass value="2.5"/>
          <inertia ixx="3" ixy="0.1" ixz="0.2" iyy="4" iyz="0.3" izz="5"/></inertial>
        <visual><geometry><box size="1 1 1"/></geometry><material name="blue"/></visual>
        <collision><origin xyz="0 0 1"/><geometry><cylinder radius="0.1" length="2"/></geometry></collision>
        <collision><geometry><mesh filename="package://p/a.stl" scale="1 -1 2"/></geometry></collision>
      </link>
      <link name="base"/>
      <joint name="slide" type="prismatic">
        <parent link="base"/><child link="hand"/><origin xyz="0 0 0.5"/><axis xyz="0 3 4"/>
        <limit lower="-0.1" upper="0.2" effort="30" velocity="2"/><dynamics damping="7" friction="0.5"/>
      </joint>
    </robot>`;
    const { name, root, links, joints, notices } = readUrdf(text);
    expect({ name, root, notices }).toEqual({ name: 'two', root: 'base', notices: [] });
    const [hand, base] = links;
    expect(hand.color).toBe('#0033ff');
    expect(hand.inertial?.mass).toBe(2.5);
    expect(hand.inertial?.inertia).toMatchObject({ xx: 3, xy: 0.1, yx: 0.1, xz: 0.2, yy: 4, zy: 0.3, zz: 5 });
    expect(hand.inertial?.origin.rotation.yx).toBeCloseTo(1, 15);
    expect(hand.collisions.map(({ geometry, line }) => ({ ...geometry, line }))).toEqual([
      { kind: 'cylinder', radius: 0.1, length: 2, line: 7 },
      { kind: 'mesh', filename: 'package://p/a.stl', scale: { x: 1, y: -1, z: 2 }, line: 8 },
    ]);
    expect(base).toEqual({ name: 'base', collisions: [], line: 10 });
    expect(joints).toHaveLength(1);
    expect(joints[0]).toMatchObject({ type: 'prismatic', parent: 'base', child: 'hand', damping: 7, friction: 0.5 });
    expect(joints[0].axis).toEqual({ x: 0, y: 3 * (1 / 5), z: 4 * (1 / 5) });
    expect(joints[0].limit).toEqual({ lower: -0.1, upper: 0.2, effort: 30, velocity: 2 });
  });

  it('has its joints from the root outward, in any order of the file', () => {
    const link = (name: string) => `<link name="${name}"/>`;
    const joint = (parent: string, child: string) =>
      `<joint name="${parent}${child}" type="fixed"><parent link="${parent}"/><child link="${child}"/></joint>`;
    const text = `<robot name="r">${joint('c', 'd')}${joint('b', 'c')}${joint('a', 'b')}${joint('a', 'e')}${[...'abcde'].map(link).join('')}</robot>`;
    const { root, joints } = readUrdf(text);
    expect([root, ...joints.map(({ child }) => child)]).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('of a long chain is read without deep recursion', () => {
    const count = 20000;
    const links = Array.from({ length: count }, (_, i) => `<link name="l${i}"/>`);
    const joints = links
      .slice(1)
      .map((_, i) => `<joint name="j${i}" type="fixed"><parent link="l${i}"/><child link="l${i + 1}"/></joint>`);
    expect(readUrdf(`<robot name="chain">${links.join('')}${joints.join('')}</robot>`).joints).toHaveLength(count - 1);
  });

  it('reports content that it ignores, with a suggestion for a misspelt element', () => {
    const text = model({ tip: `${MASS}<colision/>`, joint: '<calibration/>', rest: '<gazebo/>' });
    expect(readUrdf(text).notices).toEqual([
      { line: 6, text: 'robot: <gazebo> is ignored' },
      { line: 4, text: 'link "tip": <colision> is ignored, did you mean "collision"?' },
      { line: 5, text: 'joint "j": <calibration> is ignored' },
    ]);
  });

  it('reports angles that look like degrees', () => {
    const text = model({ type: 'revolute', joint: '<origin rpy="0 0 90"/><limit lower="-170" upper="170"/>' });
    expect(readUrdf(text).notices.map(({ text }) => text)).toEqual([
      'joint "j": rpy is more than four full turns; angles are in rad',
      'joint "j": the limits exceed four full turns; angles are in rad',
    ]);
  });
});

describe('a robot model that is invalid is rejected with its line', () => {
  const third = '<joint name="k" type="fixed"><parent link="tip"/><child link="base"/></joint>';
  const free = (parent: string, child: string) =>
    `<joint name="${parent}-${child}" type="fixed"><parent link="${parent}"/><child link="${child}"/></joint>`;
  const cases = [
    ['', 'robot.urdf:1: must be an XML document of one root element'],
    ['<robot>\n<link name="a">', 'robot.urdf:2: truncated: must continue to </link>'],
    ['<sdf/>', 'robot.urdf:1: must be a <robot>, got "<sdf>"'],
    ['<robot name="r"/>', 'robot.urdf:1: robot: must have at least one <link>'],
    [
      '<?xml version="1.0"?>\n<!DOCTYPE lolz [<!ENTITY lol "lol">]>\n<robot/>',
      'robot.urdf:2: document types and entities are not allowed, got "<!DOCTYPE"',
    ],
    ['<robot name="&lol;"/>', 'robot.urdf:1: must be an entity, got "&lol;"'],
    ['<robot>\n<xacro:macro/></robot>', 'robot.urdf:2: <xacro:macro> is a xacro macro: convert the file with'],
    ['<robot><link/></robot>', 'robot.urdf:1: robot: <link> must have the attribute name'],
    [`<robot><link name="${'x'.repeat(101)}"/></robot>`, 'name must have at most 100 characters'],
    [model({ rest: third }), 'robot.urdf:6: the joints form a loop: "tip" > "base" > "tip"; a model must be a tree'],
    [
      model({ rest: `<link name="u"/><link name="v"/>\n${free('u', 'v')}${free('v', 'u')}` }),
      'robot.urdf:7: the joints form a loop: "v" > "u" > "v"',
    ],
    [model({ rest: '<link name="other"/>' }), 'two links have no parent, "base" (line 3) and "other": a model must'],
    [
      model({ rest: `<link name="u"/>${free('base', 'u')}${free('u', 'tip')}` }),
      'robot.urdf:6: link "tip" is the child of two joints, "j" (line 5) and "u-tip": a model must be a tree',
    ],
    [model({ rest: free('tipp', 'base') }), 'parent link "tipp" does not exist, did you mean "tip"?'],
    [model({ rest: free('tip', 'tip') }), 'parent and child are the same link'],
    [model({ rest: '<link name="tip"/>' }), 'robot.urdf:6: link "tip" exists already (line 4)'],
    [model({ type: 'hinge' }), 'robot.urdf:5: joint "j": unknown type "hinge", known are "fixed", "revolute"'],
    [model({ type: 'revolute' }), 'robot.urdf:5: joint "j": a revolute joint must have a <limit>'],
    [
      model({ type: 'prismatic', joint: '<limit lower="10 mm" upper="1"/>' }),
      'joint "j": lower of <limit> must be a number [m] without a unit, got "10 mm"',
    ],
    [
      model({ type: 'prismatic', joint: '<limit lower="2" upper="1"/>' }),
      'joint "j": lower of <limit> must not be above upper (1), got 2',
    ],
    [model({ joint: '<limit effort="-1"/>' }), 'effort of <limit> must be zero or above, got -1'],
    [model({ joint: '<axis xyz="0 0 0"/>' }), 'xyz of <axis> must have a length above zero, got [0,0,0]'],
    [model({ joint: '<axis xyz="0 0"/>' }), 'xyz of <axis> must be three numbers separated by spaces, got "0 0"'],
    [
      model({ joint: '<origin xyz="1,2,3"/>' }),
      'xyz of <origin> must be three numbers separated by spaces [m] without a unit, got "1,2,3"',
    ],
    [model({ joint: '<origin xyz="1 nan 3"/>' }), 'must be three numbers separated by spaces'],
    [model({ joint: '<origin/><origin/>' }), 'joint "j": must have at most one <origin>'],
    [model({ joint: '<mimic joint="k"/>' }), 'joint "j": <mimic> joint "k" does not exist, did you mean "j"?'],
    [model({ joint: '<mimic joint="j"/>' }), 'joints must not follow each other in a circle, got ["j","j"]'],
    [model({ type: 'planar', joint: '<mimic joint="j"/>' }), 'a planar joint has no position to <mimic> another'],
    [model({ tip: '<inertial/>' }), 'robot.urdf:4: link "tip": <inertial> must have a <mass>'],
    [model({ tip: '<inertial><mass value="0"/></inertial>' }), 'value of <mass> must be above zero, got 0'],
    [
      model({ tip: '<inertial><mass value="2kg"/></inertial>' }),
      'robot.urdf:4: link "tip": value of <mass> must be a number [kg] without a unit, got "2kg"',
    ],
    [inertia('ixx="1" iyy="1"'), '<inertia> must have the attribute izz'],
    [
      inertia('ixx="1" iyy="1" izz="2.1"'),
      'robot.urdf:4: link "tip": <inertia> must satisfy the triangle inequality: no principal moment above the sum of the others, got [2.1,1,1]',
    ],
    // each entry is allowed, but the principal moments are 2, 2 and 5
    [inertia('ixx="3.5" iyy="3.5" izz="2" ixy="1.5"'), 'must satisfy the triangle inequality'],
    [inertia('ixx="1" iyy="1" izz="1" ixy="1.5"'), 'must have principal moments above zero, got [2.5,1,-0.5]'],
    [geometry('<boxx/>'), 'robot.urdf:4: link "tip": unknown geometry <boxx>, did you mean "box"?'],
    [geometry(''), 'must have a <geometry> with one of <box>, <cylinder>, <capsule>, <sphere>, <mesh>'],
    [geometry('<constructor/>'), 'unknown geometry <constructor>'],
    [geometry('<box size="1 0 1"/>'), 'size of <box> must be above zero, got [1,0,1]'],
    [geometry('<sphere radius="-1"/>'), 'radius of <sphere> must be above zero, got -1'],
    [geometry('<mesh/>'), '<mesh> must have the attribute filename'],
    [geometry('<mesh filename="a" scale="1 0 1"/>'), 'scale of <mesh> must not be zero'],
  ];
  it.each(cases.map(([text, message]) => [message, text]))('%s', (message, text) => {
    const read = () => readUrdf(text, { source: 'robot.urdf' });
    expect(read).toThrow(UrdfError);
    expect(read).toThrow(message);
  });

  it('but a flat plate, whose largest moment is the sum of the others with its rounding error, is accepted', () => {
    expect(readUrdf(inertia('ixx="1" iyy="0.7" izz="0.3"')).links[1].inertial?.mass).toBe(1);
  });
});
