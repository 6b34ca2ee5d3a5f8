/** `appulse/three`: shapes and poses from the geometries and objects of three.js, and lines that show a contact. */
export { contactLines } from './contact-lines.ts';
export { applyPose, type ObjectPoseOptions, poseFromObject, uniformScale } from './object-pose.ts';
export { type GeometryShapeOptions, shapeFromGeometry } from './shape-from-geometry.ts';
export type { AttributeLike, GeometryLike, MovableObjectLike, ObjectLike } from './three-types.ts';
