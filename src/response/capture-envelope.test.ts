import { describe, expect, it } from 'vitest';
import { createMat3, multiplyMat3, rotationAboutAxis, transformVec3 } from '../math/mat3.ts';
import { createRandom } from '../math/random.ts';
import { createVec3, normalizeVec3 } from '../math/vec3.ts';
import {
  envelopeViolations,
  facingFrame,
  IDSS_ENVELOPE,
  measureDocking,
  OPEN_ENVELOPE,
  type PortState,
  symmetricRoll,
} from './capture-envelope.ts';
import { portFrame } from './docking-port.ts';

const still = { hasRoll: true, velocity: createVec3(), angularVelocity: createVec3() };
const origin: PortState = { position: createVec3(), frame: createMat3(), ...still };
/** Faces the port at the origin. */
const opposite = facingFrame(createMat3());

describe('relative state of two docking ports', () => {
  it('worked example: 3 m ahead, 4 m off the axis, closing at 0.5 m/s', () => {
    const b = { ...origin, frame: opposite, position: createVec3(3, 0, 4), velocity: createVec3(-0.5, 0.2, 0) };
    expect(measureDocking(origin, b)).toMatchObject({
      lateral: 4,
      axial: 3,
      gap: 3,
      pitchYaw: 0,
      roll: 0,
      closingSpeed: 0.5,
      lateralSpeed: 0.2,
    });
  });

  it('the velocity is that in the rotating axes of the first port: a body that rotates with it is at rest', () => {
    const rate = createVec3(0, 0, 2);
    const a = { ...origin, angularVelocity: rate };
    const b = {
      ...origin,
      frame: opposite,
      position: createVec3(1),
      velocity: createVec3(0, 2, 0),
      angularVelocity: rate,
    };
    expect(measureDocking(a, b)).toMatchObject({ closingSpeed: -0, lateralSpeed: 0, pitchYawRate: 0, speed: 2 });
  });

  it('property: a swing of any axis in the plane of the port and a twist about its axis are measured apart', () => {
    const { next: random } = createRandom(16);
    for (let k = 0; k < 200; k++) {
      const direction = 2 * Math.PI * random();
      const [swing, twist] = [1.5 * random(), 3 * (2 * random() - 1)];
      const axis = createVec3(0, Math.cos(direction), Math.sin(direction));
      const rotation = rotationAboutAxis(createMat3(), axis, swing);
      const twisted = multiplyMat3(createMat3(), rotation, rotationAboutAxis(createMat3(), createVec3(1), twist));
      const frame = facingFrame(twisted);
      const { pitchYaw, roll } = measureDocking(origin, { ...origin, frame });
      expect(pitchYaw).toBeCloseTo(swing, 12);
      expect(roll).toBeCloseTo(twist, 12);
    }
  });

  it('property: the state does not depend on the axes of the world', () => {
    const { next: random } = createRandom(17);
    const vector = () => createVec3(random() - 0.5, random() - 0.5, random() - 0.5);
    for (let k = 0; k < 100; k++) {
      const port = (): PortState => ({
        position: vector(),
        frame: portFrame(vector(), vector()),
        hasRoll: true,
        velocity: vector(),
        angularVelocity: vector(),
      });
      const [a, b] = [port(), port()];
      const rotation = rotationAboutAxis(createMat3(), normalizeVec3(createVec3(), vector()), 6 * random());
      const rotate = ({ position, frame, velocity, angularVelocity }: PortState): PortState => ({
        position: transformVec3(createVec3(), rotation, position),
        frame: frame && multiplyMat3(createMat3(), rotation, frame),
        hasRoll: true,
        velocity: transformVec3(createVec3(), rotation, velocity),
        angularVelocity: transformVec3(createVec3(), rotation, angularVelocity),
      });
      const expected = measureDocking(a, b);
      for (const [key, value] of Object.entries(measureDocking(rotate(a), rotate(b)))) {
        expect(value).toBeCloseTo(expected[key as keyof typeof expected], 12);
      }
    }
  });

  it('ports without orientation have a speed only', () => {
    const bare = { ...origin, frame: undefined, velocity: createVec3(3, 4, 0) };
    expect(measureDocking(origin, bare)).toMatchObject({ speed: 5, lateral: 0, pitchYaw: 0 });
  });
});

describe('capture envelope', () => {
  it('an open envelope has no limit', () => {
    const far = { ...origin, position: createVec3(1e9, 1e9, 0), velocity: createVec3(1e9) };
    expect(envelopeViolations(measureDocking(origin, far), OPEN_ENVELOPE)).toEqual([]);
  });

  it('closing too slowly violates the minimum', () => {
    const b = { ...origin, frame: opposite, velocity: createVec3(-0.01, 0, 0) };
    expect(envelopeViolations(measureDocking(origin, b), IDSS_ENVELOPE)).toEqual([
      { criterion: 'minClosingSpeed', value: 0.01, limit: 0.05 },
    ]);
  });

  it('roll positions repeat n times per revolution', () => {
    expect(symmetricRoll(2.1, 3)).toBeCloseTo(2.1 - (2 * Math.PI) / 3, 15);
    expect(Math.abs(symmetricRoll(Math.PI, 2))).toBeCloseTo(0, 15);
    expect(symmetricRoll(-0.2, 1)).toBe(-0.2);
  });
});

describe('frame of a port', () => {
  it('is orthonormal, also from vectors that are neither of unit length nor perpendicular', () => {
    const frame = portFrame(createVec3(0, 0, -5), createVec3(1, 2, 3));
    expect(frame).toMatchObject({ zx: -1 });
    const { xx, xy, yx, yy, zx, zy } = frame ?? createMat3();
    expect(xx * xy + yx * yy + zx * zy).toBeCloseTo(0, 15);
    expect(Math.hypot(xy, yy, zy)).toBeCloseTo(1, 15);
  });

  it('does not exist for an axis of length zero or a mark along the axis', () => {
    expect(portFrame(createVec3())).toBeUndefined();
    expect(portFrame(createVec3(1, 1, 0), createVec3(-2, -2, 0))).toBeUndefined();
  });
});
