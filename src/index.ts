export { createPose as pose, type Pose } from './math/pose.ts';
