import { describe, expect, it } from 'vitest';
import { exampleModel, examplePlatoon } from '../../test/vehicle-files.ts';
import { DEFAULT_ROAD } from '../dynamics/vehicle/wheels.ts';
import { DEFAULT_CONTACT_LAW } from '../response/vehicle-contact/contact-law.ts';
import { editSceneText } from './edit-text.ts';
import { readScene } from './read.ts';
import { SceneError } from './scene-error.ts';
import { vehicleSceneText } from './vehicle-files.ts';
import type { VehicleScene } from './vehicle-scene.ts';

const car = { name: 'car', mass: 1500, inertia: [550, 2400, 2600], halfExtents: [2.4, 0.95, 0.75] };
const first = { name: 'first', position: [0, 0], speed: 10 };
const second = {
  name: 'second',
  model: 'car',
  position: [9, 1],
  heading: '180 deg',
  speed: '25 mph',
  steering: '2 deg',
};

function sceneText(changes: Record<string, unknown> = {}): string {
  const scene = {
    title: 't',
    description: 'a',
    world: 'vehicles',
    models: [car],
    vehicles: [first, second],
    time: { end: 1 },
  };
  return JSON.stringify({ ...scene, ...changes }, null, 2);
}

function asVehicles(text: string): VehicleScene {
  const scene = readScene(text, 'x.scene.json');
  if (scene.world !== 'vehicles') throw new Error(`the scene has the world ${scene.world}`);
  return scene;
}

const read = (changes: Record<string, unknown> = {}) => asVehicles(sceneText(changes));

function inputErrorIn(changes: Record<string, unknown>): SceneError {
  try {
    read(changes);
  } catch (error) {
    if (error instanceof SceneError) return error;
    throw error;
  }
  throw new Error('the scene was accepted');
}

describe('a scene of vehicles', () => {
  it('has defaults of the published vehicle and of the library filled in', () => {
    const { models, bodies, contacts, road, start, viscosity, time, record } = read();
    const { COSSERAT_POINT, SUSPENSION, TYRE } = exampleModel();
    const { E, nu, volume } = COSSERAT_POINT;
    expect(models).toEqual([
      {
        id: 1,
        COSSERAT_POINT: { MASS: 1500, Ix: 550, Iy: 2400, Iz: 2600, E, nu, volume },
        SUSPENSION,
        TYRE,
        CONTACT: { A1: 4.8, A2: 1.9, A3: 1.5 },
      },
    ]);
    expect(bodies[0]).toEqual({
      name: 'first',
      start: { model: 1, X: 0, Y: 0, ORIENTATION: 0, SPEED: 10, STEERING: 0 },
    });
    expect([contacts, road]).toEqual([DEFAULT_CONTACT_LAW, DEFAULT_ROAD]);
    expect({ start, viscosity, time, record }).toEqual({
      start: 'exact',
      viscosity: 0,
      time: { end: 1, step: 2.5e-4 },
      record: { interval: 1 / 300 },
    });
  });

  it('accepts US customary units', () => {
    const given = {
      ...car,
      mass: '3300 lb',
      inertia: ['405.7 slug ft^2', 2400, '61700 lb ft^2'],
      halfExtents: ['7.5 ft', '3 ft', '30 in'],
      elastic: { modulus: '29000 psi', volume: '15 ft^3' },
      suspension: { front: { stiffness: '228 lbf/in', damping: '8.6 lbf s/in' } },
    };
    const [{ COSSERAT_POINT: body, SUSPENSION, CONTACT }] = read({ models: [given] }).models;
    expect(body.MASS).toBeCloseTo(1496.855, 3);
    expect(body.Ix).toBeCloseTo(550.055, 3); // 1 slug ft² = 1.3558179 kg m²
    expect(body.Iz).toBeCloseTo(2600.04, 2); // 1 lb ft² = 0.0421401101 kg m²
    expect(body.E / 1e6).toBeCloseTo(199.948, 3); // 1 psi = 6894.757 Pa
    expect(body.volume).toBeCloseTo(0.424753, 6);
    expect(CONTACT).toEqual({ A1: 15 * 0.3048, A2: 6 * 0.3048, A3: 60 * 0.0254 });
    expect(SUSPENSION.C1).toBeCloseTo(39928.9, 1); // 1 lbf/in = 175.126835 N/m
    expect(SUSPENSION.D1).toBeCloseTo(1506.09, 2);
    const [, { start }] = read().bodies;
    expect(start.ORIENTATION).toBeCloseTo(Math.PI, 15);
    expect(start.SPEED).toBeCloseTo(11.176, 12);
    expect(start.STEERING).toBeCloseTo(Math.PI / 90, 15);
  });

  it.each([
    ['models[0].mass', 'is missing', { models: [{ ...car, mass: undefined }] }],
    [
      'models[0].tyreRelaxationTimee',
      'did you mean "tyreRelaxationTime"?',
      { models: [{ ...car, tyreRelaxationTimee: 1 }] },
    ],
    ['models[0].mass', 'must be above zero', { models: [{ ...car, mass: '-3 lb' }] }],
    ['models[0].inertia[2]', 'below the sum of the other two', { models: [{ ...car, inertia: [550, 2400, 2960] }] }],
    ['models[0].elastic.poisson', 'above -1 and below 0.5', { models: [{ ...car, elastic: { poisson: 0.5 } }] }],
    ['models[0].suspension', 'too soft', { models: [{ ...car, suspension: { front: { stiffness: 100 } } }] }],
    ['models[1].name', 'must be unique', { models: [car, car] }],
    ['models[0].equilibrium', 'is missing, the scene starts from "file"', { start: 'file' }],
    ['vehicles[1].name', 'must be unique', { vehicles: [first, { ...second, name: 'first' }] }],
    ['vehicles[1].model', 'did you mean "car"?', { vehicles: [first, { ...second, model: 'cat' }] }],
    ['vehicles[0].speed', 'unit of speed', { vehicles: [{ ...first, speed: '3 kg' }] }],
    ['vehicles[0].position', 'exactly 2 items', { vehicles: [{ ...first, position: [1, 2, 3] }] }],
    ['vehicles', 'at least 1 item', { vehicles: [] }],
    ['contacts.model', '"EM", "BM"', { contacts: { model: 'box' } }],
    ['contacts.law', '"incremental", "ellipsoid", "box"', { contacts: { law: 'literal' } }],
    ['contacts.radius', 'at most 0.75 m', { contacts: { model: 'BM', radius: 0.8 } }],
    ['models[0].radius', 'from 0 to 0.75 m', { models: [{ ...car, radius: 0.8 }] }],
    ['models[0].radius', 'at least 0', { models: [{ ...car, radius: '-1 mm' }] }],
    ['contacts.friction', 'at least 0', { contacts: { friction: -1 } }],
    ['road.tyres', 'true or false', { road: { tyres: 'on' } }],
    ['time.step', 'must be above zero', { time: { end: 1, step: 0 } }],
    ['time.step', 'more than', { time: { end: '1 h', step: '1e-9 s' } }],
    ['bodies', 'is not a known key', { bodies: [] }],
  ])('with an error in %s is rejected with its path: %s', (path, words, changes) => {
    const inputError = inputErrorIn(changes);
    expect(inputError.path).toBe(path);
    expect(inputError.message).toContain(words);
    expect(inputError.message).toMatch(/^x\.scene\.json:\d+:\d+ /);
  });

  it('has an edge radius per model, with that of the contacts as the default', () => {
    const small = { ...car, name: 'small', halfExtents: [1.5, 0.5, 0.5], radius: '10 cm' };
    const { models, contacts } = read({ models: [car, small], contacts: { model: 'BM', radius: 0.7 } });
    expect(models.map(({ radius }) => radius)).toEqual([undefined, 0.1]);
    // fits the first model, and the second does not use it
    expect(contacts.radius).toBe(0.7);
  });

  it('may have a radius too large for the boxes if the contact geometry is ellipsoids', () => {
    expect(read({ contacts: { radius: 0.8 } }).contacts.radius).toBe(0.8);
  });
});

describe('data files as a scene', () => {
  const head = { title: 'platoon1.dat', description: 'As published.', end: 2 };

  it.each(['platoon1.dat', 'platoon2.dat'])('%s preserves every number', (name) => {
    const scene = asVehicles(vehicleSceneText([exampleModel()], examplePlatoon(name), head));
    expect(scene.models).toEqual([exampleModel()]);
    expect(scene.bodies.map(({ start }) => start)).toEqual(examplePlatoon(name));
    expect(scene.time.end).toBe(2);
  });

  it('renumbers models that are not numbered from 1', () => {
    const models = [7, 3].map((id) => ({ ...exampleModel(), id }));
    const [vehicle] = examplePlatoon('platoon1.dat');
    const scene = asVehicles(vehicleSceneText(models, [{ ...vehicle, model: 3 }], head));
    expect(scene.models.map(({ id }) => id)).toEqual([1, 2]);
    expect(scene.bodies[0].start.model).toBe(2);
  });
});

describe('an edit of the text of a scene', () => {
  it('changes no other text, comments included, and adds missing keys', () => {
    const text = sceneText().replace('"time"', '// how long\n  "time"');
    const edited = editSceneText(text, [
      { path: ['contacts', 'model'], value: 'BM' },
      { path: ['vehicles', 1, 'position'], value: [9, -1] },
    ]);
    const { contacts, bodies } = asVehicles(edited);
    expect([contacts.model, bodies[1].start.Y, bodies[0].start.Y]).toEqual(['BM', -1, 0]);
    expect(edited).toContain('// how long');
    expect(edited).toContain('"heading": "180 deg"');
  });
});
