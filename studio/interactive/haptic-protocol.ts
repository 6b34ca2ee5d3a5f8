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
      /** Contact force on the tool [N]. */
      readonly force: readonly [number, number, number];
      /** Of the coupler on the hand [N], [N m]. */
      readonly handForce: number;
      readonly handTorque: number;
      /** Energy returned to the hand in excess of what it put in, at most so far [J]. */
      readonly excess: number;
      /** Steps per second of wall-clock time, and mean time per step [µs]. */
      readonly rate: number;
      readonly stepTime: number;
      /** Since the start: longest step [µs], steps above 1 ms, all steps. */
      readonly worst: number;
      readonly over: number;
      readonly steps: number;
    }
  | { readonly kind: 'failed'; readonly message: string };
