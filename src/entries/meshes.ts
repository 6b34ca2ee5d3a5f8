/** `appulse/meshes`: surface meshes, files of meshes, and the first contact of deforming meshes. */
export {
  createMeshBroadPhase,
  type MeshBroadPhase,
  type MeshBroadPhaseOptions,
} from '../broad/swept/mesh-search.ts';
export { acceleratedEdgeEdgeContact, acceleratedNodeTriangleContact } from '../ccd/accelerated-contact.ts';
export { type AcceleratedMotion, createAcceleratedMotion as acceleratedMotion } from '../ccd/accelerated-motion.ts';
export { type ContactBatch, createContactBatch, edgeEdgeBatch, nodeTriangleBatch } from '../ccd/batch.ts';
export {
  type ContactPolynomial,
  type ContactRoot,
  type ContactRootReason,
  contactPolynomial,
  planeAt,
} from '../ccd/contact-polynomial.ts';
export type { PlanePolynomials } from '../ccd/coplanarity.ts';
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
  type MeshCheckFactory,
  type MeshCheckOptions,
  type PackedMeshCheck,
  unpackMeshCheck,
} from '../ccd/mesh-check.ts';
export type { MeshMotion } from '../ccd/mesh-motion.ts';
export {
  checkMeshSeparation,
  type MeshSeparation,
  type MeshSeparationCheck,
  type MeshSeparationOptions,
} from '../ccd/mesh-separation.ts';
export { createNodeBilinearContact, type NodeBilinearContact, nodeBilinearContact } from '../ccd/node-bilinear.ts';
export { createNodeQuadContact, type NodeQuadContact, nodeQuadContact } from '../ccd/node-quad.ts';
export { CONTACT_KINDS, type MeshContact, type PackedContacts } from '../ccd/packed-contacts.ts';
export {
  createConstantVelocityMotion as constantVelocityMotion,
  createEndpointMotion as endpointMotion,
  type PointMotion,
} from '../ccd/point-motion.ts';
export {
  type BilinearPoint,
  bilinearAreas,
  bilinearPoint,
  createBilinearPoint,
} from '../distance/features/bilinear-patch.ts';
export { projectOnBilinear } from '../distance/features/project-bilinear.ts';
export { edgeEdgeGap } from '../distance/gap/edge-edge-gap.ts';
export { createGapFunction, type GapFunction, type GapRegion } from '../distance/gap/gap-function.ts';
export { nodeBilinearGap } from '../distance/gap/node-bilinear-gap.ts';
export { nodeTriangleGap } from '../distance/gap/node-triangle-gap.ts';
export {
  type ContactHistory,
  createContactHistory,
  createSurfaceProjection,
  type SurfaceProjection,
} from '../distance/gap/surface-projection.ts';
export { createNodes as meshNodes, holdNodes, type Nodes as MeshNodes } from '../dynamics/finite-elements/nodes.ts';
export { createHdf5Opener, type Hdf5Library } from '../formats/exodus/hdf5-opener.ts';
export type { NetcdfFile, NetcdfVariable } from '../formats/exodus/netcdf.ts';
export { MESH_EXTENSIONS } from '../formats/mesh-extensions.ts';
export { MeshFileError } from '../formats/mesh-file-error.ts';
export type { ReadMeshOptions } from '../formats/mesh-from-faces.ts';
export type { MeshModel } from '../formats/mesh-model.ts';
export { writeObj } from '../formats/obj.ts';
export { meshFileReferences, readMesh, readMeshModel } from '../formats/read-mesh.ts';
export { writePly } from '../formats/write-ply.ts';
export { writeStl } from '../formats/write-stl.ts';
export { type VtpData, writeVtp } from '../formats/write-vtp.ts';
export { encodeMeshContacts, MESH_CONTACT_FORMATS, type MeshContactFormat } from '../record/mesh-contact-files.ts';
export {
  encodeMeshSeparations,
  MESH_SEPARATION_FORMATS,
  type MeshSeparationFormat,
} from '../record/mesh-separation-files.ts';
export {
  addEdgeContact,
  addNodeContact,
  clearMeshContacts,
  createMeshContacts,
  type MeshContacts,
} from '../response/mesh-contact/contact-list.ts';
export { addForceIncrements, solveContactForces } from '../response/mesh-contact/force-increments.ts';
export { connectedBodyNumbers } from '../response/mesh-contact/mesh-bodies.ts';
export { solveFriction as solveMeshFriction } from '../response/mesh-contact/mesh-friction.ts';
export { addPenaltyForces, separateNodes } from '../response/mesh-contact/mesh-penalty.ts';
export {
  findPenetrations,
  type MeshPenetration,
  type NodePenetration,
  type PenetrationRemoval,
  type RemovalOptions,
  removePenetrations,
} from '../response/mesh-contact/mesh-penetration.ts';
export { solveTies } from '../response/mesh-contact/mesh-ties.ts';
export {
  type SweepLimits,
  solveContacts as solveMeshContacts,
  solveRebound,
} from '../response/mesh-contact/normal-impulses.ts';
export type { Piercing } from '../response/mesh-contact/piercing-edges.ts';
export {
  createStickSlip,
  type StickSlip,
  type StickSlipLaw,
  updateStickSlip,
} from '../response/mesh-contact/stick-slip.ts';
export type { TangentialSpring } from '../response/tangential-spring.ts';
export { embedMeshes, sceneMeshFiles } from '../scene/embed-meshes.ts';
export type { MeshFileOptions } from '../scene/mesh-file-shape.ts';
export {
  createSurfaceMesh as surfaceMesh,
  meshEdges,
  meshTriangles,
  type SurfaceMesh,
  type SurfaceMeshInput,
} from '../shapes/mesh.ts';
