import { describe, expect, test } from 'vitest';
import { readScene } from './read.ts';
import type { VehicleScene } from './vehicle-scene.ts';

const MODEL = {
  name: 'car',
  mass: 1500,
  inertia: [550, 2400, 2600],
  halfExtents: [2.4, 0.95, 0.75],
  suspension: { front: { drop: 0.4 }, rear: { drop: 0.4 } },
  drive: { brakes: { force: 15_000 }, engine: { force: 5000, power: 80_000 } },
};
const scene = (more: object) => ({
  world: 'vehicles',
  title: 'Driving',
  description: 'A test.',
  models: [MODEL],
  vehicles: [{ name: 'a', position: [0, 0], speed: 10 }],
  road: { tyreModel: 'ellipse' },
  time: { end: 1 },
  ...more,
});
const read = (more: object) => readScene(JSON.stringify(scene(more)), 'x.scene.json') as VehicleScene;

describe('scenes with drivers, roads, crush and trailers', () => {
  test('are read with units and defaults', () => {
    const steering = [{ time: '1 s', angle: '2 deg' }];
    const { drivers, road, bodies, hitches } = read({
      vehicles: [
        { name: 'a', position: [0, 0], driver: { brake: [{ time: 0.5, value: 1 }], steering } },
        { name: 'b', position: [-20, 0], driver: { follow: { vehicle: 'a', reaction: '800 ms' } } },
      ],
      road: {
        tyreModel: 'ellipse',
        areas: [{ position: [5, 0], halfExtents: [2, 3], friction: 0.2 }],
        ramps: [{ position: [9, 0], length: 4, rise: '10 cm' }],
      },
      contacts: { model: 'BM' },
      obstacles: [{ name: 'pole', from: [30, 0], radius: '15 cm' }],
    });
    expect(drivers?.[0]?.steering).toEqual([[1, (2 * Math.PI) / 180]]);
    expect(drivers?.[1]?.follow).toMatchObject({ vehicle: 0, reaction: 0.8, headway: 1 });
    expect(road.ramps).toEqual([{ from: [9, 0], heading: 0, length: 4, rise: 0.1, rounding: 1 }]);
    expect(road.areas[0].friction).toBe(0.2);
    expect(bodies[2].obstacle).toEqual({ name: 'pole', from: [30, 0], to: [30, 0], radius: 0.15 });
    expect(hitches).toEqual([]);
  });

  test('place the coupling points of a hitch at its height, and name the position where a trailer must be', () => {
    const vehicles = [
      { name: 'a', position: [0, 0] },
      { name: 'b', position: [-6, 0] },
    ];
    const hitch = { vehicle: 'a', trailer: 'b', behind: 2.6, ahead: 3.2 };
    expect(() => read({ vehicles, hitches: [hitch] })).toThrow(/vehicles\[1\].position: must be \[-5\.8\d*, 0\] m/);
    const [{ at, trailerAt }] = read({ vehicles, hitches: [{ ...hitch, ahead: 3.4 }] }).hitches;
    expect([at[0], trailerAt[0]]).toEqual([-2.6, 3.4]);
  });

  test.each([
    [
      'drivers without the tyre model',
      { road: {}, vehicles: [{ name: 'a', position: [0, 0], driver: {} }] },
      'vehicles[0].driver: needs the tyre model',
    ],
    [
      'areas without the tyre model',
      { road: { areas: [{ position: [0, 0], halfExtents: [1, 1], friction: 1 }] } },
      'road.areas: needs the tyre model',
    ],
    [
      'a rounding that is too long',
      { road: { tyreModel: 'ellipse', ramps: [{ position: [0, 0], length: 1, rise: 1, rounding: 0.6 }] } },
      'road.ramps[0].rounding: must be at most half',
    ],
    [
      'an area without width',
      { road: { tyreModel: 'ellipse', areas: [{ position: [0, 0], halfExtents: [1, 0], friction: 1 }] } },
      'road.areas[0].halfExtents[1]: must be above zero',
    ],
    [
      'a follower of itself',
      { vehicles: [{ name: 'a', position: [0, 0], driver: { follow: { vehicle: 'a' } } }] },
      'vehicles[0].driver.follow.vehicle: must be another vehicle',
    ],
    [
      'times that do not increase',
      {
        vehicles: [
          {
            name: 'a',
            position: [0, 0],
            driver: {
              brake: [
                { time: 1, value: 0 },
                { time: 1, value: 1 },
              ],
            },
          },
        ],
      },
      'vehicles[0].driver.brake: ',
    ],
    [
      'a driver of a car without brakes',
      {
        models: [{ ...MODEL, drive: {} }],
        vehicles: [{ name: 'a', position: [0, 0], driver: { brake: [{ time: 1, value: 0 }] } }],
      },
      'vehicles[0].driver.brake: needs a model with drive.brakes',
    ],
    [
      'obstacles with EM',
      { obstacles: [{ name: 'p', from: [9, 0], radius: 1 }] },
      'obstacles: need the contact model "BM"',
    ],
    [
      'crush with EM',
      { models: [{ ...MODEL, crush: { front: { kind: 'linear', A: 1, B: 1, width: 1, unloading: 9 } } }] },
      'models[0].crush: needs the contact model "BM"',
    ],
    [
      'an obstacle with the name of a vehicle',
      { contacts: { model: 'BM' }, obstacles: [{ name: 'a', from: [9, 0], radius: 1 }] },
      'obstacles[0].name: must be unique',
    ],
    [
      'a table that is too steep',
      {
        contacts: { model: 'BM' },
        models: [
          {
            ...MODEL,
            crush: {
              front: {
                kind: 'table',
                table: [
                  [0, 0],
                  [1, 10],
                ],
                unloading: 9,
              },
            },
          },
        ],
      },
      'models[0].crush: ',
    ],
  ])('%s are rejected by name', (_, more, message) => {
    expect(() => read(more)).toThrow(message);
  });
});
