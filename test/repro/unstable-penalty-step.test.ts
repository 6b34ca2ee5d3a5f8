import { describe, expect, it } from 'vitest';
import { createPlanarBody } from '../../src/dynamics/rigid-body.ts';
import { createPose } from '../../src/math/pose.ts';
import { createVec3 } from '../../src/math/vec3.ts';
import { exceededStepLimit } from '../../src/response/contact-step-limit.ts';
import { exampleText, runAnyText, runDocument, runText } from '../scenes.ts';

/** The bouncing ball of the example with another step and integrator: ω = 1000 /s, γ = 148.7 /s. */
function bounce(step: string, integrator: string) {
  const scene = JSON.parse(exampleText('bounce-penalty'));
  return runText(JSON.stringify({ ...scene, time: { ...scene.time, end: 1, step, integrator } }), 'bounce').summary;
}

describe('a step that is too long for a penalty contact', () => {
  it('ends the run before energy is created, and the maximum step is reported', () => {
    const { status, failure, ledgerEnd, time } = bounce('5 ms', 'explicit-euler');
    expect(status).toBe('failed');
    // γ/ω²
    expect(failure).toMatch(
      /^time\.step: must be at most 0\.0001486\d* s for explicit-euler .*floor and ball, got 0\.005$/,
    );
    expect(ledgerEnd.kineticEnergy).toBeLessThan(9.81 * 1.1);
    expect(time).toBeLessThan(0.5);
  });

  it.each([
    ['explicit-euler', 0.1487],
    ['held-force', 0.2974],
    ['semi-implicit-euler', 0.9284],
    ['rk4', 1.48],
  ])(
    '%s: a little below the limit the run goes to its end and keeps the energy below that of the start',
    (scheme, ms) => {
      const { status, ledgerStart, ledgerEnd } = bounce(`${0.97 * ms} ms`, scheme);
      expect(status).toBe('end');
      const total = ({ kineticEnergy, potentialEnergy }: typeof ledgerEnd) => kineticEnergy + potentialEnergy;
      expect(total(ledgerEnd)).toBeLessThan(1.1 * total(ledgerStart));
      expect(bounce(`${1.03 * ms} ms`, scheme).status).toBe('failed');
    },
  );

  it('is detected for stiffness that increases with the depth, too', () => {
    const scene = (step: number) => ({
      bodies: [
        { name: 'ball', shape: { kind: 'disc', radius: 0.5 }, mass: 2, position: [0.6, 0], velocity: [-1, 0] },
        { name: 'wall', shape: { kind: 'halfspace', normal: [1, 0] }, motion: 'fixed' },
      ],
      contacts: { response: 'penalty', penalty: { law: 'hertz', modulus: 1e6, radius: 0.5 } },
      time: { method: 'steps', step, end: 0.6, integrator: 'rk4' },
    });
    expect(runDocument(scene(2e-5)).summary.status).toBe('end');
    expect(runDocument(scene(5e-2)).summary.failure).toMatch(/must be at most .* for rk4/);
  });

  it('is detected between two spatial smooth bodies, which return to the last valid state', () => {
    const scene = JSON.parse(exampleText('egg-on-a-table'));
    const contacts = { response: 'penalty', penalty: { law: 'linear', stiffness: 1e9 } };
    const { summary } = runAnyText(JSON.stringify({ ...scene, contacts }), 'egg');
    expect(summary.status).toBe('failed');
    expect(summary.failure).toMatch(/^time\.step: must be at most .* s for the contact of /);
    expect(summary.balance.energyError).toBeLessThan(1e-9);
  });

  it('is shorter where several springs act on one body: a sphere between two half-spaces has twice the stiffness', () => {
    const wall = () =>
      createPlanarBody(createPose([0, 0]), Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, createVec3(), 0);
    const ball = createPlanarBody(createPose([0, 0]), 1, 0.1, createVec3(), 0);
    const spring = (x: number) => {
      const point = createVec3(x);
      return { a: ball, b: wall(), pointA: point, pointB: point, normal: createVec3(x), stiffness: 1e4, damping: 0 };
    };
    const [left, right] = [spring(-1), spring(1)];
    expect(exceededStepLimit([left], 'semi-implicit-euler', 0.0099)).toBeUndefined();
    expect(exceededStepLimit([left], 'semi-implicit-euler', 0.0101)?.step).toBeCloseTo(0.01, 12);
    expect(exceededStepLimit([left, right], 'semi-implicit-euler', 0.0099)?.step).toBeCloseTo(0.01 / Math.SQRT2, 12);
  });
});
