import { describe, expect, it } from 'vitest';
import { runAnyText, runDocument } from '../../test/scenes.ts';
import { runQuery, runQueryLine } from '../query/run-query.ts';
import { readScene } from '../scene/read.ts';
import { contactForce } from './contact-laws.ts';
import {
  createHertzPair,
  type ElasticMaterial,
  hertzDepth,
  hertzEllipsePressure,
  hertzPressure,
} from './hertz-pressure.ts';

const steel = { youngModulus: 210e9, poissonRatio: 0.3 };
const rubber = { youngModulus: 5e6, poissonRatio: 0.49 };

describe('contact area and pressure of Hertz', () => {
  it.each([
    ['two spheres', [0.01, 0.03], [steel, rubber]],
    ['a sphere on a plane', [0.01, Number.POSITIVE_INFINITY], [steel, steel]],
    ['a sphere in a spherical socket', [0.01, -0.02], [rubber, steel]],
    [
      'a rigid sphere',
      [0.05, Number.POSITIVE_INFINITY],
      [{ youngModulus: Number.POSITIVE_INFINITY, poissonRatio: 0 }, rubber],
    ],
  ] as const)('%s: the closed forms of the force', (_, radii, materials) => {
    const law = createHertzPair({ radii, materials });
    const R = 1 / (1 / radii[0] + 1 / radii[1]);
    const softness = ({ youngModulus: e, poissonRatio: nu }: ElasticMaterial) => (1 - nu * nu) / e;
    const E = 1 / (softness(materials[0]) + softness(materials[1]));
    for (const F of [1e-3, 1, 250]) {
      const depth = hertzDepth(law, F);
      const { force, semiAxes, peakPressure, meanPressure } = hertzPressure(law, depth);
      const ratio = (value: number, expected: number) => expect(value / expected).toBeCloseTo(1, 13);
      ratio(force, F);
      ratio(contactForce(law, depth, 0), F);
      ratio(semiAxes[0], ((3 * F * R) / (4 * E)) ** (1 / 3));
      ratio(depth, ((9 * F * F) / (16 * R * E * E)) ** (1 / 3));
      ratio(peakPressure, ((6 * F * E * E) / (Math.PI ** 3 * R * R)) ** (1 / 3));
      ratio(meanPressure, F / (Math.PI * semiAxes[0] ** 2));
    }
  });

  it('second method: the pressure carries the force, and presses an elastic half-space in by the approach (Boussinesq)', () => {
    const law = createHertzPair({ radii: [0.02, 0.05], materials: [steel, rubber] });
    const { force, depth, semiAxes: [a], peakPressure } = hertzPressure(law, 3e-5); // biome-ignore format: one line
    let [carried, displacement] = [0, 0];
    const n = 200000;
    for (let i = 0; i < n; i++) {
      const r = ((i + 0.5) / n) * a;
      const pressure = peakPressure * Math.sqrt(1 - (r / a) ** 2);
      carried += pressure * 2 * Math.PI * r * (a / n);
      // a point load P lifts the surface at a distance r by P/(π E* r)
      displacement += (pressure * 2 * Math.PI * r * (a / n)) / (Math.PI * law.modulus * r);
    }
    expect(carried / force).toBeCloseTo(1, 6);
    expect(displacement / depth).toBeCloseTo(1, 6);
  });

  it('an ellipse of equal curvatures is the circle', () => {
    const circle = hertzPressure({ modulus: 1e9, radius: 0.2 }, 1e-4);
    const ellipse = hertzEllipsePressure(1e9, [5, 5], 1e-4);
    for (const key of ['force', 'peakPressure', 'meanPressure'] as const)
      expect(ellipse[key] / circle[key]).toBeCloseTo(1, 6);
    expect(ellipse.semiAxes[0] / circle.semiAxes[0]).toBeCloseTo(1, 6);
  });

  it.each([1.5, 4, 30])(
    'an ellipse, curvatures in the ratio %d: the pressure fits the curvatures (Johnson 4.24)',
    (ratio) => {
      const [low, high] = [3, 3 * ratio];
      const { semiAxes: [a, b], peakPressure: p0, force, depth } = hertzEllipsePressure(2e9, [high, low], 2e-5); // biome-ignore format: one line
      expect(a).toBeGreaterThan(b);
      expect(((2 / 3) * p0 * Math.PI * a * b) / force).toBeCloseTo(1, 12);
      // displacement (p0 b/(2 E*)) ∫ (1 - x²/(a²+w) - y²/(b²+w)) dw/√((a²+w)(b²+w)w), with w = b² tan²φ
      const integral = (f: (w: number) => number) => {
        const n = 20000;
        let sum = 0;
        for (let i = 0; i < n; i++) {
          const phi = ((i + 0.5) / n) * (Math.PI / 2);
          const w = b * b * Math.tan(phi) ** 2;
          const dw = (2 * b * b * Math.tan(phi)) / Math.cos(phi) ** 2;
          sum += ((f(w) * dw) / Math.sqrt((a * a + w) * (b * b + w) * w)) * (Math.PI / 2 / n);
        }
        return ((p0 * a * b) / (2 * 2e9)) * sum;
      };
      expect(integral(() => 1) / depth).toBeCloseTo(1, 6);
      expect(integral((w) => 1 / (a * a + w)) / (low / 2)).toBeCloseTo(1, 6);
      expect(integral((w) => 1 / (b * b + w)) / (high / 2)).toBeCloseTo(1, 6);
    },
  );

  it('rejects surfaces that do not touch in a point, two rigid bodies and impossible materials', () => {
    const pair =
      (radii: [number, number], first = steel) =>
      () =>
        createHertzPair({ radii, materials: [first, steel] });
    expect(pair([0.02, -0.01])).toThrow(/hertz.radii: 1\/R1 \+ 1\/R2 must be finite and above zero/);
    expect(pair([0.01, 0.01], { youngModulus: -1, poissonRatio: 0.3 })).toThrow(/youngModulus must be above zero/);
    expect(pair([0.01, 0.01], { youngModulus: 1, poissonRatio: 0.6 })).toThrow(/poissonRatio must be from -1 to 0.5/);
    const rigid = { youngModulus: Number.POSITIVE_INFINITY, poissonRatio: 0 };
    expect(() => createHertzPair({ radii: [1, 1], materials: [rigid, rigid] })).toThrow(/hertz.modulus/);
  });

  it('`appulse query` has it: by force and by approach', () => {
    const bodies = { op: 'hertz', R1: 0.01, R2: 0.01, E1: 210e9, nu1: 0.3, E2: 210e9, nu2: 0.3 };
    const answer = runQuery({ ...bodies, force: 344.0 }) as Record<string, number>;
    expect(answer.depth).toBeCloseTo(1e-5, 8);
    expect(answer.contactRadius).toBeCloseTo(Math.sqrt(0.005 * 1e-5), 7);
    const back = runQuery({ ...bodies, depth: answer.depth }) as Record<string, number>;
    expect(back.force / 344).toBeCloseTo(1, 12);
    expect(runQueryLine(JSON.stringify({ ...bodies, force: 1, depth: 1 }), 1).json).toContain('where force is given');
  });
});

describe('scenes with the elastic constants and radii of both bodies', () => {
  const materials = [steel, rubber];
  const E = 1 / ((1 - 0.09) / 210e9 + (1 - 0.49 ** 2) / 5e6);
  const discs = (penalty: object) => ({
    bodies: [
      { name: 'a', shape: { kind: 'disc', radius: 0.1 }, velocity: [1, 0], mass: 1 },
      { name: 'b', shape: { kind: 'disc', radius: 0.2 }, position: [0.301, 0], mass: 1 },
    ],
    contacts: { response: 'penalty', penalty },
    time: { end: 0.02, method: 'steps', step: 1e-5, integrator: 'rk4' },
  });

  it('are those with the effective modulus and radius, bit for bit', () => {
    const given = runDocument(discs({ law: 'hertz', materials, radii: [0.1, 0.2] }));
    const effective = runDocument(discs({ law: 'hertz', modulus: E, radius: 1 / (1 / 0.1 + 1 / 0.2) }));
    expect(given.summary.stateHash).toBe(effective.summary.stateHash);
    expect(given.summary.maxPenetration).toBeGreaterThan(1e-3);
    const spheres = (penalty: object) =>
      runAnyText(
        JSON.stringify({
          world: 'solids',
          title: 'test',
          description: 'A test.',
          bodies: [
            { name: 'a', shape: { kind: 'sphere', radius: 0.1 }, velocity: [1, 0, 0], mass: 1 },
            { name: 'b', shape: { kind: 'sphere', radius: 0.2 }, position: [0.301, 0, 0], mass: 1 },
          ],
          contacts: { response: 'penalty', penalty },
          time: { end: 0.02, method: 'steps', step: 1e-4 },
        }),
        'test',
      ).summary.stateHash;
    expect(spheres({ law: 'hertz', materials })).toBe(spheres({ law: 'hertz', modulus: E }));
    expect(spheres({ law: 'hertz', materials, radii: [0.1] })).not.toBe(spheres({ law: 'hertz', modulus: E }));
  });

  it.each([
    [{ law: 'hertz', materials, modulus: 1, radius: 1 }, /contacts.penalty.materials.* must be left out where modulus/],
    [{ law: 'hertz', radius: 1 }, /contacts.penalty.modulus.* is missing, it needs modulus or materials/],
    [{ law: 'hertz', materials, radius: 1, radii: [1] }, /contacts.penalty.radii.* must be left out where radius/],
    [{ law: 'hertz', materials }, /contacts.penalty.radius.* is missing, it needs radius or radii/],
  ] as const)('are rejected with too much or too little: %#', (penalty, message) => {
    const text = JSON.stringify({ title: 'test', description: 'A test.', ...discs(penalty) });
    expect(() => readScene(text, 'test')).toThrow(message);
  });
});

describe('restDistance of a penalty spring [CP13-3.1]', () => {
  const [K, s0, v] = [1e4, 0.01, 0.5];

  it('the spring acts from that distance on: impact at the stroke and time of the closed form, without touching', () => {
    const { summary, contacts } = runDocument({
      bodies: [
        { name: 'wall', shape: { kind: 'halfspace', normal: [-1, 0] }, position: [0.2, 0], motion: 'fixed' },
        { name: 'ball', shape: { kind: 'disc', radius: 0.1 }, position: [0.05, 0], velocity: [v, 0], mass: 1 },
      ],
      contacts: { response: 'penalty', penalty: { law: 'linear', stiffness: K, restDistance: s0 } },
      time: { end: 0.2, method: 'steps', step: 1e-5, integrator: 'rk4' },
      record: { distances: [['wall', 'ball']] },
    });
    // half a period of √(K/m) from the distance s0, with the stroke v √(m/K)
    expect(summary.distances?.minimum.distance).toBeCloseTo(s0 - v * Math.sqrt(1 / K), 8);
    expect(summary.distances?.minimum.time).toBeCloseTo(0.04 / v + (Math.PI / 2) * Math.sqrt(1 / K), 4);
    expect(Math.max(...contacts.map(({ distance }) => distance))).toBeLessThanOrEqual(s0);
    // the spring begins and ends within a step: of the order of (ω h)² = 1e-6
    expect(summary.balance.energyError).toBeLessThan(1e-6);
    expect(summary.maxPenetration).toBe(0);
  });

  it.each([0.01, -0.01])('in space, restDistance %d: the same stroke, with the energy in balance', (restDistance) => {
    const { summary } = runAnyText(
      JSON.stringify({
        world: 'solids',
        title: 'test',
        description: 'A test.',
        bodies: [
          { name: 'wall', shape: { kind: 'halfspace', normal: [0, 0, 1] }, motion: 'fixed' },
          {
            name: 'ball',
            shape: { kind: 'sphere', radius: 0.1 },
            position: [0, 0, 0.15],
            velocity: [0, 0, -v],
            mass: 1,
          },
        ],
        contacts: { response: 'penalty', penalty: { law: 'linear', stiffness: K, restDistance } },
        time: { end: 0.3, method: 'steps', step: 1e-4 },
        record: { interval: 1e-4, distances: [['wall', 'ball']] },
      }),
      'test',
    );
    expect(summary.distances?.minimum.distance).toBeCloseTo(restDistance - v * Math.sqrt(1 / K), 6);
    // a step ends where the bodies touch; the spring of a negative distance begins within one, (ω h)² = 1e-4
    expect(summary.balance.energyError).toBeLessThan(restDistance < 0 ? 1e-4 : 1e-6);
    expect(summary.ledgerEnd.momentum.z).toBeCloseTo(v, restDistance < 0 ? 5 : 6);
  });
});
