import { createCompound } from '../../bounds/create-compound.ts';
import { composePose, createPose, type ReadonlyPose } from '../../math/pose.ts';
import { createVec3, lengthVec3, type ReadonlyVec3 } from '../../math/vec3.ts';
import { closest } from '../../narrow/query.ts';
import { restSpeedOfSteps } from '../../scene/resolve-solids.ts';
import type { SolidBody, SolidContactLaw, SolidPair, SolidScene } from '../../scene/solid-scene.ts';
import { createPoint } from '../../shapes/point.ts';
import type { Shape } from '../../shapes/shape.ts';
import type { ConvexSolid } from '../../shapes/solid.ts';
import { createSolidLaws, type SolidLaws } from './solid-laws.ts';
import type { SolidMover, SolidPart } from './solid-mover.ts';

/** What fixed steps know as one body: a mover, or one part of a mover that stands or glides, which nothing moves. */
export interface Piece {
  readonly mover: SolidMover;
  readonly parts: readonly SolidPart[];
}

/** The piece that a body of the scene belongs to. */
type PieceOf = (body: number) => number;

export function piecesOf(movers: readonly SolidMover[]): Piece[] {
  return movers.flatMap((mover): Piece[] => {
    const glides = mover.inverseMass === 0 && lengthVec3(mover.angularVelocity) === 0;
    return glides ? mover.parts.map((part) => ({ mover, parts: [part] })) : [{ mover, parts: mover.parts }];
  });
}

/**
 * The scene with pieces for bodies, at the moment at which their movers stand: what fixed steps go on from. Impacts that are too slow to be
 * told from rest do not bounce in steps. Nothing if docked bodies have no common law for another body: steps know one for two bodies.
 */
export function sceneOfPieces(scene: SolidScene, pieces: readonly Piece[]): SolidScene | undefined {
  const { contacts, forces, time } = scene;
  const places = new Map(pieces.flatMap(({ parts }, i) => parts.map(({ body }) => [body, i] as const)));
  const pieceOf: PieceOf = (body) => places.get(body) ?? -1;
  const pairs = pairsOf(scene, pieces, pieceOf);
  if (!pairs || pieces.some((piece) => hasMixedSensors(scene, piece))) return undefined;
  const fastest = pieces.reduce(
    (most, { mover }) => Math.max(most, restSpeedOfSteps(mover.acceleration, time.step)),
    0,
  );
  return {
    ...scene,
    bodies: pieces.map((piece) => bodyOf(scene, piece)),
    contacts: {
      ...contacts,
      classes: pieces.map(({ parts }) => contacts.classes[parts[0].body]),
      pairs,
      restSpeed: Math.max(contacts.restSpeed, fastest),
    },
    forces: { ...forces, loads: forces.loads.map((load) => ({ ...load, body: pieceOf(load.body) })) },
  };
}

function hasMixedSensors({ bodies }: SolidScene, { parts }: Piece): boolean {
  return parts.some(({ body }) => bodies[body].sensor !== bodies[parts[0].body].sensor);
}

/** The laws of pieces that are not those of their classes: of two bodies with one of their own, and of all that docked. */
function pairsOf({ contacts }: SolidScene, pieces: readonly Piece[], pieceOf: PieceOf): SolidPair[] | undefined {
  const laws = createSolidLaws(contacts);
  const isJoined = (i: number) => pieces[i].parts.length > 1;
  const wanted = contacts.pairs.map(({ bodies }) => bodies.map(pieceOf)).filter((pair) => !pair.some(isJoined));
  for (const i of pieces.keys()) {
    if (isJoined(i)) wanted.push(...pieces.flatMap((_, k) => (k === i || (isJoined(k) && k < i) ? [] : [[k, i]])));
  }
  const pairs: SolidPair[] = [];
  for (const [i, k] of wanted) {
    const law = commonLaw(laws, pieces[i], pieces[k]);
    if (!law) return undefined;
    pairs.push({ bodies: [Math.min(i, k), Math.max(i, k)], ...law });
  }
  return pairs;
}

function commonLaw(laws: SolidLaws, a: Piece, b: Piece): SolidContactLaw | undefined {
  const all = a.parts.flatMap((one) => b.parts.map((other) => laws(one.body, other.body)));
  return all.every((law) => isSameLaw(law, all[0]))
    ? { collide: all[0].collide, material: all[0].material }
    : undefined;
}

function isSameLaw(p: SolidContactLaw, q: SolidContactLaw): boolean {
  const keys = Object.keys(p.material) as (keyof typeof p.material)[];
  return p.collide === q.collide && keys.every((key) => p.material[key] === q.material[key]);
}

function bodyOf({ bodies }: SolidScene, { mover, parts }: Piece): SolidBody {
  const { velocity, angularVelocity: spin, mass } = mover;
  const pose = parts.length === 1 ? composePose(createPose(), mover.pose, parts[0].pose) : mover.pose;
  const body = { ...bodies[parts[0].body], pose, velocity, spin };
  if (mover.parts.length === 1) return body;
  const shape = parts.length === 1 ? body.shape : createCompound(parts.flatMap((part) => convexPieces(part.shape)));
  if (mover.inverseMass === 0) return { ...body, shape, motion: 'prescribed', mass, moments: INFINITE };
  const [x, y, z] = mover.turning.moments;
  return { ...body, shape, mass, moments: createVec3(x, y, z), principalAxes: mover.turning.axes };
}

const INFINITE = createVec3(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);

function convexPieces(shape: Shape): readonly { readonly shape: ConvexSolid; readonly pose?: ReadonlyPose }[] {
  // what docks is a hull or a compound, see `carriedShape`
  return shape.kind === 'compound' ? shape.pieces : [{ shape: shape as ConvexSolid }];
}

/** The body of the scene that a piece at this pose has nearest to `point`. */
export function bodyNear({ parts }: Piece, pose: ReadonlyPose, point: ReadonlyVec3): number {
  if (parts.length === 1) return parts[0].body;
  const { x, y, z } = point;
  const distances = parts.map(({ shape }) => closest(shape, pose, createPoint(), createPose([x, y, z])).distance);
  return parts[distances.indexOf(Math.min(...distances))].body;
}
