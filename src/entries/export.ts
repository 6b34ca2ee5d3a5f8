/** `appulse/export`: recordings as files of other programs. */
export {
  createRecordingRenderer,
  type RecordingRenderer,
  type RenderOptions,
} from '../picture/raster/recording-renderer.ts';
export { recordingToCsv } from '../record/csv.ts';
export { recordingToGlb } from '../record/glb.ts';
export { recordingToMcap } from '../record/mcap.ts';
export { recordingToParaView } from '../record/paraview.ts';
