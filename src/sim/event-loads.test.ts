import { describe, expect, it } from 'vitest';
import { collisions, lastState, runDocument } from '../../test/scenes.ts';
import { createContact } from '../distance/contact.ts';
import { rotationAboutZ } from '../math/mat3.ts';
import { createMotion } from '../math/motion.ts';
import { createPose } from '../math/pose.ts';
import { createRandom } from '../math/random.ts';
import { createVec3 } from '../math/vec3.ts';
import { closestInto } from '../pairs/query.ts';
import { createPolygon } from '../shapes/polygon.ts';
import { createImpact } from '../toi/impact.ts';
import { planarImpact } from '../toi/planar-impact.ts';

const bar = { name: 'bar', shape: { kind: 'rectangle', halfExtents: [1, 0.05] }, mass: 1, inertia: 0.5 };
const post = { name: 'post', shape: { kind: 'disc', radius: 0.1 }, position: [0, 0.8], motion: 'fixed' };
/** Rotation of the bar until its side touches the post [rad]. */
const ANGLE = Math.PI / 2 - Math.asin(0.15 / 0.8);

describe('loads between exact times of impact', () => {
  it('a force and a torque of limited duration give exact parabolas of position and angle', () => {
    const log = runDocument({
      bodies: [{ name: 'tug', shape: { kind: 'rectangle', halfExtents: [0.5, 0.5] }, mass: 2, inertia: 0.5 }],
      forces: {
        gravity: [0, -10],
        loads: [{ body: 'tug', force: [4, 0], torque: 1, from: 0.5, until: 1.5 }],
      },
      time: { method: 'events', end: 2 },
      record: { interval: 0.25 },
    });
    const { position, velocity, angle, angularVelocity } = lastState(log, 'tug');
    expect(velocity.x).toBeCloseTo(2, 13);
    expect(position.x).toBeCloseTo(1 + 1, 13);
    expect(position.y).toBeCloseTo(-20, 12);
    expect(angularVelocity.z).toBeCloseTo(2, 13);
    expect(angle).toBeCloseTo(1 + 1, 13);
    expect(log.frames[4].bodies[0].angle).toBeCloseTo(0.25, 13); // halfway through the load, at 1 s
    expect(log.summary.ledgerEnd.externalWork).toBeCloseTo(0.5 * 2 * 4 + 0.5 * 0.5 * 4, 12);
    for (const error of Object.values(log.summary.balance)) expect(error).toBeLessThan(1e-13);
  });

  it('a torque rotates a bar into a post at √(2 angle/α), and after its end at constant speed', () => {
    const run = (load: object) =>
      runDocument({
        bodies: [bar, post],
        contacts: { restitution: 1 },
        forces: { loads: [{ body: 'bar', ...load }] },
        time: { method: 'events', end: 10, maxEvents: 1 },
      });
    const [always] = collisions(run({ torque: 1.5 }));
    expect(always.time).toBeCloseTo(Math.sqrt((2 * ANGLE) / 3), 11);
    const limited = run({ torque: 0.25, from: 1, until: 2 });
    // α/2 until 2 s, then at the rate α = 0.5
    expect(collisions(limited)[0].time).toBeCloseTo(2 + (ANGLE - 0.25) / 0.5, 11);
    for (const error of Object.values(limited.summary.balance)) expect(error).toBeLessThan(1e-13);
  });

  it('fixed steps converge to the same motion', () => {
    const run = (time: object) =>
      runDocument({
        bodies: [bar, { ...post, motion: 'free', mass: 0.5 }],
        contacts: { restitution: 0.5, tolerance: 1e-5 },
        forces: { loads: [{ body: 'bar', force: [0.1, 0.2], torque: 1.5, until: 1 }] },
        time: { end: 1.4, ...time },
      });
    const exact = lastState(run({ method: 'events' }), 'post').position;
    const errors = [1e-3, 1e-4].map((step) => {
      const { position } = lastState(run({ method: 'steps', step }), 'post');
      return Math.hypot(position.x - exact.x, position.y - exact.y);
    });
    expect(errors[0]).toBeLessThan(1e-2);
    expect(errors[1]).toBeLessThan(1e-3);
  });

  it('a load presses a body onto a floor: fixed steps continue with it once', () => {
    const log = runDocument({
      bodies: [
        { name: 'floor', shape: { kind: 'halfspace', normal: [0, 1] }, motion: 'fixed' },
        { name: 'box', shape: { kind: 'rectangle', halfExtents: [0.5, 0.5] }, mass: 2, position: [0, 1] },
      ],
      contacts: { restitution: 0 },
      forces: { loads: [{ body: 'box', force: [1, -8] }] },
      time: { method: 'events', end: 3, step: 0.01 },
    });
    expect(log.events.some(({ type }) => type === 'zeno')).toBe(true);
    // half a m/s² along the floor all the time, not twice that after the change of the method
    expect(lastState(log, 'box').position.x).toBeCloseTo(0.25 * 9, 9);
    expect(lastState(log, 'box').position.y).toBeCloseTo(0.5, 3);
    expect(log.summary.balance.energyError).toBeLessThan(1e-12);
  });

  it('property: accelerated rotations never overlap before the time of impact', () => {
    const random = createRandom(3);
    const polygon = () => {
      const sides = 3 + random.below(4);
      const angles = Array.from({ length: sides }, (_, i) => (2 * Math.PI * (i + random.between(0, 0.8))) / sides);
      return createPolygon(angles.map((a) => [Math.cos(a), 0.4 * Math.sin(a)]));
    };
    let hits = 0;
    for (let trial = 0; trial < 300; trial++) {
      const [a, b] = [polygon(), polygon()];
      const accelerations = { a: random.between(-20, 20), b: random.below(2) * random.between(-20, 20) };
      const motion = (x: number, speed: number) =>
        createMotion(
          createPose([x, random.between(-0.5, 0.5)], random.between(0, 6)),
          createVec3(speed, random.between(-0.2, 0.2)),
          createVec3(0, 0, random.below(2) * random.between(-3, 3)),
          createVec3(random.below(2) * random.between(-0.3, 0.3), random.below(2) * random.between(-0.3, 0.3)),
        );
      const [motionA, motionB] = [motion(0, 0.3), motion(2.2, -0.3)];
      const { status, time } = planarImpact(createImpact(), a, motionA, b, motionB, 3, undefined, accelerations);
      if (status === 'initial-overlap') continue;
      if (status === 'hit') hits++;
      const poseAt = (
        { pose, velocity: v, angularVelocity, acceleration }: typeof motionA,
        angularAcceleration: number,
        t: number,
      ) => {
        const at = createPose([
          pose.position.x + t * (v.x + 0.5 * t * acceleration.x),
          pose.position.y + t * (v.y + 0.5 * t * acceleration.y),
        ]);
        const start = Math.atan2(pose.rotation.yx, pose.rotation.xx);
        rotationAboutZ(at.rotation, start + t * (angularVelocity.z + 0.5 * t * angularAcceleration));
        return at;
      };
      const gapAt = (t: number) =>
        closestInto(createContact(), a, poseAt(motionA, accelerations.a, t), b, poseAt(motionB, accelerations.b, t))
          .distance;
      const end = status === 'hit' ? time : 3;
      for (let k = 0; k < 500; k++) expect(gapAt((end * k) / 500), `trial ${trial}`).toBeGreaterThan(-1e-11);
      if (status === 'hit') expect(Math.abs(gapAt(time))).toBeLessThan(1e-11);
    }
    expect(hits).toBeGreaterThan(100);
  });
});
