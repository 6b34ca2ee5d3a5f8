import * as THREE from 'three';
import type { ReadonlyPose, ReadonlyVec3, Shape } from '../../src/index.ts';
import { drawShape } from '../view/geometry/draw-shape.ts';
import type { ShapeDrawing } from '../view/geometry/shape-drawing.ts';
import { disposeAll } from '../view/rigid-actor.ts';
import type { Side } from './play-state.ts';

/** Colours of A and B: blue and orange, distinguishable with any colour vision. */
export const SIDE_COLORS: Readonly<Record<Side, string>> = { A: '#3d7fd1', B: '#e08b2c' };

/** A body on the stage. */
export interface StageBody {
  readonly object: THREE.Group;
  /** `span` [m] is the drawn size of a half-space; `inSpace`: the pair is not planar. */
  setShape(shape: Shape | undefined, span: number, inSpace: boolean): void;
  setPose(pose: ReadonlyPose): void;
  setSelected(selected: boolean): void;
  setInk(ink: string): void;
  dispose(): void;
}

export function createStageBody(side: Side): StageBody {
  const object = new THREE.Group();
  object.userData['side'] = side;
  object.matrixAutoUpdate = false;
  let isSelected = false;
  const tint = () => {
    object.traverse((part) => {
      if (part instanceof THREE.Mesh && part.material instanceof THREE.MeshStandardMaterial) {
        part.material.emissiveIntensity = isSelected ? 0.16 : 0;
      }
    });
  };
  return {
    object,
    setShape(shape, span, inSpace) {
      disposeAll(object);
      object.clear();
      if (shape === undefined) return;
      const isGround = shape.kind === 'halfspace';
      object.userData['isGround'] = isGround;
      if (isGround && inSpace) object.add(createGround(shape.normal, span, SIDE_COLORS[side]));
      else addParts(object, drawShape(shape, span, inSpace), SIDE_COLORS[side]);
      tint();
    },
    setPose(pose) {
      placeObject(object, pose);
    },
    setSelected(selected) {
      isSelected = selected;
      tint();
    },
    setInk(ink) {
      object.traverse((part) => {
        if (part instanceof THREE.LineSegments && part.userData['ink']) part.material.color.set(ink);
      });
    },
    dispose: () => disposeAll(object),
  };
}

export function placeObject(object: THREE.Object3D, { position: p, rotation: r }: ReadonlyPose): void {
  object.matrix.set(r.xx, r.xy, r.xz, p.x, r.yx, r.yy, r.yz, p.y, r.zx, r.zy, r.zz, p.z, 0, 0, 0, 1);
  object.matrixWorldNeedsUpdate = true;
}

function addParts(group: THREE.Group, { surface, edges, isolines, points, flat }: ShapeDrawing, color: string): void {
  if (surface) {
    const mesh = new THREE.Mesh(surface, surfaceMaterial(flat, color));
    mesh.castShadow = mesh.receiveShadow = !flat;
    group.add(mesh);
  }
  const line = (geometry: THREE.BufferGeometry, opacity: number) => {
    const lines = new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ color, transparent: true, opacity }));
    // lines on shaded bodies are drawn in ink, those of flat ones in the colour of the body
    lines.userData['ink'] = !flat;
    group.add(lines);
  };
  if (edges) line(edges, flat ? 1 : 0.75);
  if (isolines) line(isolines, flat ? 0.7 : 0.22);
  if (points && flat) {
    group.add(
      new THREE.Points(points, new THREE.PointsMaterial({ color, size: surface ? 5 : 9, sizeAttenuation: false })),
    );
  }
}

function surfaceMaterial(flat: boolean, color: string): THREE.Material {
  const offset = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 };
  if (flat) {
    return new THREE.MeshBasicMaterial({
      color,
      transparent: true,
      opacity: 0.42,
      side: THREE.DoubleSide,
      depthWrite: false,
      ...offset,
    });
  }
  return new THREE.MeshStandardMaterial({
    color,
    emissive: color,
    emissiveIntensity: 0,
    roughness: 0.52,
    metalness: 0.05,
    side: THREE.DoubleSide,
    ...offset,
  });
}

/** Rings of the boundary of a half-space, and its opacity at the centre; it fades outwards. */
const RINGS = 12;
const GROUND_OPACITY = 0.5;

/** The boundary plane of a half-space. */
function createGround({ x, y, z }: ReadonlyVec3, span: number, color: string): THREE.Mesh {
  const disc = new THREE.RingGeometry(0, span / 2, 64, RINGS);
  const at = disc.getAttribute('position');
  const colors = new Float32Array(4 * at.count);
  for (let i = 0; i < at.count; i++) {
    const outward = Math.hypot(at.getX(i), at.getY(i)) / (span / 2);
    colors.set([1, 1, 1, GROUND_OPACITY * (1 - outward) ** 2], 4 * i);
  }
  disc.setAttribute('color', new THREE.BufferAttribute(colors, 4));
  disc.applyQuaternion(
    new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 0, 1), new THREE.Vector3(x, y, z).normalize()),
  );
  const material = new THREE.MeshStandardMaterial({
    color,
    vertexColors: true,
    transparent: true,
    depthWrite: false,
    side: THREE.DoubleSide,
    roughness: 0.9,
    fog: false,
  });
  const mesh = new THREE.Mesh(disc, material);
  mesh.receiveShadow = true;
  return mesh;
}
