/** Names of mesh files. */
export const MESH_FILE = /\.(obj|ply|stl|vtp|vtu)$/i;
