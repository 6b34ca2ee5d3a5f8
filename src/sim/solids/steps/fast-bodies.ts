import type { StepWorld } from './step-world.ts';
export function stopAtImpacts(_world: StepWorld): void {}
