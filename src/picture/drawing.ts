import { type AutomatonDrawing, automatonSvg } from './automaton-svg.ts';
import { type BasinDrawing, basinSvg } from './basin-svg.ts';
import { type OutlineDrawing, outlineSvg } from './outline-svg.ts';
import { type TopView, topViewSvg } from './top-view.ts';

/** A drawing of an item, other than a chart, as data. */
export type Drawing = AutomatonDrawing | BasinDrawing | TopView | OutlineDrawing;

export function drawingSvg(drawing: Drawing): string {
  if ('outlinePanels' in drawing) return outlineSvg(drawing);
  if ('basins' in drawing) return basinSvg(drawing);
  return 'panels' in drawing ? topViewSvg(drawing) : automatonSvg(drawing);
}
