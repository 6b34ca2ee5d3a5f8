import type { Box, Capsule, Hull } from 'appulse';
import type { Solid } from 'appulse/kernels';
import type { Implementation } from './harness.ts';
import { type SolidPairs, STRIDE } from './inputs/solid-pairs.ts';
import { type Loaded, load, type Mujoco } from './peers.ts';

/**
 * Libraries that compute the distance of convex solids: types of the functions used, and the queries. Shapes are passed once,
 * poses with every query. Where it can be chosen, a query returns the distance and both closest points.
 */

/** The bodies of the inputs. */
export type Body = Box | Capsule | Hull;

/** Larger than all distances of the inputs [m]. */
export const MAX_DISTANCE = 100;

interface Vector {
  x: number;
  y: number;
  z: number;
}

/** Inputs of a peer: shapes by index, and poses of A then B, as positions and rotations by rows or as quaternions. */
export interface PeerInputs {
  readonly bodies: readonly Body[];
  readonly indexA: Int32Array;
  readonly indexB: Int32Array;
  readonly poses: Float64Array;
  /** x, y, z, w of A, then of B. */
  readonly quaternions: Float64Array;
  readonly pairCount: number;
}

/** `along` is the axis of a capsule in the library; z in Appulse. */
export function peerInputs({ shapesA, shapesB, poses: given }: SolidPairs, along: 'y' | 'z'): PeerInputs {
  const shapes = [...shapesA, ...shapesB];
  const numbers = new Map<Solid, number>();
  for (const shape of shapes) if (!numbers.has(shape)) numbers.set(shape, numbers.size);
  const numberOf = (list: readonly Solid[]) => Int32Array.from(list, (shape) => numbers.get(shape) ?? -1);
  const poses = Float64Array.from(given);
  const quaternions = new Float64Array((8 * poses.length) / STRIDE);
  const swapsAxes = along === 'y' && shapes[0].kind === 'capsule';
  for (let k = 0; k < poses.length; k += 12) {
    const r = poses.subarray(k + 3, k + 12);
    // x, y, z of the peer are x, z, -y of Appulse
    if (swapsAxes) r.set([r[0], r[2], -r[1], r[3], r[5], -r[4], r[6], r[8], -r[7]]);
    quaternions.set(quaternionOf(r), k / 3);
  }
  return {
    bodies: [...numbers.keys()] as Body[],
    indexA: numberOf(shapesA),
    indexB: numberOf(shapesB),
    poses,
    quaternions,
    pairCount: shapesA.length,
  };
}

/** Quaternion x, y, z, w of a rotation by rows, computed from its largest component. */
function quaternionOf(r: Float64Array): number[] {
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = r;
  const squares = [1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz, 1 + xx + yy + zz];
  const rows = [
    [squares[0], xy + yx, xz + zx, zy - yz],
    [xy + yx, squares[1], yz + zy, xz - zx],
    [xz + zx, yz + zy, squares[2], yx - xy],
    [zy - yz, xz - zx, yx - xy, squares[3]],
  ];
  const row = rows[squares.indexOf(Math.max(...squares))];
  const length = Math.hypot(...row);
  return row.map((x) => x / length);
}

// oimophysics: double precision, JavaScript

interface OimoShape {
  /** The spelling of the library. */
  setGjkMergin(margin: number): void;
}

interface OimoTransform {
  setPosition(position: Vector): void;
  setRotation(rotation: object): void;
}

interface OimoRotation {
  // biome-ignore format: by rows
  init(
    xx: number, xy: number, xz: number,
    yx: number, yy: number, yz: number,
    zx: number, zy: number, zz: number,
  ): void;
}

interface Oimo {
  readonly common: {
    readonly Vec3: new (x: number, y: number, z: number) => Vector;
    readonly Mat3: new () => OimoRotation;
    readonly Transform: new () => OimoTransform;
  };
  readonly collision: {
    readonly geometry: {
      readonly BoxGeometry: new (half: Vector) => OimoShape;
      readonly CapsuleGeometry: new (radius: number, halfHeight: number) => OimoShape;
      readonly ConvexHullGeometry: new (vertices: readonly Vector[]) => OimoShape;
    };
    readonly narrowphase: {
      readonly detector: {
        readonly CachedDetectorData: new () => object;
        readonly gjkepa: { readonly GjkEpa: { getInstance(): OimoSearch } };
      };
    };
  };
}

interface OimoSearch {
  readonly distance: number;
  computeClosestPoints(a: object, b: object, poseA: object, poseB: object, cache: object | null): number;
}

export const loadOimo = () => load<{ readonly oimo: Oimo }>('oimophysics');

export function runOimo(
  { oimo }: { readonly oimo: Oimo },
  inputs: PeerInputs,
  tracked: boolean,
): Implementation['run'] {
  const { Vec3, Mat3, Transform } = oimo.common;
  const { BoxGeometry, CapsuleGeometry, ConvexHullGeometry } = oimo.collision.geometry;
  const { CachedDetectorData, gjkepa } = oimo.collision.narrowphase.detector;
  const { bodies, indexA, indexB, poses, pairCount } = inputs;
  const shapes = bodies.map((body) => {
    if (body.kind === 'box')
      return new BoxGeometry(new Vec3(body.halfExtents.x, body.halfExtents.y, body.halfExtents.z));
    if (body.kind === 'capsule') return new CapsuleGeometry(body.radius, body.halfHeight);
    const { vertices: v } = body;
    return new ConvexHullGeometry(
      Array.from({ length: v.length / 3 }, (_, i) => new Vec3(v[3 * i], v[3 * i + 1], v[3 * i + 2])),
    );
  });
  // the search uses cores; by default edges and corners have a margin
  for (const [i, shape] of shapes.entries()) if (bodies[i].kind !== 'capsule') shape.setGjkMergin(0);
  const radii = Float64Array.from(bodies, (body) => (body.kind === 'capsule' ? body.radius : 0));
  const caches = tracked ? Array.from({ length: pairCount }, () => new CachedDetectorData()) : null;
  const search = gjkepa.GjkEpa.getInstance();
  const [transformA, transformB] = [new Transform(), new Transform()];
  const position = new Vec3(0, 0, 0);
  const rotation = new Mat3();
  const setPose = (transform: OimoTransform, k: number) => {
    position.x = poses[k];
    position.y = poses[k + 1];
    position.z = poses[k + 2];
    transform.setPosition(position);
    // biome-ignore format: by rows
    rotation.init(
      poses[k + 3], poses[k + 4], poses[k + 5],
      poses[k + 6], poses[k + 7], poses[k + 8],
      poses[k + 9], poses[k + 10], poses[k + 11],
    );
    transform.setRotation(rotation);
  };
  return (answers, first, last) => {
    for (let i = first; i < last; i++) {
      const pair = i % pairCount;
      setPose(transformA, STRIDE * i);
      setPose(transformB, STRIDE * i + 12);
      const cache = caches === null ? null : caches[pair];
      search.computeClosestPoints(shapes[indexA[pair]], shapes[indexB[pair]], transformA, transformB, cache);
      answers[i] = search.distance - radii[indexA[pair]] - radii[indexB[pair]];
    }
  };
}

// crashcat: double precision, JavaScript

interface CrashcatSupport {
  convexRadius: number;
  hasTransform: boolean;
  transform: number[];
}

interface CrashcatClosest {
  squaredDistance: number;
  penetrationAxis: number[];
}

interface Crashcat {
  readonly box: { create(given: object): object };
  readonly capsule: { create(given: object): object };
  readonly convexHull: { create(given: object): object };
  readonly SupportFunctionMode: { readonly EXCLUDE_CONVEX_RADIUS: number };
  createSupport(): CrashcatSupport;
  setBoxSupport(out: CrashcatSupport, shape: object, mode: number, scale: readonly number[]): void;
  setCapsuleSupport(out: CrashcatSupport, shape: object, mode: number, scale: readonly number[]): void;
  setHullSupport(out: CrashcatSupport, shape: object, mode: number, scale: readonly number[]): void;
  createGjkClosestPoints(): CrashcatClosest;
  gjkClosestPoints(
    out: CrashcatClosest,
    a: CrashcatSupport,
    b: CrashcatSupport,
    tolerance: number,
    direction: readonly number[],
    farthestSquared: number,
  ): void;
}

export const loadCrashcatSearch = () => load<Crashcat>('crashcat');

/** The tolerance that the engine itself uses. */
const CRASHCAT_TOLERANCE = 1e-4;

export function runCrashcat(crashcat: Crashcat, inputs: PeerInputs, tracked: boolean): Implementation['run'] {
  const { bodies, indexA, indexB, poses, pairCount } = inputs;
  const shapes = bodies.map((body) => {
    if (body.kind === 'box') {
      const { x, y, z } = body.halfExtents;
      return crashcat.box.create({ halfExtents: [x, y, z], convexRadius: 0 });
    }
    if (body.kind === 'capsule') {
      return crashcat.capsule.create({ halfHeightOfCylinder: body.halfHeight, radius: body.radius });
    }
    const options = { convexRadius: 0, hullTolerance: 1e-12, bakeSupportAdjacency: body.vertices.length > 96 };
    return crashcat.convexHull.create({ positions: [...body.vertices], ...options });
  });
  const mode = crashcat.SupportFunctionMode.EXCLUDE_CONVEX_RADIUS;
  const { kind } = bodies[0];
  const fill = { box: crashcat.setBoxSupport, capsule: crashcat.setCapsuleSupport, hull: crashcat.setHullSupport }[
    kind
  ];
  const one = [1, 1, 1];
  const [a, b] = [crashcat.createSupport(), crashcat.createSupport()];
  const { transform: m } = b;
  const out = crashcat.createGjkClosestPoints();
  const axes = tracked ? Array.from({ length: pairCount }, () => [0, 0, 0]) : null;
  const centres = [0, 0, 0];
  return (answers, first, last) => {
    for (let i = first; i < last; i++) {
      const pair = i % pairCount;
      fill(a, shapes[indexA[pair]], mode, one);
      fill(b, shapes[indexB[pair]], mode, one);
      b.hasTransform = true;
      setRelative(m, poses, STRIDE * i);
      for (let c = 0; c < 3; c++) centres[c] = m[12 + c];
      const from = axes === null || i < pairCount ? centres : axes[pair];
      crashcat.gjkClosestPoints(out, a, b, CRASHCAT_TOLERANCE, from, MAX_DISTANCE * MAX_DISTANCE);
      if (axes !== null) for (let c = 0; c < 3; c++) axes[pair][c] = out.penetrationAxis[c];
      answers[i] = Math.sqrt(out.squaredDistance) - a.convexRadius - b.convexRadius;
    }
  };
}

/** Pose of B in the frame of A as a 4 x 4 matrix by columns. */
function setRelative(out: number[], poses: Float64Array, k: number): void {
  const q = k + 12;
  for (let row = 0; row < 3; row++) {
    const [x, y, z] = [poses[k + 3 + row], poses[k + 6 + row], poses[k + 9 + row]];
    for (let c = 0; c < 3; c++) {
      out[4 * c + row] = x * poses[q + 3 + c] + y * poses[q + 6 + c] + z * poses[q + 9 + c];
    }
    out[12 + row] = x * (poses[q] - poses[k]) + y * (poses[q + 1] - poses[k + 1]) + z * (poses[q + 2] - poses[k + 2]);
  }
}

// rapier: single precision, WebAssembly

interface RapierCollider {
  setTranslation(position: Vector): void;
  setRotation(rotated: Vector & { w: number }): void;
  contactCollider(
    other: RapierCollider,
    prediction: number,
    target?: { distance: number },
  ): { distance: number } | null;
}

interface Rapier3 {
  init(): Promise<void>;
  readonly World: new (gravity: Vector) => { createCollider(description: object): RapierCollider };
  readonly ColliderDesc: {
    cuboid(x: number, y: number, z: number): object;
    capsule(halfHeight: number, radius: number): object;
    convexHull(points: Float32Array): object | null;
  };
}

export async function loadRapierSearch(): Promise<Loaded<Rapier3>> {
  const rapier = await load<Rapier3>('@dimforge/rapier3d-compat');
  await rapier.module?.init();
  return rapier;
}

export function runRapier(rapier: Rapier3, inputs: PeerInputs): Implementation['run'] {
  const { bodies, indexA, indexB, poses, quaternions, pairCount } = inputs;
  const world = new rapier.World({ x: 0, y: 0, z: 0 });
  const colliders = bodies.map((body) => {
    const { ColliderDesc } = rapier;
    if (body.kind === 'box') {
      const { x, y, z } = body.halfExtents;
      return world.createCollider(ColliderDesc.cuboid(x, y, z));
    }
    if (body.kind === 'capsule') return world.createCollider(ColliderDesc.capsule(body.halfHeight, body.radius));
    const description = ColliderDesc.convexHull(Float32Array.from(body.vertices));
    if (description === null) throw new Error('rapier3d rejects a convex hull');
    return world.createCollider(description);
  });
  const position = { x: 0, y: 0, z: 0 };
  const rotated = { x: 0, y: 0, z: 0, w: 1 };
  const setPose = (collider: RapierCollider, k: number, q: number) => {
    position.x = poses[k];
    position.y = poses[k + 1];
    position.z = poses[k + 2];
    rotated.x = quaternions[q];
    rotated.y = quaternions[q + 1];
    rotated.z = quaternions[q + 2];
    rotated.w = quaternions[q + 3];
    collider.setTranslation(position);
    collider.setRotation(rotated);
  };
  let contact: { distance: number } | null = null;
  return (answers, first, last) => {
    for (let i = first; i < last; i++) {
      const pair = i % pairCount;
      const a = colliders[indexA[pair]];
      const b = colliders[indexB[pair]];
      setPose(a, STRIDE * i, 8 * i);
      setPose(b, STRIDE * i + 12, 8 * i + 4);
      const found: { distance: number } | null = a.contactCollider(b, MAX_DISTANCE, contact ?? undefined);
      answers[i] = found === null ? Number.NaN : found.distance;
      contact = found ?? contact;
    }
  };
}

// MuJoCo: double precision, WebAssembly

/** Sizes and poses of boxes or capsules are written directly into model and state. Hulls are supported only as meshes of a model. */
export function runMujoco(mujoco: Mujoco, inputs: PeerInputs): Implementation['run'] {
  const { bodies, indexA, indexB, poses, pairCount } = inputs;
  const geom = `<body mocap="true"><geom type="${bodies[0].kind}" size="1 1 1"/></body>`;
  const model = mujoco.MjModel.from_xml_string(`<mujoco><worldbody>${geom}${geom}</worldbody></mujoco>`);
  const data = new mujoco.MjData(model);
  mujoco.mj_forward(model, data);
  const { geom_size: sizes, geom_rbound: radii } = model;
  const { geom_xpos: positions, geom_xmat: rotations } = data;
  const given = Float64Array.from(
    bodies.flatMap((body) => {
      if (body.kind === 'box') return [body.halfExtents.x, body.halfExtents.y, body.halfExtents.z];
      return body.kind === 'capsule' ? [body.radius, body.halfHeight, 0] : [];
    }),
  );
  return (answers, first, last) => {
    for (let i = first; i < last; i++) {
      const pair = i % pairCount;
      for (let side = 0; side < 2; side++) {
        const body = side === 0 ? indexA[pair] : indexB[pair];
        const k = STRIDE * i + 12 * side;
        for (let c = 0; c < 3; c++) {
          sizes[3 * side + c] = given[3 * body + c];
          positions[3 * side + c] = poses[k + c];
        }
        for (let c = 0; c < 9; c++) rotations[9 * side + c] = poses[k + 3 + c];
        radii[side] = given[3 * body] + given[3 * body + 1] + given[3 * body + 2];
      }
      answers[i] = mujoco.mj_geomDistance(model, data, 0, 1, MAX_DISTANCE, null);
    }
  };
}
