import type { Recording } from '../record/recorder.ts';
import { bodySvg, inDrawingOrder, pictureSvg, poseTransform, trailSvg } from './body-svg.ts';
import { layOut, type PictureBody, round } from './picture.ts';

/** Poses of the paths; a few of them are drawn. */
const POSES_PER_FLASH = 30;

/** A planar recording as one still picture: every moving body at several instants, earlier ones fainter. */
export function strobeSvg(recording: Recording, flashCount = 7): string {
  const picture = layOut(recording, POSES_PER_FLASH * (flashCount - 1) + 1);
  const bodies = inDrawingOrder(picture.bodies);
  const ghosts = (body: PictureBody) => {
    const { poses } = body;
    const last = poses.length - 1;
    const isStill = poses.every(
      ({ x, y, rotation }) => x === poses[0].x && y === poses[0].y && rotation === poses[0].rotation,
    );
    const count = isStill ? 1 : flashCount;
    return Array.from({ length: count }, (_, i) => {
      const pose = poses[count === 1 ? last : Math.round((last * i) / (count - 1))];
      const opacity = round(0.15 + (0.85 * (i + 1)) / count);
      return `<g transform="${poseTransform(pose)}" opacity="${Math.min(1, opacity)}">${bodySvg(picture, body)}</g>`;
    }).join('');
  };
  const isHalfspace = ({ body }: PictureBody) => body.shape.kind === 'halfspace';
  return pictureSvg(picture, recording.title, [
    ...bodies.filter(isHalfspace).map(ghosts),
    ...bodies.map(trailSvg),
    ...bodies.filter((body) => !isHalfspace(body)).map(ghosts),
  ]);
}
