/**
 * A change of the discrete state of a tracked pair. [PG05-6]
 * `voronoi`: another feature of a closed body. `bound`: other active bounds of an open patch. `medial-axis`: the witness jumps inside the
 * body. `boundary-crossing`: the distance changes sign. `restart`: the witness was on the far side or lost, and was found by a new search.
 */
export interface Transition {
  /** Switching instant [s], by root finding within the step that found it; a `restart` has none and happens at `foundAt`. */
  readonly time: number;
  /** End of the step that found it [s]. */
  readonly foundAt: number;
  /** The body whose witness changed. */
  readonly body: 'A' | 'B';
  /** Label before: the feature's name, on an open patch followed by its active bounds, as in `S:u1:v0`. */
  readonly from: string;
  /** Label after, in the same form. */
  readonly to: string;
  readonly kind: 'voronoi' | 'bound' | 'medial-axis' | 'boundary-crossing' | 'restart';
}
