import * as THREE from 'three';
import type { Recording, Shape } from '../../src/index.ts';
import type { BodyActor } from './body-actor.ts';
import { lineColorOn } from './body-colors.ts';
import { createBody, disposeAll, FAINT, tintBody } from './body-parts.ts';
import { drawShape } from './geometry/draw-shape.ts';
import type { ShapeDrawing } from './geometry/shape-drawing.ts';
import { createInstances, groupByShape } from './instanced-bodies.ts';
import { writePosesBetween } from './motion/poses-between.ts';

/** From this number of bodies on, those of one shape are instances of one mesh: one draw call per shape, without lines. */
const INSTANCES_FROM = 120;

export interface RigidBodies {
  readonly recording: Recording;
  readonly shapes: readonly Shape[];
  /** Bounding volumes by which bodies collide, drawn almost transparent around them. */
  readonly volumes?: readonly (Shape | undefined)[];
  readonly colors: readonly string[];
  /** Triggers, drawn almost transparent. */
  readonly faint: readonly boolean[];
  /** The drawing of a half-space in body axes: the part near the moving bodies. */
  drawHalfspace(body: number): ShapeDrawing;
}

/** Rigid bodies. */
export function createRigidActor(bodies: RigidBodies): BodyActor {
  const { recording, shapes, colors } = bodies;
  const object = new THREE.Group();
  const isManyTimes = (members: number[]) => members.length > 3 && shapes[members[0]].kind !== 'halfspace';
  const groups = shapes.length < INSTANCES_FROM ? [] : groupByShape(shapes).filter(isManyTimes);
  const instances = createInstances(bodies, groups);
  const parts = shapes.map((_, body) => (instances.has(body) ? undefined : createPart(bodies, body)));
  for (const part of parts) if (part) object.add(part);
  object.add(instances.object);
  const poses = new Float64Array(7 * shapes.length);
  const place = () => {
    for (const [body, part] of parts.entries()) {
      if (part === undefined) continue;
      const o = 7 * body;
      part.position.set(poses[o], poses[o + 1], poses[o + 2]);
      part.quaternion.set(poses[o + 4], poses[o + 5], poses[o + 6], poses[o + 3]);
    }
    instances.place(poses);
  };
  let selected = -1;
  return {
    object,
    show(frame, fraction = 0) {
      writePosesBetween(poses, recording, { frame, fraction });
      place();
    },
    setPoses(given) {
      poses.set(given);
      place();
    },
    bodyOf: (hit) => (hit.object.userData['body'] as number | undefined) ?? instances.bodyOf(hit),
    setSelected(body) {
      tintBody(parts[selected], false);
      instances.setSelected(body);
      selected = body;
      tintBody(parts[selected], true);
    },
    setInk(ink, canvas) {
      object.traverse((part) => {
        if (!(part instanceof THREE.LineSegments)) return;
        const color = part.userData['ink'] ? ink : lineColorOn(canvas, colors[part.userData['body']], ink);
        (part.material as THREE.LineBasicMaterial).color.set(color);
      });
    },
    partOf: (body) => parts[body],
    dispose: () => disposeAll(object),
  };
}

/** The drawing of one body with its bounding volume. */
function createPart(bodies: RigidBodies, body: number): THREE.Group {
  const { shapes, colors, faint, volumes } = bodies;
  const shape = shapes[body];
  const drawing = shape.kind === 'halfspace' ? bodies.drawHalfspace(body) : drawShape(shape, 1, true);
  const part = createBody(drawing, colors[body], faint[body] ? FAINT : 1);
  const volume = volumes?.[body];
  if (volume) part.add(createBody(drawShape(volume, 1, true), colors[body], FAINT));
  part.traverse((child) => {
    child.userData['body'] = body;
  });
  return part;
}
