import { describe, expect, it } from 'vitest';
import { exampleText, lastState, type RunLog, runDocument, runText } from '../../test/scenes.ts';
import type { SimEvent } from './observer.ts';

const square = { kind: 'rectangle', halfExtents: [0.5, 0.5] };

function dockings(log: RunLog): Extract<SimEvent, { type: 'docking' }>[] {
  return log.events.filter((event) => event.type === 'docking');
}

/** Two squares that drift together with sensors at the midpoints of their facing sides. */
function pair(docking: object, extra: object = {}): object {
  return {
    bodies: [
      { name: 'left', shape: square, mass: 2, position: [-2, 0], velocity: [1, 0] },
      { name: 'right', shape: square, mass: 1, position: [2, 0], velocity: [0, 0] },
    ],
    sensors: [
      { name: 'probe', body: 'left', point: [0.5, 0] },
      { name: 'port', body: 'right', point: [-0.5, 0] },
    ],
    docking: [{ sensors: ['probe', 'port'], tolerance: 1e-3, ...docking }],
    time: { end: 6 },
    ...extra,
  };
}

describe('docking in a run [CP13-5.5]', () => {
  it('worked example: sensors 3 m apart closing at 1 m/s touch at 2.999 s; the bodies continue as one', () => {
    const log = runDocument(pair({}));
    const [{ time, energyLoss, speed }] = dockings(log);
    expect(time).toBeCloseTo(2.999, 12);
    expect(speed).toBeCloseTo(1, 12);
    expect(energyLoss).toBeCloseTo(0.5 * (2 / 3), 12); // ½ μ v² with μ = 2·1/3
    for (const name of ['left', 'right']) expect(lastState(log, name).velocity.x).toBeCloseTo(2 / 3, 12);
    for (const error of Object.values(log.summary.balance)) expect(error).toBeLessThan(1e-14);
  });

  it('rotating spacecraft dock and rotate about their common centre: momentum is conserved, the relative pose is fixed', () => {
    const log = runText(exampleText('docking'), 'docking');
    const [{ time }] = dockings(log);
    const relative = log.frames
      .filter((frame) => frame.time > time)
      .map(({ bodies: [a, b] }) => {
        const dx = b.position.x - a.position.x;
        const dy = b.position.y - a.position.y;
        return [dx * a.rotation.xx + dy * a.rotation.yx, dy * a.rotation.xx - dx * a.rotation.yx, b.angle - a.angle];
      });
    expect(relative.length).toBeGreaterThan(50);
    for (const pose of relative) {
      for (const [i, value] of pose.entries()) expect(value).toBeCloseTo(relative[0][i], 11);
    }
    for (const error of Object.values(log.summary.balance)) expect(error).toBeLessThan(1e-14);
  });

  it('an approach above the speed limit is rejected and recorded, and retried only after separation', () => {
    const log = runDocument(pair({ maxSpeed: 0.5 }, { contacts: { restitution: 1 } }));
    expect(dockings(log)).toEqual([]);
    expect(log.events.filter(({ type }) => type === 'docking-rejected')).toHaveLength(1);
  });

  it('released bodies continue with their velocities, and the balance still closes', () => {
    const log = runDocument(pair({ release: 4 }, {}));
    const [release] = log.events.filter(({ type }) => type === 'release');
    expect(release.time).toBe(4);
    for (const name of ['left', 'right']) expect(lastState(log, name).velocity.x).toBeCloseTo(2 / 3, 12);
    for (const error of Object.values(log.summary.balance)) expect(error).toBeLessThan(1e-14);
  });

  it('a body docked to a manipulator moves with it; a released body leaves along the tangent', () => {
    const boom = {
      name: 'boom',
      shape: { kind: 'rectangle', halfExtents: [1, 0.1] },
      motion: 'prescribed',
      angularVelocity: 0.5,
    };
    const log = runDocument({
      bodies: [boom, { name: 'target', shape: square, mass: 3, position: [1.1, 0.52] }],
      sensors: [
        { name: 'tip', body: 'boom', point: [1.1, 0] },
        { name: 'handle', body: 'target', point: [0, -0.5] },
      ],
      docking: [{ sensors: ['tip', 'handle'], tolerance: 0.05, release: 2 }],
      contacts: { pairs: [{ bodies: ['boom', 'target'], collide: false }] },
      time: { end: 3 },
    });
    expect(dockings(log)).toHaveLength(1);
    const { position, velocity, angularVelocity } = lastState(log, 'target');
    expect(angularVelocity.z).toBe(0.5);
    // one second of straight flight after the release, from a circle about the origin: velocity perpendicular to the radius
    const released = [position.x - velocity.x, position.y - velocity.y];
    expect(released[0] * velocity.x + released[1] * velocity.y).toBeCloseTo(0, 12);
    expect(Math.hypot(velocity.x, velocity.y)).toBeCloseTo(0.5 * Math.hypot(...released), 12);
    for (const error of Object.values(log.summary.balance)) expect(error).toBeLessThan(1e-13);
  });

  it('a pin holds the sensors together while the bodies rotate about it', () => {
    const log = runText(exampleText('pin-docking'), 'pin-docking');
    const [{ time }] = dockings(log);
    const { docking, sensors } = log.scene;
    const [first, second] = docking[0].sensors.map((index) => sensors[index]);
    const after = log.frames.filter((frame) => frame.time > time);
    const gaps = after.map(({ bodies }) => {
      const [p, q] = [first, second].map(({ body, point }) => {
        const { position, rotation: r } = bodies[body];
        return [position.x + r.xx * point.x + r.xy * point.y, position.y + r.yx * point.x + r.yy * point.y];
      });
      return Math.hypot(p[0] - q[0], p[1] - q[1]);
    });
    expect(Math.max(...gaps)).toBeLessThan(1.1 * docking[0].tolerance);
    const rotated = (i: number) => after[i].bodies[first.body].angle - after[i].bodies[second.body].angle;
    expect(Math.abs(rotated(after.length - 1) - rotated(0))).toBeGreaterThan(0.1);
    expect(log.summary.balance.momentumError).toBeLessThan(1e-14);
    expect(log.summary.balance.angularMomentumError).toBeLessThan(1e-14);
  });

  it('fixed steps dock at the step in which the sensors touch, and agree with event-driven docking at the end', () => {
    const exact = lastState(runDocument(pair({})), 'left').position;
    const stepped = runDocument(pair({}, { time: { end: 6, method: 'steps', step: 1e-4 } }));
    expect(dockings(stepped)).toHaveLength(1);
    expect(Math.abs(lastState(stepped, 'left').position.x - exact.x)).toBeLessThan(1e-4);
  });
});
