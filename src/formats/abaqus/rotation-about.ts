import { cos, sin } from '../../math/trig.ts';
import { failAtLine, type TextLine } from '../keyword-lines.ts';

const DEGREE = Math.PI / 180;

/** Rotation about the axis from point a to point b by an angle in degrees, right-handed: `numbers` are a, b and the angle. */
export function rotationAbout(
  at: TextLine,
  numbers: readonly number[],
): (point: readonly number[]) => readonly number[] {
  const [ax, ay, az, bx, by, bz, degrees] = numbers;
  const length = Math.hypot(bx - ax, by - ay, bz - az);
  if (!(length > 0 && length < Infinity)) failAtLine(at, 'a rotation must be about two different points', numbers);
  const [x, y, z] = [(bx - ax) / length, (by - ay) / length, (bz - az) / length];
  const c = cos(degrees * DEGREE);
  const s = sin(degrees * DEGREE);
  return ([px, py, pz]) => {
    const [qx, qy, qz] = [px - ax, py - ay, pz - az];
    const along = (1 - c) * (x * qx + y * qy + z * qz);
    // Rodrigues: q cos + (axis × q) sin + axis (axis · q)(1 - cos)
    return [
      ax + c * qx + s * (y * qz - z * qy) + along * x,
      ay + c * qy + s * (z * qx - x * qz) + along * y,
      az + c * qz + s * (x * qy - y * qx) + along * z,
    ];
  };
}
