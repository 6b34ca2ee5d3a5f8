import type { Link, Route } from '../page/link.ts';
import type { SessionState } from './session.ts';

/** The link to the current state: an example by its name, any other scene with its whole text. */
export function currentLink({ origin, sceneText, time, camera, overlays }: SessionState): Link {
  return { route: routeOf(origin, sceneText), time: Number(time.toPrecision(9)), camera, overlays };
}

function routeOf(origin: SessionState['origin'], text: string): Route {
  if (origin?.kind === 'example') return { page: 'scene', name: origin.name };
  return { page: 'own', name: origin?.name ?? 'scene', text };
}
