/**
 * three.js objects as bodies: shapes from geometries, poses from objects, and a line between the closest points.
 *
 * Run it with `npx tsx three-objects.ts` after `npm install appulse three`; it needs no renderer.
 */
import { closest, impact, motion, vec3 } from 'appulse';
import { applyPose, contactLines, poseFromObject, shapeFromGeometry } from 'appulse/three';
import { BoxGeometry, BufferAttribute, BufferGeometry, Group, LineSegments, Mesh, OctahedronGeometry } from 'three';

const crate = new Mesh(new BoxGeometry(2, 2, 2)); // full edges: the convention of three.js
const gem = new Mesh(new OctahedronGeometry(1));
const group = new Group(); // objects may be nested: the pose is that of the world
group.position.set(1, 0, 0);
gem.position.set(4, 0, 0);
group.add(gem);

// once per geometry: `convex` when the geometry is convex, which is faster
const crateShape = shapeFromGeometry(crate.geometry, { convex: true });
const gemShape = shapeFromGeometry(gem.geometry, { convex: true });

// in every frame
const contact = closest(crateShape, poseFromObject(crate), gemShape, poseFromObject(gem));
console.log(`gap ${contact.distance.toFixed(6)} m`);

const lines = new BufferGeometry();
lines.setAttribute('position', new BufferAttribute(contactLines(contact), 3));
const drawn = new LineSegments(lines); // scene.add(drawn)
console.log(`line with ${drawn.geometry.getAttribute('position').count} vertices`);

// when will the gem touch the crate, if it drifts at 0.5 m/s?
const drift = motion(poseFromObject(gem), vec3(-0.5, 0, 0));
const hit = impact(crateShape, motion(poseFromObject(crate)), gemShape, drift, 20);
console.log(`contact after ${hit.time.toFixed(6)} s`);

// move the gem there: poses are those of the world, also for nested objects
const there = poseFromObject(gem);
there.position.x -= 0.5 * hit.time;
applyPose(gem, there);
console.log(`position in the group: ${gem.position.x.toFixed(6)} m`);
