import * as THREE from 'three';
import {
  addScaledVec3,
  dotVec3,
  type ReadonlyVec3,
  type Recording,
  type Shape,
  toBody,
  vec3,
} from '../../src/index.ts';
import type { BodyActor } from './body-actor.ts';
import { lineColorOn } from './body-colors.ts';
import { drawShape } from './geometry/draw-shape.ts';
import type { ShapeDrawing } from './geometry/shape-drawing.ts';
import { ROUGH } from './geometry/solid-drawing.ts';
import { poseIn } from './placed.ts';

/** From this number of bodies on, those of one shape are instances of one mesh: one draw call per shape, without lines. */
const INSTANCES_FROM = 120;
/** Opacity of triggers and bounding volumes. */
const FAINT = 0.12;
const SELECTED = new THREE.Color('#ffb000');

export interface RigidBodies {
  readonly recording: Recording;
  readonly shapes: readonly Shape[];
  /** Bounding volumes by which bodies collide, drawn almost transparent around them. */
  readonly volumes?: readonly (Shape | undefined)[];
  readonly colors: readonly string[];
  /** Triggers, drawn almost transparent. */
  readonly faint: readonly boolean[];
  /** Drawn size of half-spaces [m], and their centre. */
  readonly span: number;
  readonly midpoint: ReadonlyVec3;
  readonly inSpace: boolean;
}

/** Rigid bodies. */
export function createRigidActor(bodies: RigidBodies): BodyActor {
  return bodies.shapes.length < INSTANCES_FROM ? createSingleActor(bodies) : createInstancedActor(bodies);
}

/** A shape in body axes; for a half-space the part near the moving bodies. */
function drawBody(
  { recording, shapes, span, midpoint, inSpace }: RigidBodies,
  body: number,
  round?: number,
): ShapeDrawing {
  const shape = shapes[body];
  const drawing = drawShape(shape, span, inSpace, round);
  if (shape.kind !== 'halfspace') return drawing;
  const at = toBody(vec3(), poseIn(recording, 0, body), midpoint);
  const { x, y, z } = addScaledVec3(at, at, shape.normal, -dotVec3(at, shape.normal));
  for (const part of [drawing.surface, drawing.edges, drawing.isolines]) part?.translate(x, y, z);
  return drawing;
}

function createSingleActor(bodies: RigidBodies): BodyActor {
  const { recording, shapes, colors, faint } = bodies;
  const object = new THREE.Group();
  const groups = shapes.map((_, body) => {
    const group = createBody(drawBody(bodies, body), colors[body], faint[body] ? FAINT : 1);
    const volume = bodies.volumes?.[body];
    if (volume) group.add(createBody(drawShape(volume, bodies.span, bodies.inSpace), colors[body], FAINT));
    group.traverse((part) => {
      part.userData['body'] = body;
    });
    object.add(group);
    return group;
  });
  let selected = -1;
  const tint = (body: number, on: boolean) => {
    groups[body]?.traverse((part) => {
      if (part instanceof THREE.Mesh && part.material instanceof THREE.MeshLambertMaterial)
        part.material.emissive.copy(on ? SELECTED : BLACK).multiplyScalar(0.45);
      if (part instanceof THREE.Mesh && part.material instanceof THREE.MeshBasicMaterial)
        part.material.opacity = on ? 0.6 : FILL;
    });
  };
  return {
    object,
    show(frame) {
      for (const [body, group] of groups.entries()) placeRecorded(group, recording, frame, body);
    },
    setPoses(poses) {
      for (const [body, group] of groups.entries()) {
        const [x, y, z, w, qx, qy, qz] = poses.subarray(7 * body, 7 * body + 7);
        group.position.set(x, y, z);
        group.quaternion.set(qx, qy, qz, w);
      }
    },
    bodyOf: ({ object: part }) => (part.userData['body'] as number | undefined) ?? -1,
    setSelected(body) {
      tint(selected, false);
      selected = body;
      tint(selected, true);
    },
    setInk(ink, canvas) {
      object.traverse((part) => {
        if (!(part instanceof THREE.LineSegments)) return;
        const color = part.userData['ink'] ? ink : lineColorOn(canvas, colors[part.userData['body']], ink);
        (part.material as THREE.LineBasicMaterial).color.set(color);
      });
    },
    dispose: () => disposeAll(object),
  };
}

const BLACK = new THREE.Color(0);
const FILL = 0.28;

/** Surface, lines and points of one body. */
export function createBody(drawing: ShapeDrawing, color: string, opacity: number): THREE.Group {
  const { surface, edges, isolines, points, flat } = drawing;
  const group = new THREE.Group();
  if (surface) group.add(new THREE.Mesh(surface, surfaceMaterial(drawing, color, opacity)));
  if (edges) {
    const lines = new THREE.LineSegments(
      edges,
      new THREE.LineBasicMaterial({ color, opacity, transparent: opacity < 1 }),
    );
    // edges of shaded bodies are drawn in ink, those of flat ones in the colour of the body
    lines.userData['ink'] = !flat;
    group.add(lines);
  }
  if (isolines) {
    const lines = new THREE.LineSegments(
      isolines,
      new THREE.LineBasicMaterial({ color, opacity: flat ? 0.7 : 0.35, transparent: true }),
    );
    lines.userData['ink'] = !flat;
    group.add(lines);
  }
  if (points) group.add(new THREE.Points(points, new THREE.PointsMaterial({ color, size: 5, sizeAttenuation: false })));
  return group;
}

/** Flat bodies are filled lightly; shaded ones have a depth offset for the lines on them. */
function surfaceMaterial({ flat, oneSided }: ShapeDrawing, color: string, opacity: number): THREE.Material {
  const offset = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 };
  if (flat) {
    return new THREE.MeshBasicMaterial({
      color,
      transparent: true,
      opacity: FILL * opacity,
      side: oneSided ? THREE.FrontSide : THREE.DoubleSide,
      depthWrite: false,
      ...offset,
    });
  }
  return new THREE.MeshLambertMaterial({
    color,
    side: THREE.DoubleSide,
    transparent: opacity < 1,
    opacity,
    depthWrite: opacity === 1,
    ...offset,
  });
}

function placeRecorded(object: THREE.Object3D, { frames, bodies }: Recording, frame: number, body: number): void {
  const { x, y, z, qw, qx, qy, qz } = frames.columns;
  const row = frame * bodies.length + body;
  object.position.set(x[row], y[row], z[row]);
  object.quaternion.set(qx[row], qy[row], qz[row], qw[row]);
}

export function disposeAll(object: THREE.Object3D): void {
  object.traverse((part) => {
    if (!(part instanceof THREE.Mesh || part instanceof THREE.LineSegments || part instanceof THREE.Points)) return;
    part.geometry.dispose();
    for (const material of [part.material].flat()) material.dispose();
    if (part instanceof THREE.InstancedMesh) part.dispose();
  });
}

/** Bodies of equal shape have one mesh. */
function createInstancedActor(bodies: RigidBodies): BodyActor {
  const { recording, shapes, colors, faint } = bodies;
  const object = new THREE.Group();
  const groups = groupByShape(shapes).map((members) => {
    const drawing = drawBody(bodies, members[0], ROUGH);
    const surface = drawing.surface ?? drawing.edges ?? drawing.points ?? new THREE.BufferGeometry();
    const material = surfaceMaterial(drawing, '#ffffff', members.every((body) => faint[body]) ? 0.12 : 1);
    const mesh = new THREE.InstancedMesh(surface, material, members.length);
    for (const [i, body] of members.entries()) mesh.setColorAt(i, new THREE.Color(colors[body]));
    mesh.frustumCulled = false;
    mesh.userData['members'] = members;
    object.add(mesh);
    return { mesh, members };
  });
  const place = new THREE.Object3D();
  const update = (put: (body: number) => void) => {
    for (const { mesh, members } of groups) {
      for (const [i, body] of members.entries()) {
        put(body);
        place.updateMatrix();
        mesh.setMatrixAt(i, place.matrix);
      }
      mesh.instanceMatrix.needsUpdate = true;
      mesh.boundingSphere = null;
    }
  };
  let selected = -1;
  const paint = (body: number, color: THREE.Color) => {
    const group = groups.find(({ members }) => members.includes(body));
    group?.mesh.setColorAt(group.members.indexOf(body), color);
    if (group?.mesh.instanceColor) group.mesh.instanceColor.needsUpdate = true;
  };
  return {
    object,
    show: (frame) => update((body) => placeRecorded(place, recording, frame, body)),
    setPoses: (poses) =>
      update((body) => {
        const [x, y, z, w, qx, qy, qz] = poses.subarray(7 * body, 7 * body + 7);
        place.position.set(x, y, z);
        place.quaternion.set(qx, qy, qz, w);
      }),
    bodyOf({ object: part, instanceId }) {
      const members = part.userData['members'] as number[] | undefined;
      return members && instanceId !== undefined ? members[instanceId] : -1;
    },
    setSelected(body) {
      if (selected >= 0) paint(selected, new THREE.Color(colors[selected]));
      selected = body;
      if (selected >= 0) paint(selected, SELECTED);
    },
    setInk() {},
    dispose: () => disposeAll(object),
  };
}

function groupByShape(shapes: readonly Shape[]): number[][] {
  const groups = new Map<string, number[]>();
  const keys = new Map<Shape, string>();
  for (const [body, shape] of shapes.entries()) {
    const key = keys.get(shape) ?? JSON.stringify(shape);
    keys.set(shape, key);
    const group = groups.get(key);
    if (group) group.push(body);
    else groups.set(key, [body]);
  }
  return [...groups.values()];
}
