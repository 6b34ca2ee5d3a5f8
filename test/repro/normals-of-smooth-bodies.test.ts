import { describe, expect, it } from 'vitest';
import { createMat3 } from '../../src/math/mat3.ts';
import { createPose, type Pose, toWorld } from '../../src/math/pose.ts';
import { createVec3, dotVec3, lengthVec3, subVec3 } from '../../src/math/vec3.ts';
import { closest } from '../../src/pairs/query.ts';
import { pointQuery } from '../../src/ray/point-query.ts';
import { createBox } from '../../src/shapes/box.ts';
import { createEllipsoid } from '../../src/shapes/ellipsoid.ts';
import { createPoint } from '../../src/shapes/point.ts';
import { createSegment } from '../../src/shapes/segment.ts';
import { tiledBox, tiledRoundedBox } from '../../src/shapes/tiled/box-bodies.ts';
import { tiledRoundedRectangle } from '../../src/shapes/tiled/outline-bodies.ts';
import { tiledCapsule, tiledCone, tiledCylinder, tiledSphere } from '../../src/shapes/tiled/revolved-bodies.ts';
import { transformTiledBody } from '../../src/shapes/tiled/transform-tiled-body.ts';

const poseOf = (position: readonly number[], rows: readonly number[]): Pose => {
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = rows;
  return {
    position: createVec3(position[0], position[1], position[2]),
    rotation: { ...createMat3(), xx, xy, xz, yx, yy, yz, zx, zy, zz },
  };
};

describe('normals and points of smooth bodies that nearly touch', () => {
  it('below the rim of the base of a cone the normal is that of the base', () => {
    const cone = transformTiledBody(tiledCone(1, 0, 0.5), createMat3(), createVec3(0, 0, 0.25));
    const pose = poseOf(
      [-1605.9084898880483, -27990.635573544292, 29130.646297979678],
      [
        ...[-0.7231642141805728, -0.5780776802729992, -0.3779678754851815],
        ...[0.09468409839933264, 0.45910084825790975, -0.8833240247152641],
        ...[0.6841552753862964, -0.6745758717142609, -0.2772705401986397],
      ],
    );
    const point = createPose([-1605.2359202100422, -27990.87384331892, 29131.390191507613]);
    const { normal } = closest(createPoint(), point, cone, pose);
    const { xz, yz, zz } = pose.rotation;
    const axis = createVec3(xz, yz, zz);
    expect(lengthVec3(subVec3(createVec3(), normal, axis))).toBeLessThan(1e-12);
  });

  it('above the centre of the end face of a cylinder the normal is that of the face', () => {
    const ellipsoid = createEllipsoid([0.5, 0.9861040622645151, 0.9873830591170696]);
    const poseA = poseOf(
      [1.2284792771092559, -2.1742563890012487, -1.8179433491226418],
      [
        ...[-0.6789741653314619, 0.620874675847573, 0.39180188833594953],
        ...[0.1024237318408142, 0.6085607083556773, -0.7868692670332457],
        ...[-0.7269824358045012, -0.4941340922632312, -0.4767893003150835],
      ],
    );
    const poseB = poseOf(
      [1.9089953611643065, -2.2769127177142816, -1.0893099665635193],
      [
        ...[0.6208746777606385, -0.39180188860840376, 0.6789741634248773],
        ...[0.6085607050151357, 0.7868692700191725, -0.10242372874962281],
        ...[-0.49413409397359415, 0.4767892951633705, 0.726982438020694],
      ],
    );
    const { normal } = closest(ellipsoid, poseA, tiledCylinder(1, 0.5), poseB);
    const { xz, yz, zz } = poseB.rotation;
    expect(lengthVec3(subVec3(createVec3(), normal, createVec3(xz, yz, zz)))).toBeLessThan(1e-8);
  });

  it('just below the pole of a sphere the nearest surface faces along the axis', () => {
    const pose = poseOf(
      [-26.337317682069628, -41.437999440081505, 50.00060629861014],
      [
        ...[-0.7158047630209657, 0.669780393277011, 0.19752915232489446],
        ...[0.5988493426954681, 0.7342837825620444, -0.31969796905764347],
        ...[-0.3591698845806879, -0.11055112594663451, -0.9267013772312128],
      ],
    );
    const point = createVec3(-26.534846833630525, -41.1183014705542, 50.92730767539894);
    const { normal } = pointQuery(tiledSphere(1), pose, point);
    const outward = subVec3(createVec3(), toWorld(createVec3(), pose, createVec3(0, 0, -1)), pose.position);
    expect(dotVec3(normal, outward)).toBeGreaterThan(1 - 1e-12);
  });

  it('a sphere around the centre of a capsule overlaps along the normal by the reported depth', () => {
    const k = 1e5;
    const ball = createEllipsoid([k, k, k]);
    const poseA = poseOf(
      [0, 0, 0],
      [
        ...[0.8358936097061731, -0.29905421572270696, -0.4602699743746715],
        ...[0.3556540559382738, -0.34361445106956534, 0.8691601127012311],
        ...[-0.41808141042988184, -0.8902222672314134, -0.180865279084524],
      ],
    );
    const poseB = poseOf(
      [0.000010879720135649553, 0.000021714192811882074, -0.000022252945789759383],
      [
        ...[1, -1.1391922763866971e-9, -4.246948922472979e-10],
        ...[-4.2469488989215144e-10, 2.0673827094697117e-9, -1.0000000000000002],
        ...[1.139192277264704e-9, 1.0000000000000002, 2.0673827094697117e-9],
      ],
    );
    const { distance, normal } = closest(ball, poseA, tiledCapsule(0.5 * k, k), poseB);
    // the support planes: radius of the ball, and radius and axis of the capsule
    const { xz, yz, zz } = poseB.rotation;
    const offset = dotVec3(normal, poseB.position);
    const overlap = k + 0.5 * k + k * Math.abs(dotVec3(normal, createVec3(xz, yz, zz))) - offset;
    expect(Math.abs(distance + overlap)).toBeLessThan(1e-7 * k);
  });

  it('flat faces that just overlap have their contact points on both', () => {
    const poseA = poseOf(
      [-0.00019998174491682287, -0.00006285459498326462, 0.00004963283897677639],
      [
        ...[0.3247646030612153, -0.2425945076895778, -0.9141530820586573],
        ...[0.9392463806635769, 0.19626664799827423, 0.2815948140394142],
        ...[0.11110440589311413, -0.9500670017016548, 0.29159647334761335],
      ],
    );
    const poseB = poseOf(
      [0.0010499506265216991, -0.00038711349762323544, -0.0008627953659934492],
      [
        ...[0.3247646059302805, -0.24259450109815192, -0.9141530827885929],
        ...[0.9392463790996332, 0.19626665178398506, 0.2815948166173018],
        ...[0.11110441072782534, -0.9500670026026807, 0.2915964685698029],
      ],
    );
    const cylinder = tiledCylinder(0.001, 0.0005);
    const box = tiledRoundedBox([0.001, 0.0005, 0.001], 0.00025);
    const { pointA, pointB } = closest(cylinder, poseA, box, poseB);
    expect(pointQuery(cylinder, poseA, pointA).distance).toBeLessThan(1e-12);
    expect(pointQuery(box, poseB, pointB).distance).toBeLessThan(1e-12);
  });

  it('a box with an edge just above a flat face has the distance of the closed form', () => {
    const poseA = poseOf(
      [-0.7478258244590209, 0.40160543926999637, 0.23551747469206724],
      [
        ...[-1.2997159374426155e-12, 1.3179568084377376e-12, 1],
        ...[0.5999999714852176, 0.800000021386086, -2.7461366514103267e-13],
        ...[-0.8000000213860861, 0.5999999714852176, -1.8305357230019577e-12],
      ],
    );
    const poseB = poseOf(
      [-0.6937167134833168, -1.598394560732836, 0.7309802800996248],
      [
        ...[1.0427214647279468e-12, 0.1538819453637451, 0.9880892403477881],
        ...[0.9999999999999998, -1.793814178181696e-12, -7.759277381655456e-13],
        ...[1.6530472188308798e-12, 0.9880892403477879, -0.15388194536374517],
      ],
    );
    const { distance, errorBound } = closest(tiledBox([1, 0.5, 1]), poseA, tiledRoundedBox([1, 0.5, 1], 0.25), poseB);
    const exact = closest(createBox([1, 0.5, 1]), poseA, createBox([1, 0.5, 1], 0.25), poseB).distance;
    expect(Math.abs(distance - exact)).toBeLessThan(1e-12);
    expect(errorBound).toBeLessThan(1e-11);
  });

  it('a segment too short to have a direction has the normal of a point', () => {
    const segment = createSegment([-2.26071901826973e-16, 0], [2.26071901826973e-16, 0]);
    const body = tiledRoundedRectangle([1, 0.5], 0.25);
    for (let k = 0; k < 40; k++) {
      const at = createPose([1.1 + 0.01 * k, 0.7 - 0.02 * k]);
      const { normal } = closest(segment, at, body, createPose());
      const point = closest(createPoint(), at, body, createPose()).normal;
      expect(lengthVec3(subVec3(createVec3(), normal, point))).toBeLessThan(1e-9);
    }
  });
});
