import type { Manifold, Shape } from '../../src/index.ts';
import type { BuiltMass } from './build-body.ts';
import type { ImpactAnswer } from './impact-answer.ts';
import type { Answered, ClosestAnswer, DerivativesAnswer } from './pair-answers.ts';
import type { PlayBody, PlayState, ShapeDocument, Side } from './play-state.ts';

/** Messages between the playground and its worker. */
export type PlayRequest =
  /** Another shape for a body. */
  | { readonly kind: 'shape'; readonly side: Side; readonly revision: number; readonly document: ShapeDocument }
  /** Another state; only the latest one is answered. Shapes are those of their messages. */
  | {
      readonly kind: 'state';
      readonly version: number;
      readonly bodies: Readonly<Record<Side, Omit<PlayBody, 'shape'>>>;
      readonly settings: PlaySettings;
    };

export type PlaySettings = Pick<PlayState, 'tolerance' | 'duration' | 'restitution' | 'friction'>;

export interface PlayShape {
  readonly shape: Shape;
  /** Radius about the origin of the pose [m]. */
  readonly radius: number;
}

export type PlayReply =
  | {
      readonly kind: 'shape';
      readonly side: Side;
      readonly revision: number;
      readonly built: Answered<PlayShape>;
    }
  | {
      readonly kind: 'closest';
      readonly version: number;
      readonly answer: Answered<ClosestAnswer>;
      readonly took: number;
    }
  | {
      readonly kind: 'details';
      readonly version: number;
      readonly derivatives: Answered<DerivativesAnswer>;
      readonly manifolds: Answered<readonly Manifold[]>;
      readonly took: number;
    }
  | {
      readonly kind: 'impact';
      readonly version: number;
      /** Without a value and a reason: both bodies are at rest. */
      readonly answer: Answered<ImpactAnswer> | undefined;
      readonly masses: Readonly<Record<Side, BuiltMass>>;
      readonly took: number;
    };
