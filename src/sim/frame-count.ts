/** The first frame k, not before `next`, that is due after `time` [s]: frame k is at k × every. */
export function frameAfter(next: number, every: number, time: number): number {
  let frame = Math.max(next, Math.floor(time / every));
  // the quotient is rounded, by less than one
  if (frame * every <= time) frame++;
  return frame > next && (frame - 1) * every > time ? frame - 1 : frame;
}
