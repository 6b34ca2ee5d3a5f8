import { type AutomatonDrawing, automatonSvg } from './automaton-svg.ts';
import { type BasinDrawing, basinSvg } from './basin-svg.ts';
import { type OutlineDrawing, outlineSvg } from './outline-svg.ts';
import { type PairAutomatonDrawing, pairAutomatonSvg } from './pair-automaton-svg.ts';
import { type TopView, topViewSvg } from './top-view.ts';
import { type VoronoiDrawing, voronoiSvg } from './voronoi-svg.ts';

/** A drawing of an item, other than a chart, as data. */
export type Drawing =
  | AutomatonDrawing
  | BasinDrawing
  | OutlineDrawing
  | PairAutomatonDrawing
  | TopView
  | VoronoiDrawing;

export function drawingSvg(drawing: Drawing): string {
  if ('outlinePanels' in drawing) return outlineSvg(drawing);
  if ('basins' in drawing) return basinSvg(drawing);
  if ('pairRun' in drawing) return pairAutomatonSvg(drawing);
  if ('voronoi' in drawing) return voronoiSvg(drawing);
  return 'panels' in drawing ? topViewSvg(drawing) : automatonSvg(drawing);
}
