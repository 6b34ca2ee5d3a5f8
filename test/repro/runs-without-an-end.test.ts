import { describe, expect, it } from 'vitest';
import { runQueryLine } from '../../src/query/run-query.ts';
import { readScene } from '../../src/scene/read.ts';
import type { RunObserver, RunSummary } from '../../src/sim/observer.ts';
import { RunLimitError } from '../../src/sim/run-limits.ts';
import { type RunOptions, simulate } from '../../src/sim/simulate.ts';
import { SimulationError } from '../../src/sim/world.ts';

const silent: RunObserver = { frame() {}, contact() {}, event() {}, tracking() {} };

function run(document: object, options: RunOptions = {}): RunSummary {
  const scene = readScene(JSON.stringify({ title: 'run', description: 'A run.', ...document }), 'scene');
  const steps = simulate(scene, silent, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Rotates about an axis that is not a principal axis. */
const spinning = (angularVelocity: number) => ({
  name: 'spinning',
  shape: { kind: 'ellipsoid', semiAxes: [1, 0.7, 0.5] },
  angularVelocity: [0.4, 0.9, angularVelocity],
  density: 1,
});
const box = { kind: 'box', halfExtents: [1, 0.7, 0.5] };

describe('a body that rotates too fast to be tracked', () => {
  it('is an error of a run of smooth bodies', () => {
    const scene = { world: 'smooth', bodies: [spinning(1e20)], time: { end: 1, step: 0.1 } };
    expect(() => run(scene)).toThrow(SimulationError);
    expect(() => run(scene)).toThrow(
      '"spinning" rotates by 10000000000000000000 rad within 0.1 s after 0 s, more than the 100000 rad that can be tracked',
    );
  });

  it.each(['steps', 'events'])('is an error of a run of solids by %s', (method) => {
    const bodies = [{ ...spinning(1e20), shape: box }];
    expect(() => run({ world: 'solids', bodies, time: { end: 1, method } })).toThrow(/"spinning" rotates by .* rad/);
  });

  it('is an error before another body searches for an impact with it', () => {
    const bodies = [
      { name: 'first', shape: box, position: [4, 0, 0], velocity: [-1, 0, 0], density: 1 },
      { ...spinning(1e9), shape: box },
    ];
    const scene = { world: 'solids', bodies, time: { end: 10, method: 'events' } };
    expect(() => run(scene)).toThrow(/"spinning" rotates by .* rad/);
  });
});

describe('a search for the next impact that makes no progress', () => {
  it('ends the run with the results so far, and names the bodies', () => {
    // one part is 1e16 m from the other: the rotation bounds no step that is longer than the rounding of positions
    const pieces = [
      { shape: { kind: 'sphere', radius: 0.6 } },
      { shape: { kind: 'sphere', radius: 0.15 }, position: [1e16, 0, 0] },
    ];
    const bodies = [
      { name: 'station', shape: { kind: 'compound', pieces }, density: 300, angularVelocity: [0.1, 0, 0] },
      {
        name: 'pod',
        shape: { kind: 'sphere', radius: 0.3 },
        position: [4, 0, 0.05],
        velocity: [-0.5, 0, 0],
        density: 300,
      },
    ];
    const { status, failure } = run({ world: 'solids', bodies, time: { end: 12 } });
    expect(status).toBe('failed');
    expect(failure).toMatch(/^the next impact of "station" and "pod" after .* s was not found in \d+ iterations/);
  });
});

describe('a run that reaches one of its limits', () => {
  const ball = { name: 'ball', shape: { kind: 'disc', radius: 1 }, position: [0, 3], mass: 1 };
  const floor = { name: 'floor', shape: { kind: 'halfspace', normal: [0, 1] }, motion: 'fixed' };
  const bouncing = {
    bodies: [ball, floor],
    contacts: { restitution: 1 },
    forces: { gravity: [0, -10] },
    time: { end: 100, method: 'events' },
    record: { interval: 1 },
  };

  it.each(['steps', 'events', 'rows'] as const)('of %s is stopped and says so', (limit) => {
    expect(() => run(bouncing, { limits: { [limit]: 7 } })).toThrow(RunLimitError);
    expect(() => run(bouncing, { limits: { [limit]: 7 } })).toThrow(new RegExp(`limit of 7 ${limit}$`));
    expect(run(bouncing).status).toBe('end');
  });
});

describe('a mesh of the collision block that is missing', () => {
  it('is named', () => {
    const X = [0, 0, 0, 0, 0, 0, 0, 0, 0];
    const R = [
      [1, 0],
      [0, 1],
    ];
    const mesh = [
      [-0.5, -0.5, 0.5, 0.5],
      [-0.5, 0.5, 0.5, -0.5],
    ];
    const inputs = { Xcm_A: X, Xcm_B: [3, ...X.slice(1)], R_A: R, R_B: R, mesh_A: mesh };
    const { json } = runQueryLine(JSON.stringify({ op: 'collision-block', params: {}, inputs }), 1);
    expect(JSON.parse(json).error.message).toMatch(/^mesh_B: must be 2 or 3 rows of finite numbers/);
  });
});

describe('thousands of bodies at the same position', () => {
  it('are rejected by the first pair, before all pairs are in memory', () => {
    const square = {
      kind: 'polygon',
      vertices: [
        [-0.5, -0.5],
        [0.5, -0.5],
        [0.5, 0.5],
        [-0.5, 0.5],
      ],
    };
    const bodies = Array.from({ length: 2000 }, (_, i) => ({ name: `b${i}`, shape: square, density: 1 }));
    expect(() => run({ bodies, time: { end: 1 } })).toThrow(/b0 and b1 overlap at t = 0/);
  });
});
