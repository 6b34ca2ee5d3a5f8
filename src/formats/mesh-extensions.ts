/** Extensions of mesh files, without the dot. */
export const MESH_EXTENSIONS = [
  'obj',
  'off',
  'ply',
  'stl',
  'gltf',
  'glb',
  'msh',
  'inp',
  'k',
  'key',
  'dyn',
  'vtk',
  'vtp',
  'vtu',
  'e',
  'exo',
  'ex2',
] as const;

export type MeshExtension = (typeof MESH_EXTENSIONS)[number];
