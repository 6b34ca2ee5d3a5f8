import { element } from '../page/element.ts';
import type { Studio } from '../page/studio.ts';
import type { CameraState, Recorded } from '../session/session.ts';
import { framingOf, isPlanar } from '../view/first-camera.ts';
import { joinScales } from '../view/shared-scales.ts';

/** The other view follows for so long after the last movement of the pointer [ms]. */
const AFTER = 300;

/** Both views have one camera, so that equal lengths are equal on the screen; a check box separates them. */
export function linkCameras(left: Studio, right: Studio, signal: AbortSignal): HTMLElement {
  const box = element('input', { type: 'checkbox', checked: true });
  const label = element('label', { className: 'compare-link' }, box, ' Link cameras');
  let isCopying = false;
  const copy = (to: Studio, camera: CameraState | undefined) => {
    if (!box.checked || camera === undefined || isCopying) return;
    isCopying = true;
    to.session.set({ camera });
    isCopying = false;
  };
  for (const [from, to] of [
    [left, right],
    [right, left],
  ] as const) {
    from.session.follow(['camera'], ({ camera }) => copy(to, camera), signal);
    from.stage.follow(
      ['view'],
      ({ view }) => {
        if (view === undefined) return;
        let until = 0;
        const track = () => {
          copy(to, view.camera());
          if (performance.now() < until && !signal.aborted) requestAnimationFrame(track);
          else until = 0;
        };
        const begin = () => {
          const isTracked = until > 0;
          until = performance.now() + AFTER;
          if (!isTracked) requestAnimationFrame(track);
        };
        view.element.addEventListener('wheel', begin, { signal, passive: true });
        view.element.addEventListener('pointermove', ({ buttons }) => buttons > 0 && begin(), { signal });
      },
      signal,
    );
  }
  const begin = () => {
    const [a, b] = [left.session.get().recorded, right.session.get().recorded];
    if (a === undefined || b === undefined) return;
    const isPossible = isPlanar(a) === isPlanar(b);
    box.disabled = !isPossible;
    box.checked = isPossible;
    label.title = isPossible ? '' : 'One of the scenes is planar, the other is not';
    equaliseArrows(left, right, a, b);
    // when both views are drawn, and have their own cameras
    requestAnimationFrame(() => showBoth());
  };
  /** The camera of the larger scene, for both. */
  const showBoth = () => {
    const [a, b] = [left.stage.get().view?.camera(), right.stage.get().view?.camera()];
    if (a === undefined || b === undefined || !box.checked) return;
    const camera = a.height >= b.height ? a : b;
    for (const side of [left, right]) side.session.set({ camera });
  };
  for (const side of [left, right]) side.session.follow(['recorded'], begin, signal);
  box.addEventListener('change', () => box.checked && copy(right, left.stage.get().view?.camera()), { signal });
  return label;
}

/** Arrows of both sides have one scale. */
function equaliseArrows(left: Studio, right: Studio, a: Recorded, b: Recorded): void {
  joinScales([a, b].map((recorded) => ({ recording: recorded.recording, size: framingOf(recorded).size })));
  // drawn again
  for (const { session } of [left, right]) session.set({ overlays: new Set(session.get().overlays) });
}
