import { createCompound } from '../../bounds/create-compound.ts';
import { composePose, createPose, type ReadonlyPose } from '../../math/pose.ts';
import { createVec3, lengthVec3, type ReadonlyVec3 } from '../../math/vec3.ts';
import { closest } from '../../pairs/query.ts';
import { restitutionThresholdOfSteps } from '../../scene/resolve-solids.ts';
import type { SolidBody, SolidContactLaw, SolidPair, SolidScene } from '../../scene/solid-scene.ts';
import { createPoint } from '../../shapes/point.ts';
import type { Shape } from '../../shapes/shape.ts';
import type { ConvexSolid } from '../../shapes/solid.ts';
import { createSolidLaws, type SolidLaws } from './pair-material.ts';
import type { SolidComposite, SolidPart } from './solid-composite.ts';

/** One body of the fixed steps: a composite, or one part of an immovable composite that does not rotate. */
export interface Piece {
  readonly composite: SolidComposite;
  readonly parts: readonly SolidPart[];
}

/** The piece that a body of the scene belongs to. */
type PieceOf = (body: number) => number;

export function piecesOf(composites: readonly SolidComposite[]): Piece[] {
  return composites.flatMap((composite): Piece[] => {
    const isNonRotating = composite.inverseMass === 0 && lengthVec3(composite.angularVelocity) === 0;
    return isNonRotating
      ? composite.parts.map((part) => ({ composite, parts: [part] }))
      : [{ composite, parts: composite.parts }];
  });
}

/**
 * The scene with pieces as bodies, at the time of their composites, for fixed steps to resume from. Impacts too slow to be
 * distinguished from rest do not bounce in steps. Undefined if docked bodies have no common law for another body: steps support one per pair.
 */
export function sceneOfPieces(scene: SolidScene, pieces: readonly Piece[]): SolidScene | undefined {
  const { contacts, forces, time } = scene;
  const indices = new Map(pieces.flatMap(({ parts }, i) => parts.map(({ body }) => [body, i] as const)));
  const pieceOf: PieceOf = (body) => indices.get(body) ?? -1;
  const pairs = pairsOf(scene, pieces, pieceOf);
  if (!pairs || pieces.some((piece) => hasMixedTriggers(scene, piece))) return undefined;
  const fastest = pieces.reduce(
    (max, { composite }) => Math.max(max, restitutionThresholdOfSteps(composite.acceleration, time.step)),
    0,
  );
  return {
    ...scene,
    bodies: pieces.map((piece) => bodyOf(scene, piece)),
    contacts: {
      ...contacts,
      classes: pieces.map(({ parts }) => contacts.classes[parts[0].body]),
      pairs,
      restitutionThreshold: Math.max(contacts.restitutionThreshold, fastest),
    },
    forces: {
      ...forces,
      // those on docked bodies are applied by `part-loads.ts`
      loads: forces.loads
        .map((load) => ({ ...load, body: pieceOf(load.body) }))
        .filter(({ body }) => pieces[body].parts.length === 1 && pieces[body].composite.inverseMass > 0),
    },
  };
}

function hasMixedTriggers({ bodies }: SolidScene, { parts }: Piece): boolean {
  return parts.some(({ body }) => bodies[body].trigger !== bodies[parts[0].body].trigger);
}

/** Laws of pieces that differ from those of their classes: of pairs with their own law, and of all docked pieces. */
function pairsOf({ contacts }: SolidScene, pieces: readonly Piece[], pieceOf: PieceOf): SolidPair[] | undefined {
  const laws = createSolidLaws(contacts);
  const isMultiPart = (i: number) => pieces[i].parts.length > 1;
  const wanted = contacts.pairs.map(({ bodies }) => bodies.map(pieceOf)).filter((pair) => !pair.some(isMultiPart));
  for (const i of pieces.keys()) {
    if (isMultiPart(i))
      wanted.push(...pieces.flatMap((_, k) => (k === i || (isMultiPart(k) && k < i) ? [] : [[k, i]])));
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

function bodyOf({ bodies }: SolidScene, { composite, parts }: Piece): SolidBody {
  const { velocity, angularVelocity, mass } = composite;
  const pose = parts.length === 1 ? composePose(createPose(), composite.pose, parts[0].pose) : composite.pose;
  const body = { ...bodies[parts[0].body], pose, velocity, angularVelocity };
  if (composite.parts.length === 1) return body;
  const shape =
    parts.length === 1 ? body.shape : createCompound(parts.flatMap((part) => convexDecomposition(part.shape)));
  if (composite.inverseMass === 0) return { ...body, shape, motion: 'prescribed', mass, moments: INFINITE };
  const [x, y, z] = composite.torqueFree.moments;
  return { ...body, shape, mass, moments: createVec3(x, y, z), principalAxes: composite.torqueFree.axes };
}

const INFINITE = createVec3(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);

function convexDecomposition(shape: Shape): readonly { readonly shape: ConvexSolid; readonly pose?: ReadonlyPose }[] {
  // a docked shape is a hull or a compound, see `carriedShape`
  return shape.kind === 'compound' ? shape.pieces : [{ shape: shape as ConvexSolid }];
}

/** The body of a piece at this pose that is nearest to `point`. */
export function bodyNear({ parts }: Piece, pose: ReadonlyPose, point: ReadonlyVec3): number {
  if (parts.length === 1) return parts[0].body;
  const { x, y, z } = point;
  const distances = parts.map(({ shape }) => closest(shape, pose, createPoint(), createPose([x, y, z])).distance);
  return parts[distances.indexOf(Math.min(...distances))].body;
}
