/** Contact features of round bodies: sides, rims and ends of cylinders and cones, ellipsoids. */
import { createMat3 } from '../../math/mat3.ts';
import type { Cone } from '../../shapes/cone.ts';
import { type Ellipsoid, ellipsoidMatrix } from '../../shapes/ellipsoid.ts';
import { addStraight, type ContactFeature, type FeatureLimits } from './contact-feature.ts';

export function findOnCylinder(
  out: ContactFeature,
  radius: number,
  halfHeight: number,
  n: Float64Array,
  { near, parallelAngle }: FeatureLimits,
): void {
  const { point } = out;
  const radial = Math.sqrt(point[0] * point[0] + point[1] * point[1]);
  const tilt = Math.sqrt(n[0] * n[0] + n[1] * n[1]);
  if (radial < radius - near || tilt < parallelAngle) {
    spanEnd(out, n[2] < 0 ? -halfHeight : halfHeight);
  } else if (Math.abs(point[2]) < halfHeight - near || Math.abs(n[2]) < parallelAngle) {
    out.surface = 'side';
    addStraight(out, 0, 0, 1);
  } else {
    out.surface = 'rim';
    point[2] = point[2] < 0 ? -halfHeight : halfHeight;
    addStraight(out, 0, 1, 0);
  }
}

/** The flat end at the height `z`. */
function spanEnd(out: ContactFeature, z: number): void {
  addStraight(out, 1, 0, 0);
  addStraight(out, 0, 1, 0);
  out.point[2] = z;
}

/** A circle of `radius` about z: moves the slid point back to the circle; the sliding direction rotates with it. */
function followRim({ point, straight, rotationRates }: ContactFeature, radius: number, n: Float64Array): void {
  const length = Math.sqrt(point[0] * point[0] + point[1] * point[1]);
  const x = length > 0 ? point[0] / length : 1;
  const y = length > 0 ? point[1] / length : 0;
  point[0] = radius * x;
  point[1] = radius * y;
  straight[0] = -y;
  straight[1] = x;
  straight[2] = 0;
  rotationRates[0] = (n[0] * x + n[1] * y) / radius;
}

/** The side: t perpendicular to the axis and the normal, W = radius/|n perpendicular to z| t tᵀ. */
export function followCylinder(out: ContactFeature, radius: number, n: Float64Array): void {
  if (out.surface === 'rim') {
    followRim(out, radius, n);
    return;
  }
  const tilt = Math.sqrt(n[0] * n[0] + n[1] * n[1]);
  const x = n[0] / tilt;
  const y = n[1] / tilt;
  out.point[0] = radius * x;
  out.point[1] = radius * y;
  setRadiusAbout(out, x, y, radius / tilt);
}

/** W of a rotation about z: only along (-y, x, 0). */
function setRadiusAbout({ curvatureRadii }: ContactFeature, x: number, y: number, radius: number): void {
  curvatureRadii[0] = radius * y * y;
  curvatureRadii[1] = radius * x * x;
  curvatureRadii[3] = -radius * x * y;
}

export function findOnCone(
  out: ContactFeature,
  { radius, halfHeight }: Cone,
  n: Float64Array,
  { near, parallelAngle }: FeatureLimits,
): void {
  const { point } = out;
  const height = 2 * halfHeight;
  const radial = Math.sqrt(point[0] * point[0] + point[1] * point[1]);
  const tilt = Math.sqrt(n[0] * n[0] + n[1] * n[1]);
  const length = Math.sqrt(radius * radius + height * height);
  // deviation of the normal from the perpendicular to the side
  const rise = (radius * tilt - height * n[2]) / length;
  const down = 0.75 * height - point[2];
  if ((down > height - near && radial < radius - near) || (n[2] < 0 && tilt < parallelAngle)) {
    spanEnd(out, -0.25 * height);
  } else if ((down > near && down < height - near) || Math.abs(rise) < parallelAngle) {
    out.surface = 'side';
    addStraight(out, 0, 0, -1);
  } else if (down < 0.5 * height) {
    point[0] = 0;
    point[1] = 0;
    point[2] = 0.75 * height;
  } else {
    out.surface = 'rim';
    point[2] = -0.25 * height;
    addStraight(out, 0, 1, 0);
  }
}

/** The rim, or the side at the height of the point: its generator line rotates with the normal, and its radius of curvature decreases upwards. */
export function followCone(out: ContactFeature, { radius, halfHeight }: Cone, n: Float64Array): void {
  if (out.surface === 'rim') {
    followRim(out, radius, n);
    return;
  }
  const { point, straight } = out;
  const height = 2 * halfHeight;
  const tilt = Math.sqrt(n[0] * n[0] + n[1] * n[1]);
  const x = n[0] / tilt;
  const y = n[1] / tilt;
  const length = Math.sqrt(radius * radius + height * height);
  const radial = (radius / height) * (0.75 * height - point[2]);
  point[0] = radial * x;
  point[1] = radial * y;
  straight[0] = (radius / length) * x;
  straight[1] = (radius / length) * y;
  straight[2] = -height / length;
  setRadiusAbout(out, x, y, (radial * length) / height);
}

const matrix = createMat3();

/** p = B Bᵀn/h and W = (B Bᵀ - p pᵀ)/h with h = |Bᵀn|. [PATH98-3.2] */
// biome-ignore format: one vector per line
export function followEllipsoid({ point, curvatureRadii }: ContactFeature, shape: Ellipsoid, n: Float64Array): void {
  const b = ellipsoidMatrix(matrix, shape);
  const ux = b.xx * n[0] + b.yx * n[1] + b.zx * n[2], uy = b.xy * n[0] + b.yy * n[1] + b.zy * n[2], uz = b.xz * n[0] + b.yz * n[1] + b.zz * n[2];
  const h = Math.sqrt(ux * ux + uy * uy + uz * uz);
  const x = (b.xx * ux + b.xy * uy + b.xz * uz) / h, y = (b.yx * ux + b.yy * uy + b.yz * uz) / h, z = (b.zx * ux + b.zy * uy + b.zz * uz) / h;
  point[0] = x; point[1] = y; point[2] = z;
  curvatureRadii[0] = (b.xx * b.xx + b.xy * b.xy + b.xz * b.xz - x * x) / h;
  curvatureRadii[1] = (b.yx * b.yx + b.yy * b.yy + b.yz * b.yz - y * y) / h;
  curvatureRadii[2] = (b.zx * b.zx + b.zy * b.zy + b.zz * b.zz - z * z) / h;
  curvatureRadii[3] = (b.xx * b.yx + b.xy * b.yy + b.xz * b.yz - x * y) / h;
  curvatureRadii[4] = (b.yx * b.zx + b.yy * b.zy + b.yz * b.zz - y * z) / h;
  curvatureRadii[5] = (b.zx * b.xx + b.zy * b.xy + b.zz * b.xz - z * x) / h;
}

/**
 * Is a point in the ellipsoid, within `slack` [m]? With u = B⁻¹p it is outside by (|u| - 1)/|B⁻ᵀu/|u||, to first order; columns of B⁻ᵀ are cross
 * products of two columns of B divided by its determinant.
 */
// biome-ignore format: one vector per line
export function isInEllipsoid(p: Float64Array, shape: Ellipsoid, slack: number): boolean {
  const b = ellipsoidMatrix(matrix, shape);
  const ax = b.yy * b.zz - b.zy * b.yz, ay = b.zy * b.xz - b.xy * b.zz, az = b.xy * b.yz - b.yy * b.xz;
  const bx = b.yz * b.zx - b.zz * b.yx, by = b.zz * b.xx - b.xz * b.zx, bz = b.xz * b.yx - b.yz * b.xx;
  const cx = b.yx * b.zy - b.zx * b.yy, cy = b.zx * b.xy - b.xx * b.zy, cz = b.xx * b.yy - b.yx * b.xy;
  const volume = b.xx * ax + b.yx * ay + b.zx * az;
  const ux = (ax * p[0] + ay * p[1] + az * p[2]) / volume, uy = (bx * p[0] + by * p[1] + bz * p[2]) / volume, uz = (cx * p[0] + cy * p[1] + cz * p[2]) / volume;
  const gx = (ax * ux + bx * uy + cx * uz) / volume, gy = (ay * ux + by * uy + cy * uz) / volume, gz = (az * ux + bz * uy + cz * uz) / volume;
  const u = Math.sqrt(ux * ux + uy * uy + uz * uz), slope = Math.sqrt(gx * gx + gy * gy + gz * gz);
  return (u - 1) * u <= slack * slope;
}
