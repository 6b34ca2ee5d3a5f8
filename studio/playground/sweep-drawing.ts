import * as THREE from 'three';
import type { ReadonlyPose, Shape } from '../../src/index.ts';
import { drawShape } from '../view/geometry/draw-shape.ts';
import { disposeAll } from '../view/rigid-actor.ts';
import { SIDES, type Side } from './play-state.ts';
import { placeObject, SIDE_COLORS } from './stage-body.ts';

/** A body with more line segments is drawn at fewer times. */
const MANY_SEGMENTS = 3000;

/** The motion of a body: poses between now and the end, and the pose at the time of the scrubber. */
export interface SweptPoses {
  readonly between: readonly ReadonlyPose[];
  readonly now: ReadonlyPose;
  /** Centre at the times of the path [m], packed xyz; the part after the impact starts at `bend`. */
  readonly path: readonly number[];
  readonly bend: number;
}

/** Outlines of moving bodies at some times, ghosts at one time, and the paths of their centres. */
export interface Sweep {
  readonly object: THREE.Object3D;
  setShape(side: Side, shape: Shape | undefined): void;
  /** Undefined: the body does not move. */
  show(side: Side, poses: SweptPoses | undefined): void;
  setInk(ink: string): void;
  dispose(): void;
}

export function createSweep(): Sweep {
  const object = new THREE.Group();
  const parts = { A: createPart(SIDE_COLORS.A), B: createPart(SIDE_COLORS.B) };
  object.add(parts.A.object, parts.B.object);
  return {
    object,
    setShape: (side, shape) => parts[side].setShape(shape),
    show: (side, poses) => parts[side].show(poses),
    setInk(ink) {
      for (const side of SIDES) parts[side].setInk(ink);
    },
    dispose() {
      for (const side of SIDES) parts[side].dispose();
    },
  };
}

function createPart(color: string) {
  const object = new THREE.Group();
  const ghost = new THREE.Group();
  ghost.matrixAutoUpdate = false;
  const outlines = new THREE.Group();
  const faint = new THREE.LineBasicMaterial({ color, transparent: true, opacity: 0.16, depthWrite: false });
  const clear = new THREE.LineBasicMaterial({ color, transparent: true, opacity: 0.75 });
  const skin = new THREE.MeshStandardMaterial({
    color,
    transparent: true,
    opacity: 0.26,
    depthWrite: false,
    side: THREE.DoubleSide,
    roughness: 0.6,
  });
  const paths = [createPath(false), createPath(true)];
  object.add(ghost, outlines, ...paths);
  let lines: THREE.BufferGeometry | undefined;
  let skipped = 1;
  return {
    object,
    setShape(shape: Shape | undefined) {
      disposeAll(ghost);
      for (const group of [ghost, outlines]) group.clear();
      lines = undefined;
      if (shape === undefined || shape.kind === 'halfspace') return;
      const { surface, edges, isolines, points } = drawShape(shape, 1, true);
      if (surface) ghost.add(new THREE.Mesh(surface, skin));
      lines = edges?.getAttribute('position').count ? edges : isolines;
      if (lines) ghost.add(new THREE.LineSegments(lines, clear));
      else if (points)
        ghost.add(new THREE.Points(points, new THREE.PointsMaterial({ color, size: 7, sizeAttenuation: false })));
      skipped = Math.max(1, Math.ceil((lines?.getAttribute('position').count ?? 0) / (2 * MANY_SEGMENTS)));
      ghost.traverse(withoutPicking);
    },
    show(poses: SweptPoses | undefined) {
      object.visible = poses !== undefined;
      if (poses === undefined) return;
      placeObject(ghost, poses.now);
      const shown = lines ? poses.between.filter((_, k) => k % skipped === 0) : [];
      while (outlines.children.length > shown.length)
        outlines.children[outlines.children.length - 1].removeFromParent();
      while (outlines.children.length < shown.length) {
        const copy = new THREE.LineSegments(lines, faint);
        copy.matrixAutoUpdate = false;
        copy.raycast = () => {};
        outlines.add(copy);
      }
      for (const [i, pose] of shown.entries()) placeObject(outlines.children[i], pose);
      const { path, bend } = poses;
      setPath(paths[0], path.slice(0, 3 * bend + 3));
      setPath(paths[1], path.slice(3 * bend));
    },
    setInk(ink: string) {
      for (const path of paths) path.material.color.set(ink);
    },
    dispose() {
      disposeAll(object);
      for (const material of [faint, clear, skin]) material.dispose();
    },
  };
}

type PathLine = THREE.Line<THREE.BufferGeometry, THREE.LineBasicMaterial>;

/** The path after the impact is dashed. */
function createPath(dashed: boolean): PathLine {
  const material = dashed
    ? new THREE.LineDashedMaterial({ transparent: true, opacity: 0.9, dashSize: 0.04, gapSize: 0.03 })
    : new THREE.LineBasicMaterial({ transparent: true, opacity: 0.9 });
  const line = new THREE.Line(new THREE.BufferGeometry(), material);
  line.frustumCulled = false;
  line.raycast = () => {};
  return line;
}

function setPath(line: PathLine, packed: readonly number[]): void {
  line.geometry.dispose();
  line.geometry = new THREE.BufferGeometry().setAttribute(
    'position',
    new THREE.BufferAttribute(Float32Array.from(packed), 3),
  );
  line.visible = packed.length > 3;
  line.computeLineDistances();
}

function withoutPicking(part: THREE.Object3D): void {
  part.raycast = () => {};
}
