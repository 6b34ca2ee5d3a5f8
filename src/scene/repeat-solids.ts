import { createMat3, multiplyMat3, rotationAboutAxis } from '../math/mat3.ts';
import { createRandom, type Random } from '../math/random.ts';
import { createVec3, lengthVec3, type ReadonlyVec3 } from '../math/vec3.ts';
import type { SolidBody } from './solid-scene.ts';
import type { SolidDocument } from './solid-schema.ts';

type Repeat = NonNullable<SolidDocument['bodies'][number]['repeat']>;

/** Number of bodies of an entry of a file. */
export function copyCount({ repeat }: { readonly repeat?: Repeat }): number {
  return repeat === undefined ? 1 : repeat.count[0] * repeat.count[1] * repeat.count[2];
}

/** Their names. */
export function copyNames({ name, repeat }: { readonly name: string; readonly repeat?: Repeat }): string[] {
  return repeat === undefined ? [name] : Array.from({ length: copyCount({ repeat }) }, (_, k) => `${name} ${k + 1}`);
}

/** The bodies themselves, x fastest and z slowest. They have one shape object in common. */
export function copiesOf(body: SolidBody, repeat: Repeat | undefined): SolidBody[] {
  if (repeat === undefined) return [body];
  const { count, spacing, positionJitter, rotationJitter, seed } = repeat;
  const random = createRandom(seed);
  const { position, rotation } = body.pose;
  return copyNames({ name: body.name, repeat }).map((name, k) => {
    const at = [k % count[0], Math.floor(k / count[0]) % count[1], Math.floor(k / (count[0] * count[1]))];
    const [x, y, z] = at.map(
      (place, axis) =>
        place * spacing[axis] + (positionJitter > 0 ? random.between(-positionJitter, positionJitter) : 0),
    );
    return {
      ...body,
      name,
      pose: {
        position: createVec3(position.x + x, position.y + y, position.z + z),
        rotation:
          rotationJitter > 0 ? multiplyMat3(createMat3(), randomRotation(random, rotationJitter), rotation) : rotation,
      },
    };
  });
}

/** A rotation about a uniformly distributed axis, by an angle up to `max`. */
function randomRotation(random: Random, max: number) {
  const axis = createVec3(random.normal(), random.normal(), random.normal());
  return rotationAboutAxis(createMat3(), unit(axis), random.between(0, max));
}

function unit(axis: ReadonlyVec3): ReadonlyVec3 {
  const length = lengthVec3(axis);
  return length > 0 ? createVec3(axis.x / length, axis.y / length, axis.z / length) : createVec3(0, 0, 1);
}
