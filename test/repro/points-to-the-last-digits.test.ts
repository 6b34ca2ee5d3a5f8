import { expect, it } from 'vitest';
import { transformTransposedVec3, transformVec3 } from '../../src/math/mat3.ts';
import { createPose } from '../../src/math/pose.ts';
import { addScaledVec3, createVec3, lengthVec3, setVec3, subVec3 } from '../../src/math/vec3.ts';
import { closest } from '../../src/pairs/query.ts';
import { createBox } from '../../src/shapes/box.ts';
import { createEllipsoid } from '../../src/shapes/ellipsoid.ts';

// The distance was right to machine precision, but the points were where the search had ended: 1e-7 m from the closest ones.

it.each([[[2.625, 0, 1.75]], [[2.25, 0, 1.375]]])(
  'an ellipsoid at %j is perpendicular to the normal where it is closest to a box',
  (place) => {
    const pose = createPose(place, [1, 1, 0.5, 0.25]);
    const contact = closest(createBox([0.5, 0.5, 0.5]), createPose(), createEllipsoid([1, 0.5, 0.25]), pose);
    expect(contact.status).toBe('exact');
    // the gradient of x² + 4 y² + 16 z², world axes
    const local = transformTransposedVec3(
      createVec3(),
      pose.rotation,
      subVec3(createVec3(), contact.pointB, pose.position),
    );
    const gradient = transformVec3(createVec3(), pose.rotation, setVec3(local, local.x, 4 * local.y, 16 * local.z));
    const sum = addScaledVec3(createVec3(), contact.normal, gradient, 1 / lengthVec3(gradient));
    expect(lengthVec3(sum)).toBeLessThan(1e-13);
  },
);
