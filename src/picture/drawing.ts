import { type AutomatonDrawing, automatonSvg } from './automaton-svg.ts';
import { type TopView, topViewSvg } from './top-view.ts';

/** A drawing of an item, other than a chart, as data. */
export type Drawing = AutomatonDrawing | TopView;

export function drawingSvg(drawing: Drawing): string {
  return 'panels' in drawing ? topViewSvg(drawing) : automatonSvg(drawing);
}
