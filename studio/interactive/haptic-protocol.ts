/** Messages from the page to the loop. */
export type TouchRequest =
  | { readonly kind: 'start'; readonly text: string }
  /** Position of the hand [m]. */
  | { readonly kind: 'hand'; readonly at: readonly [number, number, number] };

/** Messages from the loop to the page, about 60 per second. */
export type TouchReply =
  | {
      readonly kind: 'state';
      /** x y z qw qx qy qz of each body. */
      readonly poses: Float64Array;
      /** Of the tracked pair [m]. */
      readonly distance: number;
      readonly pointA: readonly [number, number, number];
      readonly pointB: readonly [number, number, number];
      /** On the tool, mean over the time since the last state [N]. */
      readonly force: readonly [number, number, number];
      /** Steps per second of wall-clock time, and time per step [µs]. */
      readonly rate: number;
      readonly stepTime: number;
    }
  | { readonly kind: 'failed'; readonly message: string };
