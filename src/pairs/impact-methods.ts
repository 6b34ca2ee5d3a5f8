import { createContact } from '../distance/contact.ts';
import type { Solid } from '../distance/convex/core.ts';
import { type Motion, poseAt, velocityOfPoint } from '../math/motion.ts';
import { createMovingPose, type MovingPose } from '../math/moving-pose.ts';
import type { Pose } from '../math/pose.ts';
import { addScaledVec3, copyVec3, createVec3, dotVec3 } from '../math/vec3.ts';
import { convexDecomposition } from '../shapes/convex-decomposition.ts';
import type { Polygon } from '../shapes/polygon.ts';
import type { PlanarShape, Shape } from '../shapes/shape.ts';
import { type AdvanceOptions, advanceToImpact } from '../toi/advancement.ts';
import { copyImpact, createImpact, type Impact, writeNoImpact } from '../toi/impact.ts';
import { partsImpact } from '../toi/parts-impact.ts';
import { planarImpact } from '../toi/planar-impact.ts';
import { rigidImpact } from '../toi/rigid-impact.ts';
import type { ImpactMethod, PairQueries } from './pair-methods.ts';
import { isInCommonPlane, requireCommonPlane, requireMotion } from './require-planar.ts';

/** Any two shapes, by conservative advancement. */
export function impactByAdvancement({ closest }: PairQueries): ImpactMethod {
  return (out, shapeA, motionA, shapeB, motionB, duration, separation, maxIterations) => {
    requireMotion(shapeA, motionA, shapeB);
    requireMotion(shapeB, motionB, shapeA);
    const options = { separation, maxIterations };
    if (isCut(shapeA) || isCut(shapeB)) {
      return advanceByPieces(out, shapeA, motionA, shapeB, motionB, duration, closest, options);
    }
    return advanceToImpact(out, shapeA, motionA, shapeB, motionB, duration, closest, options);
  };
}

function isCut(shape: Shape): shape is Polygon {
  return shape.kind === 'polygon' && !shape.convex;
}

const trial = createImpact();

/** Non-convex polygons by their convex pieces, which have separating lines. Each search ends at the earliest impact so far. */
// biome-ignore format: one body per line
function advanceByPieces(
  out: Impact,
  shapeA: Shape, motionA: Motion,
  shapeB: Shape, motionB: Motion,
  duration: number,
  closest: PairQueries['closest'],
  options: AdvanceOptions,
): Impact {
  let iterations = 0;
  let end = duration;
  writeNoImpact(out, duration, options.separation ?? 0, 0);
  for (const pieceA of piecesOf(shapeA)) {
    for (const pieceB of piecesOf(shapeB)) {
      advanceToImpact(trial, pieceA, motionA, pieceB, motionB, end, closest, options);
      iterations += trial.iterations;
      if (trial.status === 'none' || out.status === 'initial-overlap') continue;
      copyImpact(out, trial);
      end = trial.time;
    }
  }
  out.iterations = iterations;
  return out;
}

function piecesOf(shape: Shape): readonly Shape[] {
  return isCut(shape) ? convexDecomposition(shape).map(({ polygon }) => polygon) : [shape];
}

/** Two planar shapes. A required separation rounds their corners, so it needs distance queries. */
export function impactInPlane(queries: PairQueries): ImpactMethod {
  const rounded = impactByAdvancement(queries);
  return (out, shapeA, motionA, shapeB, motionB, duration, separation, maxIterations) => {
    requireCommonPlane(shapeA, motionA.pose, shapeB, motionB.pose);
    if (separation > 0) {
      return rounded(out, shapeA, motionA, shapeB, motionB, duration, separation, maxIterations);
    }
    planarImpact(out, shapeA as PlanarShape, motionA, shapeB as PlanarShape, motionB, duration, maxIterations);
    return out.status === 'iteration-limit' ? measureAtTime(out, shapeA, motionA, shapeB, motionB, queries) : out;
  };
}

/** Points, segments and half-spaces: planar if they stay in one plane, else by `spatial`. */
export function impactAnywhere(queries: PairQueries, spatial: ImpactMethod): ImpactMethod {
  const planar = impactInPlane(queries);
  return (out, shapeA, motionA, shapeB, motionB, duration, separation, maxIterations) => {
    const flat =
      staysInPlane(shapeA, motionA) &&
      staysInPlane(shapeB, motionB) &&
      isInCommonPlane(shapeA, motionA.pose, shapeB, motionB.pose);
    return (flat ? planar : spatial)(out, shapeA, motionA, shapeB, motionB, duration, separation, maxIterations);
  };
}

function staysInPlane({ kind }: Shape, { velocity, acceleration, angularVelocity }: Motion): boolean {
  const upright = kind === 'point' || (angularVelocity.x === 0 && angularVelocity.y === 0);
  return velocity.z === 0 && acceleration.z === 0 && upright;
}

/** Two convex solids with polyhedral cores. */
export const impactOfCorners: ImpactMethod = (
  out,
  shapeA,
  motionA,
  shapeB,
  motionB,
  duration,
  separation,
  maxIterations,
) => rigidImpact(out, shapeA as Solid, motionA, shapeB as Solid, motionB, duration, separation, maxIterations);

/** Bodies of convex parts: compounds and meshes. */
export function impactOfParts(queries: PairQueries): ImpactMethod {
  return (out, shapeA, motionA, shapeB, motionB, duration, separation, maxIterations) => {
    partsImpact(out, shapeA, motionA, shapeB, motionB, duration, separation, queries.closest, maxIterations);
    return out.status === 'iteration-limit' ? measureAtTime(out, shapeA, motionA, shapeB, motionB, queries) : out;
  };
}

const contact = createContact();
const movingA = createMovingPose();
const movingB = createMovingPose();
const velocityA = createVec3();
const velocityB = createVec3();

/** Fills in points, normal and a lower bound of the gap at the time where the search stopped. */
// biome-ignore format: one body per line
function measureAtTime(
  out: Impact,
  shapeA: Shape, motionA: Motion,
  shapeB: Shape, motionB: Motion,
  { closest }: PairQueries,
): Impact {
  closest(contact, shapeA, moveTo(movingA, motionA, out.time), shapeB, moveTo(movingB, motionB, out.time));
  copyVec3(out.pointA, contact.pointA);
  copyVec3(out.pointB, contact.pointB);
  copyVec3(out.normal, contact.normal);
  out.gap = contact.distance - contact.errorBound;
  velocityOfPoint(velocityA, movingA, contact.pointA);
  velocityOfPoint(velocityB, movingB, contact.pointB);
  out.closingSpeed = dotVec3(velocityA, contact.normal) - dotVec3(velocityB, contact.normal);
  return out;
}

/** Evaluates a motion at `time` [s]; returns the pose. */
function moveTo(out: MovingPose, motion: Motion, time: number): Pose {
  addScaledVec3(out.velocity, motion.velocity, motion.acceleration, time);
  copyVec3(out.angularVelocity, motion.angularVelocity);
  return poseAt(out.pose, motion, time);
}
