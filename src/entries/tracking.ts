/** `appulse/tracking`: minimum distance of smooth bodies: trackers, searches with certificate, derivatives. */

export { type CandidateTracker, createCandidateTracker, moveCandidates } from '../distance/smooth/candidate-tracker.ts';
export { createCandidateSearch, searchCandidates } from '../distance/smooth/search/candidates.ts';
export {
  closestTiled,
  createTiledClosest,
  createTiledWorkspace,
  type TiledClosest,
  type TiledWorkspace,
} from '../distance/smooth/search/closest-tiled.ts';
export type { MedialBranch, MedialJunction } from '../distance/smooth/search/medial-branches.ts';
export { pairAutomaton, signedAutomaton, takenPairTransitions } from '../distance/smooth/search/signed-automaton.ts';
export {
  type ClosestWithDerivatives,
  createClosestWithDerivatives,
  createSignedQuery,
  solveWithDerivatives,
} from '../distance/smooth/search/signed-closest.ts';
export {
  type VoronoiDiagram,
  type VoronoiRegion,
  type VoronoiSettings,
  voronoiDiagram,
} from '../distance/smooth/search/voronoi-diagram.ts';
export {
  type BasinMap,
  type BasinMapSettings,
  basinFraction,
  mapBasins,
} from '../distance/smooth/tracking/basin-map.ts';
export { BASIN_OUTCOMES, type BasinOutcome } from '../distance/smooth/tracking/basin-start.ts';
export {
  createFeedbackLaw,
  evaluateLaw,
  type FeedbackLaw,
  type FeedbackLawSettings,
  startLaw,
  switchLaw,
} from '../distance/smooth/tracking/feedback-law.ts';
export {
  advanceTracker,
  setTrackerWitnesses,
  startTracker,
  updateTracker,
} from '../distance/smooth/tracking/tracker.ts';
export { trackerContact } from '../distance/smooth/tracking/tracker-contact.ts';
export { type EvaluationCounts, trackerEvaluations } from '../distance/smooth/tracking/tracker-evaluations.ts';
export { restoreTracker, saveTracker, type TrackerSnapshot } from '../distance/smooth/tracking/tracker-snapshot.ts';
export {
  createTracker,
  type MotionOfPair,
  type Tracker,
  trackerLabel,
  trackerParameters,
} from '../distance/smooth/tracking/tracker-state.ts';
export { bodyAutomaton, describeAutomaton, takenTransitions } from '../distance/smooth/witness/automaton.ts';
export { controlPointCount, distanceByControlPoints } from '../distance/smooth/witness/control-point-derivatives.ts';
export {
  contractionPerStep,
  convergenceGain,
  gainLimits,
  lagGain,
  stepsToReduce,
} from '../distance/smooth/witness/gains.ts';
export { type GainMatrix, gainEigenvalues, type OuterLoop } from '../distance/smooth/witness/outer-loop.ts';
export type { ButcherTableau, Integrator, IntegratorName } from '../distance/smooth/witness/schemes.ts';
export { supportTiled } from '../distance/smooth/witness/support-tiled.ts';
export type { TrackerSettings } from '../distance/smooth/witness/tracker-settings.ts';
export type { Transition } from '../distance/smooth/witness/transition.ts';
export { type SampledSpringLimits, sampledSpringLimits } from '../sim/smooth/coupler-energy.ts';
export {
  createHapticLoop,
  type HapticLoop,
  type HapticLoopSettings,
  hapticSummary,
  stepHapticLoop,
} from '../sim/smooth/haptic-loop.ts';
