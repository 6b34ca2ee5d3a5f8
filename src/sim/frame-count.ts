/** The first frame k, not before `next`, that is due after `time` [s]: frame k is at k × interval. */
export function frameAfter(next: number, interval: number, time: number): number {
  let frame = Math.max(next, Math.floor(time / interval));
  // quotient and products are rounded, so the quotient may be one too small
  for (let k = 0; k < 2 && frame * interval <= time; k++) frame++;
  return frame > next && (frame - 1) * interval > time ? frame - 1 : frame;
}
