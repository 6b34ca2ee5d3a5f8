import type { CameraRig } from './camera-rig.ts';
import { readPixels } from './read-pixels.ts';
import type { View } from './view.ts';
import type { ViewStage } from './view-stage.ts';

/** What draws the pictures. */
export interface CaptureSource {
  readonly stage: ViewStage;
  readonly rig: CameraRig;
  /** Size of the canvas on the screen [CSS px]. */
  readonly width: number;
  readonly height: number;
  /** Draws at another size. */
  setSize(width: number, height: number, ratio: number): void;
  /** Draws a moment at once. */
  draw(time: number): void;
  /** Back to the screen. */
  end(): void;
}

/** Pictures of `wide` by `high` pixels of all that the screen shows, until `end`: a picture that is narrower than the screen needs more height. */
export function captureView(
  source: CaptureSource,
  wide: number,
  high: number,
  ratio: number,
): ReturnType<View['capture']> {
  const { stage, rig } = source;
  const { labels, scaleBar, triad, impulseKey, renderer, box } = stage;
  const taller = Math.max(1, (source.width * high) / (source.height * wide));
  const stretch = (factor: number) => rig.set({ ...rig.state(), height: factor * rig.state().height });
  box.classList.add('capturing');
  if (taller > 1) stretch(taller);
  // half a pixel more: the renderer rounds down
  source.setSize((wide + 0.5) / ratio, (high + 0.5) / ratio, ratio);
  return {
    picture(at) {
      source.draw(at);
      return {
        image: readPixels(renderer, wide, high),
        width: wide / ratio,
        height: high / ratio,
        labels: labels.placed(),
        scaleBar: scaleBar.shown(),
        triad: triad.shown(),
        impulseKey: impulseKey.sample(),
      };
    },
    end() {
      box.classList.remove('capturing');
      if (taller > 1) stretch(1 / taller);
      source.end();
    },
  };
}
