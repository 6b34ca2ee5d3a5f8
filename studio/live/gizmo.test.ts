import { describe, expect, it } from 'vitest';
import type { CameraState } from '../session/session.ts';
import { handleAt, moveBy, rotateByDrag, rotated } from './gizmo.ts';
import { projectPoint } from './project-point.ts';
import { pullForce, rotateBy } from './pull-spring.ts';

const CAMERA: CameraState = {
  projection: 'perspective',
  eye: [0, -10, 0],
  target: [0, 0, 0],
  up: [0, 0, 1],
  height: 4,
};
const PLACE = { camera: CAMERA, width: 800, height: 400, at: [0, 0, 0] as const };

describe('the gizmo', () => {
  it('has the centre of the picture at the target, x to the right and z up', () => {
    expect(projectPoint(CAMERA, PLACE, [0, 0, 0])).toEqual([400, 200]);
    expect(projectPoint(CAMERA, PLACE, [1, 0, 1])).toEqual([500, 100]);
    // twice as far away: half as large
    expect(projectPoint(CAMERA, PLACE, [1, 10, 1])).toEqual([450, 150]);
  });

  it('finds the handle under the pointer and moves along it as far as the pointer', () => {
    expect(handleAt('move', PLACE, 401, 201)).toBe('centre');
    expect(handleAt('move', PLACE, 460, 202)).toBe(0);
    expect(handleAt('move', PLACE, 402, 150)).toBe(2);
    expect(handleAt('move', PLACE, 300, 300)).toBeUndefined();
    // 100 px are a metre at the target
    expect(moveBy(PLACE, 0, [50, 30])[0]).toBeCloseTo(0.5, 12);
    expect(moveBy(PLACE, 2, [10, -50])[2]).toBeCloseTo(0.5, 12);
    expect(moveBy(PLACE, 'centre', [50, 50]).map((value) => Math.round(1e9 * value) / 1e9)).toEqual([0.5, 0, -0.5]);
  });

  it('rotates a body by the angle of the pointer about the centre', () => {
    // the axis y points away from the viewer: counter-clockwise on the screen is negative
    const angle = rotateByDrag(PLACE, 1, [500, 200], [400, 100]);
    expect(angle).toBeCloseTo(-Math.PI / 2, 12);
    const q = rotated([1, 0, 0, 0], 1, angle);
    expect(rotateBy(q, [1, 0, 0]).map((value) => Math.round(1e9 * value) / 1e9 + 0)).toEqual([0, 0, 1]);
  });
});

describe('the spring of a pull', () => {
  it('holds the weight of a body at a tenth of its radius below the hand, and comes to rest there', () => {
    const [mass, radius, step, gravity] = [3, 0.5, 0.01, 9.81];
    let [z, v] = [0, 0];
    for (let k = 0; k < 2000; k++) {
      const body = {
        mass,
        radius,
        center: [0, 0, z] as const,
        velocity: [0, 0, v] as const,
        angularVelocity: [0, 0, 0] as const,
        point: [0, 0, z] as const,
      };
      const { force, torque } = pullForce(body, [0, 0, 1], { step, gravity, strength: 1 });
      expect(Math.hypot(...torque)).toBe(0);
      v += step * (force[2] / mass - gravity);
      z += step * v;
    }
    expect(v).toBeCloseTo(0, 9);
    expect(1 - z).toBeCloseTo(0.1 * radius, 6);
  });
});
