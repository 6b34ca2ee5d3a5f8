/** What the page tells the loop. */
export type TouchRequest =
  | { readonly kind: 'start'; readonly text: string }
  /** Where the hand is [m]. */
  | { readonly kind: 'hand'; readonly at: readonly [number, number, number] };

/** What the loop tells the page, about sixty times a second. */
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
      /** Steps taken a second of clock time, and time a step took [µs]. */
      readonly rate: number;
      readonly stepTime: number;
    }
  | { readonly kind: 'failed'; readonly message: string };
