import * as THREE from 'three';

/** A triangle of a body in world axes [m]: three vertices, three normals, the distances of its vertices to a plane that cuts it. */
export interface Facet {
  readonly body: number;
  readonly color: THREE.Color;
  readonly points: readonly [THREE.Vector3, THREE.Vector3, THREE.Vector3];
  readonly normals: readonly [THREE.Vector3, THREE.Vector3, THREE.Vector3];
  readonly cut?: readonly [number, number, number];
}

/** An edge of a body, or of a wall. */
export interface Stroke {
  readonly from: THREE.Vector3;
  readonly to: THREE.Vector3;
  readonly opacity: number;
  readonly isWall: boolean;
}

/** Opaque surfaces and lines of everything that an actor draws now. */
export function partsOf(object: THREE.Object3D): { facets: Facet[]; strokes: Stroke[] } {
  const facets: Facet[] = [];
  const strokes: Stroke[] = [];
  object.updateMatrixWorld(true);
  object.traverse((part) => {
    if (!part.visible) return;
    if (part instanceof THREE.InstancedMesh) addInstances(facets, part);
    else if (part instanceof THREE.Mesh && isSolid(part.material)) {
      const body = (part.userData['body'] as number | undefined) ?? -1;
      addSurface(facets, part, part.matrixWorld, body, colorOf(part.material));
    } else if (part instanceof THREE.LineSegments) addLines(strokes, part);
  });
  return { facets, strokes };
}

function isSolid(material: THREE.Material | THREE.Material[]): material is THREE.Material {
  return !Array.isArray(material) && material.visible && (!material.transparent || material.opacity > 0.5);
}

function colorOf(material: THREE.Material): THREE.Color {
  return 'color' in material ? (material.color as THREE.Color) : new THREE.Color('#808080');
}

function addInstances(facets: Facet[], mesh: THREE.InstancedMesh): void {
  if (!isSolid(mesh.material)) return;
  const members = (mesh.userData['members'] as number[] | undefined) ?? [];
  const matrix = new THREE.Matrix4();
  for (const [i, body] of members.entries()) {
    const color = new THREE.Color();
    mesh.getMatrixAt(i, matrix);
    mesh.getColorAt(i, color);
    addSurface(facets, mesh, matrix.premultiply(mesh.matrixWorld), body, color);
  }
}

function addSurface(facets: Facet[], mesh: THREE.Mesh, matrix: THREE.Matrix4, body: number, color: THREE.Color): void {
  const geometry = mesh.geometry.index ? mesh.geometry.toNonIndexed() : mesh.geometry;
  const at = geometry.getAttribute('position');
  const given = geometry.getAttribute('normal');
  const isFlat = given === undefined || ('flatShading' in (mesh.material as object) && isFlatShaded(mesh));
  const upright = new THREE.Matrix3().getNormalMatrix(matrix);
  const [plane] = (mesh.material as THREE.Material).clippingPlanes ?? [];
  const point = (i: number) => new THREE.Vector3().fromBufferAttribute(at, i).applyMatrix4(matrix);
  for (let i = 0; i + 2 < at.count; i += 3) {
    const points = [point(i), point(i + 1), point(i + 2)] as const;
    const face = new THREE.Vector3()
      .subVectors(points[1], points[0])
      .cross(new THREE.Vector3().subVectors(points[2], points[0]))
      .normalize();
    const normal = (k: number) =>
      isFlat
        ? face
        : new THREE.Vector3()
            .fromBufferAttribute(given, i + k)
            .applyMatrix3(upright)
            .normalize();
    const cut = plane && (points.map((p) => plane.distanceToPoint(p)) as [number, number, number]);
    facets.push({ body, color, points, normals: [normal(0), normal(1), normal(2)], ...(cut && { cut }) });
  }
}

function isFlatShaded({ material }: THREE.Mesh): boolean {
  return (material as THREE.MeshLambertMaterial).flatShading;
}

function addLines(strokes: Stroke[], lines: THREE.LineSegments): void {
  const { opacity, visible } = lines.material as THREE.LineBasicMaterial;
  if (!visible) return;
  const { geometry } = lines;
  const at = geometry.getAttribute('position');
  const count = geometry.index?.count ?? at.count;
  const point = (k: number) =>
    new THREE.Vector3().fromBufferAttribute(at, geometry.index?.getX(k) ?? k).applyMatrix4(lines.matrixWorld);
  const isWall = lines.userData['wall'] === true;
  for (let k = 0; k + 1 < count; k += 2) strokes.push({ from: point(k), to: point(k + 1), opacity, isWall });
}
