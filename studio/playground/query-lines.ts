import type { ReadonlyVec3 } from '../../src/index.ts';
import type { ImpactResponse } from './impact-answer.ts';
import type { PlayBody, PlayState, Side } from './play-state.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The queries of the playground, each a line that `appulse query` answers with the numbers shown. */

const WORLD = 'solids';

function isZero(values: readonly number[]): boolean {
  return values.every((value) => value === 0);
}

function placed({ shape, position, rotation }: PlayBody): Fields {
  return { shape, position, ...(!isZero(rotation.slice(1)) && { rotation }) };
}

function moving(body: PlayBody): Fields {
  const { velocity, angularVelocity } = body;
  return {
    ...placed(body),
    ...(!isZero(velocity) && { velocity }),
    ...(!isZero(angularVelocity) && { angularVelocity }),
  };
}

export function closestQuery({ A, B }: PlayState, derivatives = false): Fields {
  return { op: 'closest', world: WORLD, A: placed(A), B: placed(B), ...(derivatives && { derivatives }) };
}

export function manifoldQuery({ A, B, tolerance }: PlayState): Fields {
  return { op: 'manifold', world: WORLD, A: placed(A), B: placed(B), tolerance };
}

/** The bounding volumes of one body. */
export function boundsQuery(state: PlayState, side: Side): Fields {
  return { op: 'body-bounds', world: WORLD, A: placed(state[side]) };
}

export function impactQuery({ A, B, duration }: PlayState): Fields {
  return { op: 'impact', world: WORLD, A: moving(A), B: moving(B), duration };
}

/** The impulse: `respond` of planar bodies, `friction` of spatial ones, whose normals point from B to A. */
export function responseQuery({ restitution, friction }: PlayState, found: ImpactResponse): Fields {
  const { point, normal, planar } = found;
  if (planar) {
    return {
      op: 'respond',
      A: planarBody(found, 0),
      B: planarBody(found, 1),
      point: [point.x, point.y],
      normal: [normal.x, normal.y],
      restitution,
      friction: { law: friction > 0 ? 'algebraic' : 'none', static: friction, dynamic: friction },
    };
  }
  return {
    op: 'friction',
    A: spatialBody(found, 0),
    B: spatialBody(found, 1),
    p: list(point),
    nRaw: list({ x: -normal.x, y: -normal.y, z: -normal.z }),
    e: restitution,
    et: 0,
    muS: friction,
    muD: friction,
  };
}

function list({ x, y, z }: ReadonlyVec3): number[] {
  return [x, y, z];
}

function planarBody({ before, kilograms, inertia, immovable }: ImpactResponse, index: 0 | 1): Fields {
  const { pose, velocity, angularVelocity } = before[index];
  return {
    position: [pose.position.x, pose.position.y],
    velocity: [velocity.x, velocity.y],
    angularVelocity: angularVelocity.z,
    ...(immovable[index] === undefined ? { mass: kilograms[index], inertia: inertia[index].zz } : { fixed: true }),
  };
}

function spatialBody({ before, kilograms, inertia, immovable }: ImpactResponse, index: 0 | 1): Fields {
  const { pose, velocity, angularVelocity } = before[index];
  const i = inertia[index];
  return {
    x: list(pose.position),
    v: list(velocity),
    w: list(angularVelocity),
    ...(immovable[index] === undefined
      ? {
          m: kilograms[index],
          I: [
            [i.xx, i.xy, i.xz],
            [i.yx, i.yy, i.yz],
            [i.zx, i.zy, i.zz],
          ],
        }
      : { fixed: true }),
  };
}
