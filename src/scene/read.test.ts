import { describe, expect, it } from 'vitest';
import { readPlanarScene } from './read.ts';

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

describe('what a scene omits', () => {
  const scene = readPlanarScene(sceneText(), 'x');

  it('is filled in with defaults', () => {
    expect(scene.time).toEqual({
      end: 6,
      method: 'events',
      step: 1e-3,
      integrator: 'semi-implicit-euler',
      broadPhase: 'sweep-and-prune',
      maxEvents: 1e6,
    });
    expect(scene.contacts.law.material).toEqual({
      restitution: 1,
      frictionLaw: 'none',
      staticFriction: 0,
      dynamicFriction: 0,
      tangentialRestitution: 0,
      rollingFriction: 0,
      spinningFriction: 0,
    });
    expect(scene.record.interval).toBe(0.02);
    expect(scene.bodies[0]).toMatchObject({
      angle: 0,
      angularVelocity: 0,
      motion: 'free',
      velocity: { x: 0, y: 0, z: 0 },
    });
  });

  it('an immovable body has infinite mass and inertia', () => {
    expect(scene.bodies[1]).toMatchObject({ mass: Number.POSITIVE_INFINITY, inertia: Number.POSITIVE_INFINITY });
  });

  it('the restitution threshold depends on gravity and the step', () => {
    const gravity = { forces: { gravity: [0, -10] } };
    expect(scene.contacts.restitutionThreshold).toBe(0);
    // for the method events as well, for its fixed steps of resting contact: 2 · 10 m/s² · 1 ms
    expect(readPlanarScene(sceneText(gravity), 'x').contacts.restitutionThreshold).toBe(0.02);
    const steps = sceneText({ ...gravity, time: { end: 1, method: 'steps', step: '5 ms' } });
    expect(readPlanarScene(steps, 'x').contacts.restitutionThreshold).toBeCloseTo(0.1, 15); // 2 · 10 m/s² · 5 ms, one rounding
  });
});

describe('bodies', () => {
  const lShape = { kind: 'polygon', vertices: [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]] }; // biome-ignore format: one line
  const read = (changes: Record<string, unknown>) => readPlanarScene(withBall(changes), 'x').bodies[0];

  it('the shape of a free body does not move when its origin is set to the centre of mass', () => {
    const body = read({ shape: lShape, position: [10, 20], angle: '90 deg', mass: 3 });
    // centroid of three unit squares: (5/6, 5/6), rotated by a right angle: (-5/6, 5/6)
    expect(body.position.x).toBeCloseTo(10 - 5 / 6, 13);
    expect(body.position.y).toBeCloseTo(20 + 5 / 6, 13);
    expect(body.shape.kind === 'polygon' && body.shape.vertices[0]).toBeCloseTo(-5 / 6, 14);
    // three unit squares of 1 kg, each 1/6 about its own centre, at squared distances 2/9, 5/9 and 5/9
    expect(body.inertia).toBeCloseTo(11 / 6, 13);
  });

  it('a density gives the same body as its mass', () => {
    expect(read({ shape: lShape, mass: undefined, density: 1 })).toEqual(read({ shape: lShape, mass: 3 }));
  });

  it('a body with inertia, and one that is not free, have the origin of the file', () => {
    const given = read({ shape: lShape, position: [1, 2], inertia: 5 });
    expect(given).toMatchObject({ position: { x: 1, y: 2 }, mass: 2, inertia: 5 });
    const boom = read({
      shape: lShape,
      position: [1, 2],
      mass: undefined,
      motion: 'prescribed',
      angularVelocity: '6 rpm',
    });
    expect(boom).toMatchObject({ position: { x: 1, y: 2 }, angularVelocity: Math.PI / 5 });
    expect(boom.shape.kind === 'polygon' && boom.shape.vertices[0]).toBe(0);
  });

  it('a sensor keeps its position on the shape', () => {
    const { bodies } = JSON.parse(withBall({ shape: lShape }));
    const scene = readPlanarScene(
      sceneText({ bodies, sensors: [{ name: 's', body: 'ball', point: [2, '10 cm'] }] }),
      'x',
    );
    expect(scene.sensors[0].point.x).toBeCloseTo(2 - 5 / 6, 14);
    expect(scene.sensors[0].point.y).toBeCloseTo(0.1 - 5 / 6, 14);
  });

  it('rectangles and regular polygons become polygons about the given position', () => {
    const rectangle = read({ shape: { kind: 'rectangle', halfExtents: [1, 0.5] }, mass: 12 });
    expect(rectangle.shape).toMatchObject({ kind: 'polygon', convex: true });
    expect(rectangle.inertia).toBeCloseTo(5, 13); // m (w² + h²) / 12
    const hexagon = read({ shape: { kind: 'regular-polygon', sides: 6, radius: 1 }, mass: 12 });
    expect(hexagon.position).toEqual({ x: 0, y: 3, z: 0 });
    expect(hexagon.inertia).toBeCloseTo(5, 13); // m a² 5/12
  });

  it('a rod has the inertia m l²/12 about its midpoint; a point has infinite inertia', () => {
    const rod = read({ shape: { kind: 'segment', start: [0, 0], end: [6, 0] }, position: [0, 0], mass: 1 });
    expect(rod).toMatchObject({ position: { x: 3, y: 0 }, inertia: 3, shape: { start: { x: -3 }, end: { x: 3 } } });
    expect(read({ shape: { kind: 'point' } }).inertia).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('pairs and docking', () => {
  it('a pair inherits missing settings from the scene', () => {
    const contacts = {
      restitution: 0.5,
      friction: { law: 'algebraic', static: 0.4, dynamic: 0.3 },
      pairs: [{ bodies: ['floor', 'ball'], restitution: 0.9, penalty: { law: 'hertz', modulus: '70 GPa', radius: 1 } }],
    };
    const { law, pairs } = readPlanarScene(sceneText({ contacts }), 'x').contacts;
    expect(law).toMatchObject({ collide: true, penalty: { kind: 'spring-damper', stiffness: 1e5 } });
    expect(pairs).toHaveLength(1);
    expect(pairs[0]).toMatchObject({ bodies: [0, 1], collide: true, penalty: { kind: 'hertz', modulus: 7e10 } });
    expect(pairs[0].material).toMatchObject({ restitution: 0.9, staticFriction: 0.4, dynamicFriction: 0.3 });
  });

  it('docking without limits is permanent and happens at any speed', () => {
    const sensors = ['ball', 'floor'].map((body) => ({ name: `on ${body}`, body, point: [0, 0] }));
    const scene = readPlanarScene(sceneText({ sensors, docking: [{ sensors: ['on floor', 'on ball'] }] }), 'x');
    const never = Number.POSITIVE_INFINITY;
    expect(scene.docking).toEqual([
      { sensors: [1, 0], mode: 'rigid', tolerance: 1e-3, maxSpeed: never, release: never },
    ]);
  });
});
