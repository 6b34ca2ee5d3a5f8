import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { MAX_SCENE_BYTES, readScene } from './read.ts';
import { SceneError } from './scene-error.ts';

/** A small scene; `changes` replace or add keys of the top level. */
function sceneText(changes: Record<string, unknown> = {}): string {
  const ball = { name: 'ball', shape: { kind: 'disc', radius: 1 }, position: [0, 3], mass: 2 };
  const floor = { name: 'floor', shape: { kind: 'halfspace', normal: [0, 2] }, motion: 'fixed' };
  return JSON.stringify({ title: 't', description: 'a', bodies: [ball, floor], time: { end: 6 }, ...changes }, null, 2);
}

function withBall(changes: Record<string, unknown>): string {
  const { bodies } = JSON.parse(sceneText());
  return sceneText({ bodies: [{ ...bodies[0], ...changes }, bodies[1]] });
}

function inputErrorIn(text: string): SceneError {
  try {
    readScene(text, 'x.scene.json');
  } catch (error) {
    if (error instanceof SceneError) return error;
    throw error;
  }
  throw new Error('the scene was accepted');
}

describe('the text', () => {
  it('may have comments and a byte order mark', () => {
    expect(readScene(`\uFEFF// why\n${sceneText()} /* end */`, 'x').title).toBe('t');
  });

  it.each([
    ['', 1, 1, /value expected/],
    ['{ "title": "t",\n  "about" "a" }', 2, 11, /colon expected/],
    ['{ "title": "t",\n "title": "u" }', 2, 2, /title: is given twice/],
    ['{ "title": "t", }', 1, 17, /property name expected/],
    ['{} {}', 1, 4, /end of file expected/],
    ['['.repeat(1e5), 1, 65, /64 levels/],
    ['{"a":'.repeat(1e5), 1, 321, /64 levels/],
  ])('%.40s is rejected with its line and column', (text, line, column, message) => {
    const error = inputErrorIn(text);
    expect(error.message).toMatch(message);
    expect([error.line, error.column]).toEqual([line, column]);
  });

  it('is rejected when longer than the limit', () => {
    expect(inputErrorIn(' '.repeat(MAX_SCENE_BYTES + 1)).expected).toMatch(/must not be longer/);
  });
});

describe('an error is reported with line, path and expected value', () => {
  it('in full', () => {
    const error = inputErrorIn(withBall({ mass: -1 }));
    expect(error.message).toBe('x.scene.json:15:15 bodies[0].mass: must be above zero, got -1');
    const { source, line, column, path, value, expected } = error;
    expect({ source, line, column, path, value, expected }).toEqual({
      source: 'x.scene.json',
      line: 15,
      column: 15,
      path: 'bodies[0].mass',
      value: -1,
      expected: 'must be above zero',
    });
  });

  const two = (...bodies: unknown[]) => sceneText({ bodies });
  const ball = JSON.parse(sceneText()).bodies[0];
  const floor = JSON.parse(sceneText()).bodies[1];
  const sensors = [
    { name: 'a', body: 'ball', point: [0, 0] },
    { name: 'b', body: 'floor', point: [0, 0] },
    { name: 'c', body: 'ball', point: [1, 0] },
  ];
  const ports = sensors.map((sensor, i) => ({ ...sensor, axis: [i === 0 ? 1 : -1, 0] }));
  const steps = { end: 1, method: 'steps' };

  it.each<[string, string, string, RegExp]>([
    ['the document is not an object', '[]', '', /must be an object/],
    ['a missing key', sceneText({ time: undefined }), 'time', /is missing/],
    ['no bodies', sceneText({ bodies: [] }), 'bodies', /at least 1 item, has 0/],
    ['an empty name', withBall({ name: '' }), 'bodies[0].name', /must not be empty/],
    ['an unknown key', withBall({ colour: 'red' }), 'bodies[0].colour', /did you mean "color"\?/],
    [
      'a misspelt required key',
      two({ ...floor, shape: undefined, shap: 1 }),
      'bodies[0].shap',
      /did you mean "shape"\?/,
    ],
    [
      'a key similar to none where one is missing',
      withBall({ shape: { kind: 'rectangle', width: 1, height: 2 } }),
      'bodies[0].shape.width',
      /did you mean "halfExtents" \(half of each edge\)\?/,
    ],
    [
      'a diameter',
      withBall({ shape: { kind: 'disc', diameter: 2 } }),
      'bodies[0].shape.diameter',
      /"radius" \(half of/,
    ],
    [
      'gravity outside its section',
      sceneText({ gravity: [0, -9.81] }),
      'gravity',
      /known key, it belongs in "forces"$/,
    ],
    ['restitution outside its section', sceneText({ restitution: 1 }), 'restitution', /it belongs in "contacts"$/],
    ['the friction of a body', withBall({ friction: 0.5 }), 'bodies[0].friction', /it belongs in "contacts"$/],
    ['a radius outside its shape', withBall({ radius: 1 }), 'bodies[0].radius', /it belongs in "bodies\[0\]\.shape"$/],
    [
      'a position inside a shape',
      withBall({ shape: { kind: 'disc', radius: 1, position: [0, 0] } }),
      'bodies[0].shape.position',
      /it belongs in "bodies\[0\]"$/,
    ],
    ['an end time at the top level', sceneText({ end: 2 }), 'end', /it belongs in "time"$/],
    [
      'a title inside a section',
      sceneText({ contacts: { title: 't' } }),
      'contacts.title',
      /the top level of the scene$/,
    ],
    ['a misspelt world', sceneText({ world: 'solid' }), 'world', /"vehicles", did you mean "solids"\?, got "solid"$/],
    [
      'a misspelt world with keys of that world',
      sceneText({ world: 'vehicle', models: [], road: {} }),
      'world',
      /did you mean "vehicles"\?, got "vehicle"$/,
    ],
    ['a key similar to none', sceneText({ zzzzzz: 1 }), 'zzzzzz', /known are "\$schema", "title"/],
    [
      'a key that objects inherit',
      withBall({ constructor: 2, shape: undefined }),
      'bodies[0].constructor',
      /not a known key/,
    ],
    [
      'the key __proto__',
      sceneText().replace('"description"', '"__proto__": {}, "description"'),
      '__proto__',
      /not a known key/,
    ],
    [
      'an unknown kind',
      withBall({ shape: { kind: 'disk', radius: 1 } }),
      'bodies[0].shape.kind',
      /"polygon".*"disc".*got "disk"/,
    ],
    [
      'a kind of another world',
      withBall({ shape: { kind: 'mesh', file: 'part.stl' } }),
      'bodies[0].shape.kind',
      /\(shapes of this kind are in worlds "deformable" and "solids"\), got "mesh"$/,
    ],
    ['no kind', withBall({ shape: { radius: 1 } }), 'bodies[0].shape.kind', /is missing, must be one of/],
    [
      'a wrong number in one of several kinds',
      withBall({ shape: { kind: 'disc', radius: 0 } }),
      'bodies[0].shape.radius',
      /above zero, got 0/,
    ],
    [
      'a wrong key in one of several kinds',
      withBall({ shape: { kind: 'disc', raduis: 1 } }),
      'bodies[0].shape.raduis',
      /did you mean "radius"/,
    ],
    [
      'a wrong law',
      sceneText({ contacts: { penalty: { law: 'hooke' } } }),
      'contacts.penalty.law',
      /"linear", "hertz", "jkr", "dmt"/,
    ],
    [
      'a law without its number',
      sceneText({ contacts: { penalty: { law: 'jkr', modulus: 1, radius: 1 } } }),
      'contacts.penalty.adhesion',
      /is missing/,
    ],
    [
      'a string instead of a number',
      withBall({ angle: true }),
      'bodies[0].angle',
      /a number \[rad\] or a text with a unit of angle \(rad, /,
    ],
    ['the wrong unit', withBall({ position: [0, '3 kg'] }), 'bodies[0].position[1]', /unit of length.*got "3 kg"/],
    ['no unit', withBall({ angularVelocity: '6' }), 'bodies[0].angularVelocity', /unit of angular velocity/],
    [
      'a negative radius with a unit',
      withBall({ shape: { kind: 'disc', radius: '-3 mm' } }),
      'bodies[0].shape.radius',
      /above zero, got "-3 mm"/,
    ],
    [
      'a number that overflows',
      sceneText().replace('"end": 6', '"end": 1e999'),
      'time.end',
      /must be a finite number, got 1e999/,
    ],
    ['the same with a unit', sceneText({ time: { end: '1e999 s' } }), 'time.end', /must be a finite number/],
    ['an absurd number', withBall({ mass: 1e61 }), 'bodies[0].mass', /at most 1e\+60/],
    [
      'a vector of three',
      withBall({ position: [1, 2, 3] }),
      'bodies[0].position',
      /exactly 2 items, has 3 \(the world is "planar"; for bodies in space use "world": "solids"\)$/,
    ],
    [
      'a spatial angular velocity',
      withBall({ angularVelocity: [0, 0, 1] }),
      'bodies[0].angularVelocity',
      /\(the world is "planar"; for bodies in space use "world": "solids"\), got \[0,0,1\]$/,
    ],
    ['a list as a number', withBall({ mass: [1] }), 'bodies[0].mass', /unit of mass \(.*\), got \[1\]$/],
    ['an object as a vector', withBall({ position: { x: 1, y: 2 } }), 'bodies[0].position', /got \{"x":1,"y":2\}$/],
    ['a degree sign', withBall({ angle: '30°' }), 'bodies[0].angle', /got "30°"$/],
    [
      'a degree sign written as an escape',
      withBall({ angle: '30°' }).replace('°', '\\u00b0'),
      'bodies[0].angle',
      /got "30°"$/,
    ],
    [
      'a fractional number of sides',
      withBall({ shape: { kind: 'regular-polygon', sides: 3.5, radius: 1 } }),
      'bodies[0].shape.sides',
      /an integer/,
    ],
    [
      'restitution above one',
      sceneText({ contacts: { restitution: 1.5 } }),
      'contacts.restitution',
      /at most 1, got 1\.5/,
    ],
    [
      'an unknown method',
      sceneText({ time: { end: 1, method: 'magic' } }),
      'time.method',
      /one of "events", "steps", got "magic"/,
    ],
    ['a self-intersecting outline', withBall({ shape: { kind: 'polygon', vertices: [[0, 0], [1, 1], [1, 0], [0, 1]] } }), 'bodies[0].shape', /crosses/], // biome-ignore format: one case per line
    [
      'a half-space with a zero normal',
      two({ ...floor, shape: { kind: 'halfspace', normal: [0, 0] } }),
      'bodies[0].shape',
      /normal/,
    ],
    [
      'a shape without any area',
      withBall({ shape: { kind: 'disc', radius: 1e-300 } }),
      'bodies[0].shape',
      /its size must be from 1e-60/,
    ],
    ['two bodies with the same name', two(ball, ball), 'bodies[1].name', /bodies\[0\] has the same name, got "ball"/],
    [
      'two sensors with the same name',
      sceneText({ sensors: [sensors[0], sensors[0]] }),
      'sensors[1].name',
      /sensors\[0\]/,
    ],
    [
      'a sensor on an unknown body',
      sceneText({ sensors: [{ ...sensors[0], body: 'bal' }] }),
      'sensors[0].body',
      /did you mean "ball"\?/,
    ],
    [
      'docking with an unknown sensor',
      sceneText({ sensors, docking: [{ sensors: ['a', 'q'] }] }),
      'docking[0].sensors[1]',
      /not the name of a sensor/,
    ],
    [
      'docking a body with itself',
      sceneText({ sensors, docking: [{ sensors: ['a', 'c'] }] }),
      'docking[0].sensors',
      /two different bodies/,
    ],
    [
      'a pin with the method events',
      sceneText({ sensors, docking: [{ sensors: ['a', 'b'], mode: 'pin' }] }),
      'docking[0].mode',
      /needs time.method "steps"/,
    ],
    [
      'a penalty law with the method events',
      sceneText({ contacts: { response: 'penalty' } }),
      'contacts.response',
      /needs time.method "steps"/,
    ],
    ['too many steps', sceneText({ time: { ...steps, step: 1e-10 } }), 'time.step', /more than 1000000000 steps/],
    ['too many frames', sceneText({ record: { interval: '0.1 us' } }), 'record.interval', /more than 10000000 frames/],
    [
      'friction with a penalty law',
      sceneText({
        time: steps,
        contacts: { response: 'penalty', friction: { law: 'algebraic', static: 1, dynamic: 1 } },
      }),
      'contacts.friction',
      /needs contacts.response "impulse"/,
    ],
    [
      'docking with a penalty law',
      sceneText({ time: steps, contacts: { response: 'penalty' }, sensors, docking: [{ sensors: ['a', 'b'] }] }),
      'docking[0]',
      /needs contacts.response "impulse"/,
    ],
    [
      'a capture envelope of sensors without an axis',
      sceneText({ sensors, docking: [{ sensors: ['a', 'b'], envelope: { lateral: 0.1 } }] }),
      'docking[0].envelope',
      /needs an axis of the sensor "a"/,
    ],
    [
      'a port with an axis of length zero',
      sceneText({ sensors: [{ ...sensors[0], axis: [0, 0] }, sensors[1]], docking: [{ sensors: ['a', 'b'] }] }),
      'sensors[0].axis',
      /nonzero length/,
    ],
    [
      'separation springs without a time of release',
      sceneText({ sensors: ports, docking: [{ sensors: ['a', 'b'], separationSprings: { energy: 1, stroke: 0.1 } }] }),
      'docking[0].separationSprings',
      /needs a time of release/,
    ],
    [
      'a minimum closing speed above the maximum',
      sceneText({
        sensors: ports,
        docking: [{ sensors: ['a', 'b'], envelope: { minClosingSpeed: 0.2, maxClosingSpeed: 0.1 } }],
      }),
      'docking[0].envelope.minClosingSpeed',
      /at most maxClosingSpeed \(0.1 m\/s\)/,
    ],
    [
      'soft capture by a pin',
      sceneText({
        time: steps,
        sensors: ports,
        docking: [{ sensors: ['a', 'b'], mode: 'pin', softCapture: { stiffness: 1 } }],
      }),
      'docking[0].softCapture',
      /needs mode "rigid"/,
    ],
    [
      'a load on a half-space',
      sceneText({ time: steps, forces: { loads: [{ body: 'floor' }] } }),
      'forces.loads[0].body',
      /must be a free body/,
    ],
    [
      'a load that ends before it starts',
      sceneText({ time: steps, forces: { loads: [{ body: 'ball', from: 2, until: 1 }] } }),
      'forces.loads[0].until',
      /after it begins \(2 s\)/,
    ],
    [
      'a pair with an unknown body',
      sceneText({ contacts: { pairs: [{ bodies: ['ball', 'wall'] }] } }),
      'contacts.pairs[0].bodies[1]',
      /not the name of a body/,
    ],
    [
      'a body paired with itself',
      sceneText({ contacts: { pairs: [{ bodies: ['ball', 'ball'] }] } }),
      'contacts.pairs[0].bodies',
      /different/,
    ],
    [
      'a duplicate pair',
      sceneText({ contacts: { pairs: [{ bodies: ['ball', 'floor'] }, { bodies: ['floor', 'ball'] }] } }),
      'contacts.pairs[1].bodies',
      /contacts\.pairs\[0\]/,
    ],
    [
      'sliding friction above sticking',
      sceneText({ contacts: { friction: { law: 'algebraic', static: 0.1, dynamic: 0.2 } } }),
      'contacts.friction.dynamic',
      /at most the static coefficient 0.1/,
    ],
    ['mass and density', withBall({ density: 1 }), 'bodies[0].density', /left out where mass is given/],
    ['neither mass nor density', withBall({ mass: undefined }), 'bodies[0].mass', /needs mass or density/],
    ['inertia without mass', withBall({ mass: undefined, density: 1, inertia: 1 }), 'bodies[0].inertia', /left out/],
    [
      'the density of a rod',
      withBall({ mass: undefined, density: 1, shape: { kind: 'segment', start: [0, 0], end: [1, 0] } }),
      'bodies[0].density',
      /no finite area/,
    ],
    ['the mass of a half-space', two({ ...floor, mass: 1 }), 'bodies[0].mass', /left out/],
    ['a free half-space', two({ ...floor, motion: 'free', mass: 1 }), 'bodies[0].motion', /"fixed" or "prescribed"/],
    [
      'a rotating half-space',
      two({ ...floor, motion: 'prescribed', angularVelocity: 1 }),
      'bodies[0].angularVelocity',
      /zero for a halfspace/,
    ],
    ['a fixed body that moves', two({ ...floor, velocity: [0, 1] }), 'bodies[0].velocity', /"prescribed"/],
  ])('%s', (_what, text, path, message) => {
    const error = inputErrorIn(text);
    expect(error.message).toMatch(message);
    expect(error.path).toBe(path);
    expect(placesOf(text, path)).toContainEqual([error.line, error.column]);
  });

  it('points at the parent of a missing key', () => {
    const error = inputErrorIn(withBall({ shape: undefined }));
    expect([error.path, error.line, error.column]).toEqual(['bodies[0].shape', 5, 5]);
  });
});

/** Positions of the value at the path and of its key, or of its parent if it is missing, by an independent parser. */
function placesOf(text: string, path: string): [number, number][] {
  const steps = [...path.matchAll(/\[(\d+)\]|[-$\w]+/g)].map(([word, index]) =>
    index === undefined ? word : Number(index),
  );
  const root = parseTree(text);
  let node = root && findNodeAtLocation(root, steps);
  while (node === undefined && steps.pop() !== undefined) node = root && findNodeAtLocation(root, steps);
  return [node, node?.parent?.type === 'property' ? node.parent : node].map((entry) => {
    const before = text.slice(0, entry?.offset).split('\n');
    return [before.length, (before.at(-1)?.length ?? 0) + 1];
  });
}
