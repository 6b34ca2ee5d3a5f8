import { describe, expect, it } from 'vitest';
import { exampleText, runAnyText } from '../../../test/scenes.ts';
import { createMeshCheck, type MeshCheckFactory } from '../../ccd/mesh-check.ts';
import { createEndpointMotion } from '../../ccd/point-motion.ts';
import type { MeshScene } from '../../scene/mesh-scene.ts';
import { readScene } from '../../scene/read.ts';
import { createSurfaceMesh } from '../../shapes/mesh.ts';
import { SimulationError } from '../world.ts';
import { createMeshModel } from './mesh-model.ts';

/** The twisted cloth with changed contacts, every step recorded. */
function twist(contacts: object, end: number) {
  const step = 1e-3;
  const document = { ...JSON.parse(exampleText('twisted-cloth')), time: { end, step }, record: { interval: step } };
  const text = JSON.stringify({ ...document, contacts: { selfContact: true, edges: true, ...contacts } });
  const log = runAnyText(text, 'twist');
  const { faces, nodes } = createMeshModel(readScene(text, 'twist') as MeshScene);
  const triangles = faces.filter((_, k) => k % 4 < 3);
  const check = createMeshCheck(createSurfaceMesh({ positions: nodes.positions, triangles }));
  const positions = log.nodes.map(([cloth]) => cloth.positions);
  const passages = positions
    .slice(1)
    .map((next, k) => check(createEndpointMotion(positions[k], next, step)).contacts.count);
  return { log, passages: passages.reduce((sum, count) => sum + count, 0), steps: passages.length };
}

const SEPARATION = { response: 'separation', separation: '4 mm' };

describe('a twisted cloth', () => {
  it('wound by more than a turn: no node passes a face and no edge an edge, by the exact check of every step', () => {
    const { log, passages, steps } = twist({ ...SEPARATION, iterations: 20 }, 0.5);
    expect(steps).toBe(500);
    expect(passages).toBe(0);
    expect(log.contacts.length).toBeGreaterThan(1000);
    expect(log.summary.balance.momentumError).toBeLessThan(1e-12);
    expect(log.summary.balance.angularMomentumError).toBeLessThan(1e-12);
  });

  it('impact zones alone, with one iteration of the impulses, hold the layers apart; the kinematic response lets them pass', () => {
    const { log, passages } = twist({ ...SEPARATION, separation: '0.01 mm', iterations: 1 }, 0.4);
    expect(passages).toBe(0);
    expect(log.summary.balance.momentumError).toBeLessThan(1e-12);
    expect(log.summary.balance.angularMomentumError).toBeLessThan(1e-12);
    expect(twist({ response: 'kinematic', iterations: 1 }, 0.4).passages).toBeGreaterThan(0);
  });
});

describe('the response separation', () => {
  const plate = (name: string, z: number, more: object) => ({
    name,
    shape: { kind: 'membrane', halfExtents: [0.2, 0.2], elements: [3, 3], thickness: '2 mm' },
    elastic: { modulus: 1e4, density: 500 },
    position: [0.01, 0.02, z],
    ...more,
  });
  const scene = (bodies: object[], contacts: object = SEPARATION) =>
    JSON.stringify({
      world: 'deformable',
      title: 't',
      description: 'd',
      bodies,
      contacts,
      time: { end: 0.2, step: 1e-3 },
      record: { interval: 0.01 },
    });
  const floor = {
    name: 'floor',
    shape: { kind: 'icosphere', radius: 0.3, subdivisions: 2 },
    position: [0, 0, -0.3],
    motion: 'fixed',
  };

  it('takes another check of the mesh with the same results, such as that of the GPU', () => {
    const text = scene([plate('sheet', 0.02, { velocity: [0, 0, -0.5] }), floor]);
    let checks = 0;
    const meshCheck: MeshCheckFactory = (mesh, options) => {
      const check = createMeshCheck(mesh, options);
      return (motion) => {
        checks++;
        return check(motion);
      };
    };
    const { stateHash, steps } = runAnyText(text, 'sheet', { meshCheck }).summary;
    expect(checks).toBeGreaterThanOrEqual(steps);
    expect(stateHash).toBe(runAnyText(text, 'sheet').summary.stateHash);
  });

  it('a sheet on a fixed sphere stays at the separation', () => {
    const { summary, contacts } = runAnyText(scene([plate('sheet', 0.02, { velocity: [0, 0, -0.5] }), floor]), 'sheet');
    expect(contacts.length).toBeGreaterThan(50);
    // impulses limit the approach to the separation of 4 mm; the tangent planes of a step cut off a little of it
    expect(Math.min(...contacts.map(({ distance }) => distance))).toBeGreaterThan(0.003);
    expect(summary.balance.momentumError).toBeLessThan(1e-12);
    expect(summary.ledgerEnd.contactWork).toBeLessThan(0);
  });

  it('friction across the separation conserves angular momentum, brakes the sliding, and creates no energy', () => {
    const upper = plate('upper', 0.03, { velocity: [1, 0.2, -1], angularVelocity: [0, 0, 2] });
    const sliding = (friction: number) =>
      runAnyText(scene([upper, plate('lower', 0, {})], { ...SEPARATION, friction, iterations: 20 }), 'sheets');
    const { summary, contacts, frames } = sliding(0.3);
    expect(contacts.length).toBeGreaterThan(20);
    expect(summary.balance.momentumError).toBeLessThan(1e-13);
    expect(summary.balance.angularMomentumError).toBeLessThan(1e-13);
    expect(summary.balance.energyCreationError).toBeLessThan(1e-12);
    const speed = (log: typeof frames) => (log.at(-1) as (typeof frames)[0]).bodies[0].velocity;
    const [smooth, rough] = [speed(sliding(0).frames), speed(frames)];
    expect(smooth.x).toBeCloseTo(1, 2);
    // Coulomb: the tangential loss is 0.3 of the normal gain
    expect((smooth.x - rough.x) / (0.3 * (rough.z + 1))).toBeGreaterThan(0.8);
    expect((smooth.x - rough.x) / (0.3 * (rough.z + 1))).toBeLessThan(1.05);
  });

  it('two prescribed sheets that cross: the run stops and names them', () => {
    const given = (speed: number) => ({ prescribedNodes: [{ nodes: 'all', velocity: [0, 0, speed] }] });
    const bodies = [plate('upper', 0.05, given(-1)), plate('lower', 0, given(1))];
    expect(() => runAnyText(scene(bodies), 'crossing')).toThrow(SimulationError);
    expect(() => runAnyText(scene(bodies), 'crossing')).toThrow(/upper and lower|lower and upper/);
  });

  it('invalid input: a missing separation, one for another response', () => {
    const sheet = plate('sheet', 0.1, {});
    expect(() => readScene(scene([sheet], { response: 'separation' }), 'x')).toThrow(
      /contacts\.separation.*must be given/,
    );
    expect(() => readScene(scene([sheet], { separation: 0.01 }), 'x')).toThrow(/contacts\.separation.*only for it/);
  });
});
