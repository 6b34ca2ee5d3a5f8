import * as THREE from 'three';
import { describe, expect, it } from 'vitest';
import { createPose, toWorld } from '../math/pose.ts';
import { createRandom } from '../math/random.ts';
import { createVec3 } from '../math/vec3.ts';
import { closest } from '../pairs/query.ts';
import { createSphere } from '../shapes/sphere.ts';
import { contactLines } from './contact-lines.ts';
import { applyPose, poseFromObject, uniformScale } from './object-pose.ts';
import { shapeFromGeometry } from './shape-from-geometry.ts';

const random = createRandom(11);
const draw = () => 4 * random.next() - 2;

/** An object at a random pose, with a random uniform scale. */
function drawObject(scale = 0.5 + random.next()): THREE.Object3D {
  const object = new THREE.Object3D();
  object.position.set(draw(), draw(), draw());
  object.quaternion.set(draw(), draw(), draw(), draw()).normalize();
  object.scale.setScalar(scale);
  return object;
}

describe('the pose of an object', () => {
  it('property: takes scaled points of the body to where three.js takes them, through two parents', () => {
    for (let i = 0; i < 50; i++) {
      const object = drawObject();
      drawObject().add(drawObject().add(object));
      const scale = uniformScale(object);
      const pose = poseFromObject(object, { scale });
      const point = createVec3(draw(), draw(), draw());
      const expected = object.localToWorld(new THREE.Vector3(point.x, point.y, point.z));
      const actual = toWorld(createVec3(), pose, createVec3(scale * point.x, scale * point.y, scale * point.z));
      expect(expected.distanceTo(actual as THREE.Vector3)).toBeLessThan(1e-13);
    }
  });

  it('has an orthonormal rotation, also from a matrix of single precision', () => {
    const object = drawObject(1);
    object.matrixAutoUpdate = false;
    object.updateMatrix();
    const single = Float32Array.from(object.matrix.elements);
    object.matrix.fromArray(single);
    const { xx, xy, xz, yx, yy, yz, zx, zy, zz } = poseFromObject(object).rotation;
    const columns = [new THREE.Vector3(xx, yx, zx), new THREE.Vector3(xy, yy, zy), new THREE.Vector3(xz, yz, zz)];
    expect(xx).toBeCloseTo(single[0], 6);
    expect(zy).toBeCloseTo(single[6], 6);
    columns.forEach((a, i) => {
      columns.forEach((b, j) => {
        expect(a.dot(b)).toBeCloseTo(i === j ? 1 : 0, 14);
      });
    });
  });

  it('follows an ancestor that moved, also where matrices are not updated automatically', () => {
    const root = drawObject(1);
    const inner = drawObject(1);
    const object = drawObject(1);
    root.add(inner.add(object));
    const before = poseFromObject(object).position.x;
    inner.matrixAutoUpdate = false;
    object.matrixAutoUpdate = false;
    root.position.x += 3;
    expect(poseFromObject(object).position.x).toBeCloseTo(before + 3, 12);
  });

  it('rejects what no rigid pose represents, by the name of the object', () => {
    const object = drawObject(1);
    object.name = 'wheel';
    object.scale.set(1, 2, 1);
    expect(() => poseFromObject(object)).toThrow(/object "wheel": must have a uniform scale .*applyMatrix4/);
    object.scale.set(0, 0, 0);
    expect(() => uniformScale(object)).toThrow('uniform scale above zero');
    object.scale.set(-1, 1, 1);
    expect(() => poseFromObject(object)).toThrow('must not be mirrored');
    object.scale.setScalar(2);
    expect(() => poseFromObject(object)).toThrow(/has the scale (2|2\.0+\d*|1\.9+\d*), but its shape 1;/);
    object.position.x = Number.NaN;
    expect(() => poseFromObject(object)).toThrow('must be finite');
  });

  it('rejects shear', () => {
    const object = new THREE.Object3D();
    object.matrixAutoUpdate = false;
    // the second axis has length 1 and is not perpendicular to the first
    object.matrix.set(1, 0.6, 0, 0, 0, 0.8, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
    expect(() => poseFromObject(object)).toThrow('shear');
  });
});

describe('a pose applied to an object', () => {
  it('property: is the pose of the object afterwards, whatever its parents', () => {
    for (let i = 0; i < 50; i++) {
      const object = drawObject();
      if (i % 2 === 0) drawObject().add(drawObject().add(object));
      const scale = uniformScale(object);
      const pose = createPose([draw(), draw(), draw()], [draw(), draw(), draw(), draw()]);
      applyPose(object, pose);
      const { position, rotation } = poseFromObject(object, { scale });
      for (const key of ['x', 'y', 'z'] as const) expect(position[key]).toBeCloseTo(pose.position[key], 12);
      for (const [key, value] of Object.entries(pose.rotation)) {
        expect(rotation[key as keyof typeof rotation]).toBeCloseTo(value, 12);
      }
    }
  });

  it('must be finite', () => {
    const pose = createPose();
    pose.position.x = Number.POSITIVE_INFINITY;
    expect(() => applyPose(new THREE.Object3D(), pose)).toThrow('pose.position.x must be a finite number');
  });
});

it('a scaled and rotated mesh has the distance of the exact box', () => {
  const mesh = new THREE.Mesh(new THREE.BoxGeometry(1, 1, 1));
  mesh.scale.setScalar(2);
  mesh.rotation.z = Math.PI / 4;
  mesh.position.set(5, 0, 0);
  const scale = uniformScale(mesh);
  const shape = shapeFromGeometry(mesh.geometry, { scale });
  const contact = closest(createSphere(1), createPose(), shape, poseFromObject(mesh, { scale }));
  // a box of side 2 stands on its edge, at 5 - √2
  expect(contact.distance).toBeCloseTo(4 - Math.SQRT2, 12);
  const lines = contactLines(contact, 0.5);
  const expected = [1, 0, 0, 5 - Math.SQRT2, 0, 0, 1, 0, 0, 1.5, 0, 0];
  // the witness on the edge may have any height
  lines.forEach((value, k) => {
    if (k % 3 !== 2) expect(value).toBeCloseTo(expected[k], 6);
  });
  const again = contactLines(contact, 2, lines);
  expect(again).toBe(lines);
  expect(again[9]).toBeCloseTo(3, 6);
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(lines, 3));
  expect(geometry.getAttribute('position').count).toBe(4);
  expect(() => contactLines(contact, 1, new Float32Array(6))).toThrow('out: must have 12 numbers, got 6');
});
