import type { Link, Route } from '../page/link.ts';
import { isEdited } from './edits.ts';
import type { SessionState } from './session.ts';

/** The link to the current state: an example by its name, with its text where it is edited; any other scene with its text. */
export function currentLink(state: SessionState): Link {
  const { time, camera, overlays } = state;
  return { route: routeOf(state), time: Number(time.toPrecision(9)), camera, overlays };
}

function routeOf(state: SessionState): Route {
  const { origin, sceneText: text } = state;
  if (origin?.kind === 'example') return { page: 'scene', name: origin.name, ...(isEdited(state) && { text }) };
  return { page: 'own', name: origin?.name ?? 'scene', text };
}
