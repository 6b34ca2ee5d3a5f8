/** Messages from the page to the loop. */
export type TouchRequest =
  /** Another scene; `run` is the number of the states that it gives. */
  | { readonly kind: 'start'; readonly run: number; readonly text: string }
  | { readonly kind: 'stop' }
  /** Position of the hand [m]. */
  | { readonly kind: 'hand'; readonly at: readonly [number, number, number] }
  /** The page has drawn the last state: another one can come. */
  | { readonly kind: 'next' };

/** Upper limits of the classes of step times [ms]; longer steps are in one more class. The last is the limit of a loop of 1 kHz. */
export const TIME_LIMITS = [0.1, 0.2, 0.5, 1] as const;

/** Wall-clock times of the steps since the end of the warm-up. */
export interface StepTimes {
  /** Number of steps measured. */
  readonly steps: number;
  /** Mean and longest [ms]. */
  readonly mean: number;
  readonly worst: number;
  /** Number of steps in each class. */
  readonly counts: readonly number[];
}

/** Messages from the loop to the page: about 60 per second, or as many as the page draws. */
export type TouchReply =
  | {
      readonly kind: 'state';
      readonly run: number;
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
      /** Steps per second of wall-clock time. */
      readonly rate: number;
      readonly times: StepTimes;
    }
  | { readonly kind: 'failed'; readonly run: number; readonly message: string };
