import { describe, expect, it } from 'vitest';
import { applyResponse, material, motion, planarBody, pose, respond, spatialBody, vec3 } from '../../src/index.ts';

const INERTIA = { xx: 1, xy: 0, xz: 0, yx: 0, yy: 1, yz: 0, zx: 0, zy: 0, zz: 1 };

describe('bodies made from the same vectors and poses', () => {
  it.each([
    ['planar', (v: ReturnType<typeof vec3>) => planarBody(pose([0, 0]), 1, 1, v, 0)],
    ['spatial', (v: ReturnType<typeof vec3>) => spatialBody(pose(), 1, INERTIA, v, v)],
  ])('%s: an impact on one does not move the others', (_, body) => {
    const rest = vec3(0, 0);
    const [a, b, bystander] = [body(rest), body(rest), body(rest)];
    a.velocity.x = 1;
    expect(b.velocity.x).toBe(0);
    const contact = { pointA: vec3(), pointB: vec3(), normal: vec3(1, 0, 0) };
    applyResponse(respond(contact, a, b, material({ restitution: 1 })), a, b);
    expect([a.velocity.x, b.velocity.x, bystander.velocity.x, rest.x]).toEqual([0, 1, 0, 0]);
  });

  it('a motion does not change with the pose and the vector it was made from', () => {
    const [start, velocity] = [pose([1, 2]), vec3(3, 0)];
    const moving = motion(start, velocity);
    start.position.x = 7;
    start.rotation.xx = 0;
    velocity.x = 9;
    expect([moving.pose.position.x, moving.pose.rotation.xx, moving.velocity.x]).toEqual([1, 1, 3]);
  });
});
