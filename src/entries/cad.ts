/** `appulse/cad`: parts from CAD files as bodies of trimmed NURBS faces or as triangles. */
export { CadFileError } from '../formats/cad/cad-file-error.ts';
export type { CadFaceReport, CadPart } from '../formats/cad/cad-part.ts';
export { CAD_FILES, type CadOptions, readCad, readCadMesh } from '../formats/cad/read-cad.ts';
export { sceneCadFiles } from '../scene/cad-references.ts';
export { embedCad } from '../scene/embed-cad.ts';
export {
  type BrepDocument,
  type BrepFaceDocument,
  brepDocument,
  brepFromDocument,
} from '../shapes/brep/brep-document.ts';
