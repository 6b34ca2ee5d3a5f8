import * as THREE from 'three';

/** The drawing of a shape, in body axes: a surface, and lines. Either may be missing. */
export interface ShapeDrawing {
  readonly surface?: THREE.BufferGeometry;
  /** Pairs of points: sharp edges. */
  readonly edges?: THREE.BufferGeometry;
  /** Pairs of points: isoparametric lines, smooth edges. */
  readonly isolines?: THREE.BufferGeometry;
  /** Single points: vertices, and bodies that are points. */
  readonly points?: THREE.BufferGeometry;
  /** Lies in a plane: filled without shading. */
  readonly flat: boolean;
  /** One-sided: a half-space between the camera and the bodies is not drawn. */
  readonly oneSided?: boolean;
  /** A wall: thin lines around an almost transparent fill. */
  readonly thin?: boolean;
  /** Drawn by others: here it is picked only, and shown while it is selected. */
  readonly hidden?: boolean;
  /** The surface encloses a volume: cut open, its inside is solid. */
  readonly closed?: boolean;
}

/** Pairs of points from lines that run through packed points xyz xyz ... */
export function polylines(lines: readonly ArrayLike<number>[]): THREE.BufferGeometry {
  const pairs: number[] = [];
  for (const line of lines) {
    for (let i = 0; i + 5 < line.length; i += 3) for (let k = 0; k < 6; k++) pairs.push(line[i + k]);
  }
  return positions(pairs);
}

export function positions(packed: ArrayLike<number>): THREE.BufferGeometry {
  return new THREE.BufferGeometry().setAttribute('position', new THREE.BufferAttribute(Float32Array.from(packed), 3));
}

/** Edges of a surface with a dihedral angle above `angle` [degrees]. */
export function sharpEdges(surface: THREE.BufferGeometry, angle = 20): THREE.BufferGeometry {
  return new THREE.EdgesGeometry(surface, angle);
}

/** Several surfaces as one; each loses its index. */
export function joined(surfaces: readonly THREE.BufferGeometry[]): THREE.BufferGeometry {
  const flat = surfaces.map((surface) => (surface.index ? surface.toNonIndexed() : surface));
  const join = (name: 'position' | 'normal') => {
    const parts = flat.map((surface) => surface.getAttribute(name).array);
    const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return new THREE.BufferAttribute(all, 3);
  };
  const geometry = new THREE.BufferGeometry().setAttribute('position', join('position'));
  if (flat.every((surface) => surface.hasAttribute('normal'))) geometry.setAttribute('normal', join('normal'));
  return geometry;
}
