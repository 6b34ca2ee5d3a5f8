/** `appulse/meshes`: surface meshes, files of meshes, and the first contact of deforming meshes. */
export {
  createMeshBroadPhase,
  type MeshBroadPhase,
  type MeshBroadPhaseOptions,
} from '../broad/swept/mesh-search.ts';
export { type ContactBatch, createContactBatch, edgeEdgeBatch, nodeTriangleBatch } from '../ccd/batch.ts';
export { type DecisionStage, stageOf } from '../ccd/decision-stage.ts';
export {
  createEdgeEdgeContact,
  createNodeTriangleContact,
  type EdgeEdgeContact,
  edgeEdgeContact,
  type FirstContact,
  type NodeTriangleContact,
  nodeTriangleContact,
} from '../ccd/first-contact.ts';
export {
  checkMesh,
  checkMeshPacked,
  createMeshCheck,
  type MeshCheck,
  type MeshCheckOptions,
  type PackedMeshCheck,
  unpackMeshCheck,
} from '../ccd/mesh-check.ts';
export { createNodeQuadContact, type NodeQuadContact, nodeQuadContact } from '../ccd/node-quad.ts';
export { CONTACT_KINDS, type MeshContact, type PackedContacts } from '../ccd/packed-contacts.ts';
export {
  createConstantVelocityMotion as constantVelocityMotion,
  createEndpointMotion as endpointMotion,
  type PointMotion,
} from '../ccd/point-motion.ts';
export { MeshFileError } from '../formats/mesh-file-error.ts';
export { writeObj } from '../formats/obj.ts';
export { readMesh } from '../formats/read-mesh.ts';
export { writePly } from '../formats/write-ply.ts';
export { writeStl } from '../formats/write-stl.ts';
export { type VtpData, writeVtp } from '../formats/write-vtp.ts';
export { encodeMeshContacts, MESH_CONTACT_FORMATS, type MeshContactFormat } from '../record/mesh-contact-files.ts';
export {
  createSurfaceMesh as surfaceMesh,
  meshEdges,
  meshTriangles,
  type SurfaceMesh,
  type SurfaceMeshInput,
} from '../shapes/mesh.ts';
