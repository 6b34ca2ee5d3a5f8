import * as THREE from 'three';
import { element } from '../page/element.ts';
import { isDark, themeColor } from '../page/theme.ts';
import { createGrid } from './grid.ts';
import { createImpulseKey } from './impulse-key.ts';
import { createLabelLayer } from './labels.ts';
import { createLighting } from './lighting.ts';
import { createMarkLayer } from './mark-layer.ts';
import { createOverlaySet } from './overlay-set.ts';
import { createScaleBar } from './scale-bar.ts';
import { createTriad } from './triad.ts';

/** Canvas and renderer of a view, and what it draws besides the bodies: light, ground, overlays, marks, and the elements above the canvas. */
export function createViewStage() {
  const canvas = element('canvas', {
    className: 'view-canvas',
    tabIndex: 0,
    role: 'img',
    'aria-label': 'The bodies, drawn',
  });
  const labels = createLabelLayer();
  const scaleBar = createScaleBar();
  const triad = createTriad();
  const impulseKey = createImpulseKey();
  const corner = element('div', { className: 'view-corner' }, triad.element, impulseKey.element);
  const box = element('div', { className: 'view-box' }, canvas, labels.element, scaleBar.element, corner);
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: true });
  renderer.localClippingEnabled = true;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.autoUpdate = false;
  const world = new THREE.Scene();
  const lighting = createLighting();
  const grid = createGrid();
  const overlaySet = createOverlaySet();
  /** Of the recording, of the page, and of the measuring tool. */
  const marks = { recorded: createMarkLayer(), own: createMarkLayer(), tool: createMarkLayer() };
  const layers = Object.values(marks);
  world.add(lighting.object, grid.object, overlaySet.object, ...layers.map(({ object }) => object));
  return {
    box,
    canvas,
    renderer,
    world,
    labels,
    scaleBar,
    triad,
    impulseKey,
    lighting,
    grid,
    overlaySet,
    marks,
    /** Marks have their size on the screen: size of a pixel [m]. */
    setPixel(pixel: number): void {
      for (const layer of layers) layer.setPixel(pixel);
    },
    /** The colours of the theme. */
    setColors(): void {
      world.background = new THREE.Color(themeColor('--canvas'));
      const [line, axis, ground] = (['--grid', '--grid-strong', '--ground'] as const).map(
        (name) => new THREE.Color(themeColor(name)),
      );
      grid.setColors(line, axis, ground);
      lighting.setDark(isDark());
    },
    /** Canvas of another size [CSS px], with `ratio` pixels each. */
    setSize(width: number, height: number, ratio: number): void {
      renderer.setPixelRatio(ratio);
      renderer.setSize(width, height, false);
    },
    /** Bodies moved: their shadows are drawn again. */
    updateShadows(): void {
      renderer.shadowMap.needsUpdate = true;
    },
    dispose(): void {
      overlaySet.dispose();
      for (const part of [grid, lighting, ...layers]) part.dispose();
      renderer.dispose();
      renderer.forceContextLoss();
    },
  };
}

export type ViewStage = ReturnType<typeof createViewStage>;
