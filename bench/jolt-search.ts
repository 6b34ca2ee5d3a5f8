import { type Body, MAX_DISTANCE, type PeerInputs } from './distance-peers.ts';
import type { Implementation } from './harness.ts';
import { STRIDE } from './inputs/solid-pairs.ts';
import { createJoltSettings, type Jolt, loadJolt } from './jolt-peer.ts';
import type { Loaded } from './peers.ts';

/** Jolt (single precision, WebAssembly) as a library that computes the distance of convex solids. */

interface JoltTriple {
  Set(x: number, y: number, z: number): void;
  GetX(): number;
  GetY(): number;
  GetZ(): number;
}

interface JoltQuaternion {
  Set(x: number, y: number, z: number, w: number): void;
}

interface JoltTransformed {
  mShape: object;
  CollideShape(
    shape: object,
    scale: object,
    transform: object,
    settings: object,
    offset: object,
    collector: object,
    filter: object,
  ): void;
  SetWorldTransform(position: object, rotated: object, scale: object): void;
  GetCenterOfMassTransform(): object;
}

interface JoltShape {
  AddRef(): void;
  SetDensity(density: number): void;
}

interface JoltSearch extends Jolt {
  readonly Vec3: new (x: number, y: number, z: number) => JoltTriple;
  readonly RVec3: new (x: number, y: number, z: number) => JoltTriple;
  readonly Quat: new (x: number, y: number, z: number, w: number) => JoltQuaternion;
  readonly BoxShape: new (half: object, radius: number) => JoltShape;
  readonly CapsuleShape: new (halfHeight: number, radius: number) => JoltShape;
  readonly ConvexHullShapeSettings: new () => {
    readonly mPoints: { push_back(point: object): void };
    mMaxConvexRadius: number;
    mHullTolerance: number;
    Create(): { HasError(): boolean; Get(): JoltShape };
  };
  readonly TransformedShape: new () => JoltTransformed;
  readonly CollideShapeSettings: new () => { mMaxSeparationDistance: number };
  readonly CollideShapeClosestHitCollisionCollector: new () => {
    Reset(): void;
    HadHit(): boolean;
    readonly mHit: { readonly mPenetrationDepth: number };
  };
  readonly ShapeFilter: new () => object;
}

/** Jolt registers its pairs of shapes when the first world is created. */
export async function loadJoltSearch(): Promise<Loaded<JoltSearch>> {
  const loaded = await loadJolt<JoltSearch>();
  if (loaded.module) new loaded.module.JoltInterface(createJoltSettings(loaded.module, 0));
  return loaded;
}

/** The closest-point search is not exported; an overlap query with a maximum separation returns its result. */
export function runJolt(jolt: JoltSearch, inputs: PeerInputs): Implementation['run'] {
  const { bodies, indexA, indexB, poses, quaternions, pairCount } = inputs;
  const shapes = bodies.map((body) => {
    const shape = joltShape(jolt, body);
    shape.AddRef();
    return shape;
  });
  const [a, b] = [new jolt.TransformedShape(), new jolt.TransformedShape()];
  const scale = new jolt.Vec3(1, 1, 1);
  const origin = new jolt.RVec3(0, 0, 0);
  const position = new jolt.RVec3(0, 0, 0);
  const rotated = new jolt.Quat(0, 0, 0, 1);
  const settings = new jolt.CollideShapeSettings();
  settings.mMaxSeparationDistance = MAX_DISTANCE;
  const collector = new jolt.CollideShapeClosestHitCollisionCollector();
  const filter = new jolt.ShapeFilter();
  const setPose = (transformed: JoltTransformed, shape: object, k: number, q: number) => {
    position.Set(poses[k], poses[k + 1], poses[k + 2]);
    rotated.Set(quaternions[q], quaternions[q + 1], quaternions[q + 2], quaternions[q + 3]);
    transformed.mShape = shape;
    transformed.SetWorldTransform(position, rotated, scale);
  };
  return (answers, first, last) => {
    for (let i = first; i < last; i++) {
      const pair = i % pairCount;
      setPose(a, shapes[indexA[pair]], STRIDE * i, 8 * i);
      const shapeB = shapes[indexB[pair]];
      setPose(b, shapeB, STRIDE * i + 12, 8 * i + 4);
      collector.Reset();
      a.CollideShape(shapeB, scale, b.GetCenterOfMassTransform(), settings, origin, collector, filter);
      answers[i] = collector.HadHit() ? -collector.mHit.mPenetrationDepth : Number.NaN;
    }
  };
}

function joltShape(jolt: JoltSearch, body: Body): JoltShape {
  if (body.kind === 'box') {
    const { x, y, z } = body.halfExtents;
    return new jolt.BoxShape(new jolt.Vec3(x, y, z), 0);
  }
  if (body.kind === 'capsule') return new jolt.CapsuleShape(body.halfHeight, body.radius);
  const settings = new jolt.ConvexHullShapeSettings();
  const { vertices: v } = body;
  for (let i = 0; i < v.length; i += 3) settings.mPoints.push_back(new jolt.Vec3(v[i], v[i + 1], v[i + 2]));
  settings.mMaxConvexRadius = 0;
  settings.mHullTolerance = 1e-6;
  const made = settings.Create();
  if (made.HasError()) throw new Error('jolt rejects a convex hull');
  return made.Get();
}
