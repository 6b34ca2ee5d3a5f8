import * as THREE from 'three';
import type { ShapeDrawing } from './geometry/shape-drawing.ts';

/** Opacity of triggers and bounding volumes. */
export const FAINT = 0.12;
/** Opacity of the fill of flat bodies, and of one that is selected. */
const FILL = 0.28;
const SELECTED_FILL = 0.6;
/** Opacity of the walls of a bin. */
const THIN_FILL = 0.07;
export const SELECTED = new THREE.Color('#ffb000');
const BLACK = new THREE.Color(0);

/** Surface, lines and points of one body. */
export function createBody(drawing: ShapeDrawing, color: string, opacity: number): THREE.Group {
  const { surface, edges, isolines, points, flat } = drawing;
  const group = new THREE.Group();
  if (surface) {
    const mesh = new THREE.Mesh(surface, surfaceMaterial(drawing, color, opacity));
    mesh.castShadow = !flat && opacity === 1;
    mesh.receiveShadow = !flat;
    group.add(mesh);
  }
  if (edges) {
    const lines = new THREE.LineSegments(
      edges,
      new THREE.LineBasicMaterial({ color, opacity: drawing.thin ? 0.5 : opacity, transparent: true }),
    );
    // edges of shaded bodies are drawn in ink, those of flat ones in the colour of the body
    lines.userData['ink'] = !flat || drawing.thin;
    lines.userData['wall'] = drawing.thin;
    group.add(lines);
  }
  if (isolines) {
    const lines = new THREE.LineSegments(
      isolines,
      new THREE.LineBasicMaterial({ color, opacity: flat ? 0.7 : 0.28, transparent: true }),
    );
    lines.userData['ink'] = !flat;
    group.add(lines);
  }
  if (points) group.add(new THREE.Points(points, new THREE.PointsMaterial({ color, size: 5, sizeAttenuation: false })));
  return group;
}

/** Flat bodies are filled lightly; shaded ones have a depth offset for the lines on them. */
export function surfaceMaterial(drawing: ShapeDrawing, color: string, opacity: number): THREE.Material {
  const { flat, oneSided, thin, closed, hidden } = drawing;
  const offset = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 };
  if (flat) {
    const fill = thin ? THIN_FILL : FILL * opacity;
    return new THREE.MeshBasicMaterial({
      color,
      transparent: true,
      opacity: fill,
      visible: !hidden,
      side: oneSided ? THREE.FrontSide : THREE.DoubleSide,
      depthWrite: false,
      userData: { fill, hidden },
      ...offset,
    });
  }
  return solidMaterial({ color, transparent: opacity < 1, opacity, depthWrite: opacity === 1, ...offset }, closed);
}

/**
 * A shaded surface. Where a section plane has cut a closed body open, the camera sees the back of its surface through the cut; these pixels
 * are exactly those of the cut face, which is drawn hatched.
 */
export function solidMaterial(given: THREE.MeshLambertMaterialParameters, closed = false): THREE.MeshLambertMaterial {
  const material = new THREE.MeshLambertMaterial({ side: THREE.DoubleSide, ...given });
  if (!closed) return material;
  const sectioned = { value: 0 };
  material.userData['sectioned'] = sectioned;
  material.onBeforeCompile = (shader) => {
    shader.uniforms['sectioned'] = sectioned;
    shader.fragmentShader = shader.fragmentShader
      .replace('void main() {', 'uniform float sectioned;\nvoid main() {')
      .replace(
        '#include <opaque_fragment>',
        `#include <opaque_fragment>
        if (sectioned > 0.5 && !gl_FrontFacing) {
          float stripe = step(0.5, fract((gl_FragCoord.x + gl_FragCoord.y) / 10.0));
          gl_FragColor = vec4(mix(0.6, 0.8, stripe) * diffuseColor.rgb + mix(0.04, 0.16, stripe), 1.0);
        }`,
      );
  };
  return material;
}

/** Marks the surfaces of a body as selected or not. */
export function tintBody(body: THREE.Object3D | undefined, on: boolean): void {
  body?.traverse((part) => {
    if (!(part instanceof THREE.Mesh)) return;
    if (part.material instanceof THREE.MeshLambertMaterial)
      part.material.emissive.copy(on ? SELECTED : BLACK).multiplyScalar(0.45);
    else if (part.material instanceof THREE.MeshBasicMaterial) {
      const { fill, hidden } = part.material.userData as { fill?: number; hidden?: boolean };
      if (fill === undefined) return;
      part.material.opacity = on ? Math.min(2.2 * fill, SELECTED_FILL) : fill;
      part.material.visible = on || !hidden;
    }
  });
}

/** Cuts everything on the far side of a plane off; without a plane nothing. */
export function setSectionOf(object: THREE.Object3D, plane: THREE.Plane | undefined): void {
  for (const material of materialsOf(object)) {
    const own = (material.userData['ownPlanes'] as THREE.Plane[] | undefined) ?? [];
    const planes = plane ? [plane, ...own] : own;
    material.userData['section'] = plane;
    material.clippingPlanes = planes.length > 0 ? planes : null;
    material.clipShadows = plane !== undefined;
    const sectioned = material.userData['sectioned'] as { value: number } | undefined;
    if (sectioned) sectioned.value = plane ? 1 : 0;
    material.needsUpdate = true;
  }
}

/**
 * Makes the part of a body before `plane` transparent, so that what it hides is seen, and leaves the part behind it as it is. Without a plane
 * the whole body is solid.
 */
export function setSeeThrough(body: THREE.Object3D, plane: THREE.Plane | undefined): void {
  const meshes: THREE.Mesh[] = [];
  body.traverse((part) => {
    if (part instanceof THREE.Mesh && !part.userData['twin']) meshes.push(part);
  });
  for (const mesh of meshes) {
    if (!(mesh.material instanceof THREE.MeshLambertMaterial)) continue;
    const twin = mesh.children.find((child) => child.userData['twin']) as THREE.Mesh | undefined;
    if (plane === undefined) {
      twin?.removeFromParent();
      if (twin) disposeAll(twin, false);
    } else if (twin === undefined) mesh.add(createTwin(mesh, mesh.material, plane));
    setOwnPlanes(mesh.material, plane ? [plane] : []);
  }
}

function createTwin(mesh: THREE.Mesh, solid: THREE.MeshLambertMaterial, plane: THREE.Plane): THREE.Mesh {
  const material = new THREE.MeshLambertMaterial({
    color: solid.color,
    side: THREE.DoubleSide,
    transparent: true,
    opacity: 0.16,
    depthWrite: false,
  });
  const twin = new THREE.Mesh(mesh.geometry, material);
  Object.assign(twin.userData, { twin: true, body: mesh.userData['body'] });
  // a plane that stays the reverse of the given one
  const reverse = new THREE.Plane();
  twin.onBeforeRender = () => reverse.copy(plane).negate();
  setOwnPlanes(material, [reverse.copy(plane).negate()]);
  return twin;
}

function setOwnPlanes(material: THREE.Material, planes: THREE.Plane[]): void {
  material.userData['ownPlanes'] = planes;
  const section = material.userData['section'] as THREE.Plane | undefined;
  const all = section ? [section, ...planes] : planes;
  material.clippingPlanes = all.length > 0 ? all : null;
  material.needsUpdate = true;
}

function* materialsOf(object: THREE.Object3D): Generator<THREE.Material> {
  const parts: THREE.Object3D[] = [];
  object.traverse((part) => parts.push(part));
  for (const part of parts) {
    if (part instanceof THREE.Mesh || part instanceof THREE.LineSegments || part instanceof THREE.Points)
      yield* [part.material].flat();
  }
}

/** Releases all resources of an object; geometries that others use too can be left. */
export function disposeAll(object: THREE.Object3D, geometries = true): void {
  object.traverse((part) => {
    const isDrawn = part instanceof THREE.Mesh || part instanceof THREE.Line || part instanceof THREE.Points;
    if (!isDrawn) return;
    if (geometries) part.geometry.dispose();
    for (const material of [part.material].flat()) material.dispose();
    if (part instanceof THREE.InstancedMesh) part.dispose();
  });
}
