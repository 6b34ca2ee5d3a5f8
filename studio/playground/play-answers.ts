import type { Manifold } from '../../src/index.ts';
import type { BuiltMass } from './build-body.ts';
import type { ImpactAnswer } from './impact-answer.ts';
import type { ClosestAnswer, DerivativesAnswer } from './pair-answers.ts';
import type { PlayReply } from './play-protocol.ts';
import type { Side } from './play-state.ts';

/** The parts of an answer, which come one after the other. */
export const PARTS = ['closest', 'details', 'impact'] as const;
export type Part = (typeof PARTS)[number];

/** The latest answers; a part whose version is lower than that of the state is being computed. */
export interface Answers {
  readonly versions: Readonly<Record<Part, number>>;
  /** Time of computation of each part [ms]. */
  readonly took: Readonly<Record<Part, number>>;
  readonly closest?: ClosestAnswer;
  readonly closestReason?: string;
  readonly derivatives?: DerivativesAnswer;
  readonly derivativesReason?: string;
  readonly manifolds?: readonly Manifold[];
  readonly manifoldsReason?: string;
  readonly impact?: ImpactAnswer;
  readonly impactReason?: string;
  readonly masses?: Readonly<Record<Side, BuiltMass>>;
}

export const NO_ANSWERS: Answers = {
  versions: { closest: 0, details: 0, impact: 0 },
  took: { closest: 0, details: 0, impact: 0 },
};

/** The answers with another part. */
export function withReply(answers: Answers, reply: Exclude<PlayReply, { kind: 'shape' }>): Answers {
  const next = {
    ...answers,
    versions: { ...answers.versions, [reply.kind]: reply.version },
    took: { ...answers.took, [reply.kind]: reply.took },
  };
  switch (reply.kind) {
    case 'closest':
      return { ...next, closest: answerOf(reply.answer), closestReason: reply.answer.reason };
    case 'details':
      return {
        ...next,
        derivatives: answerOf(reply.derivatives),
        derivativesReason: reply.derivatives.reason,
        manifolds: answerOf(reply.manifolds),
        manifoldsReason: reply.manifolds.reason,
      };
    case 'impact':
      return {
        ...next,
        impact: reply.answer && answerOf(reply.answer),
        impactReason: reply.answer?.reason,
        masses: reply.masses,
      };
  }
}

/** Without the slow parts that belong to an earlier state; the same answers if there are none. */
export function withoutOld(answers: Answers, version: number): Answers {
  const { versions, took, masses, closest, closestReason } = answers;
  if (versions.impact === version) return answers;
  const current = { versions, took, masses, closest, closestReason };
  if (versions.details < version) return current;
  const { derivatives, derivativesReason, manifolds, manifoldsReason } = answers;
  return { ...current, derivatives, derivativesReason, manifolds, manifoldsReason };
}

function answerOf<T>(
  answered: { readonly value: T; readonly reason?: undefined } | { readonly reason: string },
): T | undefined {
  return answered.reason === undefined ? answered.value : undefined;
}
