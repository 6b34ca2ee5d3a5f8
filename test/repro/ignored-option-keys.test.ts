import { describe, expect, it } from 'vitest';
import { createTracker } from '../../src/distance/smooth/tracking/tracker-state.ts';
import { planarCrash } from '../../src/entries/vehicles.ts';
import { createVec3 } from '../../src/math/vec3.ts';
import { createDmtContact, createHertzContact, createJkrContact } from '../../src/response/contact-laws.ts';
import { createMaterial } from '../../src/response/material.ts';
import { createSpringDamper } from '../../src/response/penalty.ts';
import { resolveContacts } from '../../src/response/resolve-contacts.ts';
import { solveResting } from '../../src/response/resting.ts';
import { createContactLaw } from '../../src/response/vehicle-contact/contact-law.ts';
import { createPoint } from '../../src/shapes/point.ts';
import { tiledSphere } from '../../src/shapes/tiled/revolved-bodies.ts';
import { createCollisionBlock } from '../../src/sim/collision-block/create-collision-block.ts';
import { createRunSettings } from '../../src/sim/vehicles/run-settings.ts';

/** Options with a key that the types do not allow, as from a caller without types or with a cast. */
const odd = (options: object) => options as never;

const car = {
  mass: 1,
  yawInertia: 1,
  heading: 0,
  velocity: createVec3(),
  yawRate: 0,
  impactDistance: 1,
  impactAngle: 0,
};

describe('a key of an options object that means nothing is an error that names the nearest key', () => {
  it.each<[string, () => unknown, RegExp]>([
    ['material', () => createMaterial(odd({ restitutoin: 0.5 })), /material\.restitutoin.*"restitution"/],
    ['spring and damper', () => createSpringDamper(odd({ stiffness: 1e5, s0: 0.01 })), /spring-damper\.s0.*known are/],
    ['Hertz', () => createHertzContact(odd({ modulus: 1, radius: 1, dampng: 1 })), /hertz\.dampng.*"damping"/],
    ['JKR', () => createJkrContact(odd({ modulus: 1, radius: 1, adhesion: 1, raduis: 1 })), /jkr\.raduis.*"radius"/],
    ['DMT', () => createDmtContact(odd({ modulus: 1, radius: 1, adhesion: 1, w: 1 })), /dmt\.w/],
    [
      'contacts',
      () => resolveContacts([], odd({ mutliContact: 'simultaneous' })),
      /options\.mutliContact.*"multiContact"/,
    ],
    ['resting contacts', () => solveResting([], odd({ sweep: 3 })), /options\.sweep.*"sweeps"/],
    ['vehicle contact', () => createContactLaw(odd({ fricton: 1 })), /contact\.fricton.*"friction"/],
    ['vehicle run', () => createRunSettings(odd({ durration: 1 })), /settings\.durration.*"duration"/],
    ['road', () => createRunSettings({ road: odd({ tyre: false }) }), /road\.tyre\b.*"tyres"/],
    [
      'crash',
      () => planarCrash(car, car, odd({ normal: 0, restitution: 0, frictoin: 1 })),
      /settings\.frictoin.*"friction"/,
    ],
    ['collision block', () => createCollisionBlock(odd({ tolColision: 1 })), /params\.tolColision.*"tolCollision"/],
    ['inputs of the block', () => createCollisionBlock().step(odd({ IA: 1 })), /inputs\.IA.*"I_A"/],
    ['tracker', () => createTracker(tiledSphere(1), createPoint(), odd({ gian: 10 })), /tracker\.gian.*"gain"/],
  ])('%s', (_, make, message) => {
    expect(make).toThrow(message);
  });

  it('a law can be created from a law', () => {
    const spring = createSpringDamper({ stiffness: 1e5 });
    expect(createSpringDamper({ ...spring, damping: 2 })).toEqual({ ...spring, damping: 2 });
  });
});
