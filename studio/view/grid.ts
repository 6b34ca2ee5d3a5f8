import * as THREE from 'three';

/** The grid is drawn up to this multiple of the visible height, and has faded out there. */
const REACH = 6;

/** A grid in a plane whose spacing follows the zoom: 1, 2 or 5 times a power of ten. It fades with the distance. */
export interface Grid {
  readonly object: THREE.Object3D;
  /**
   * `plane`: normal of the grid, an axis of the world. `around`: where it is drawn. `level`: its height along the normal [m]. `height`: what the
   * camera sees [m]. Returns the spacing [m].
   */
  update(plane: THREE.Vector3, around: THREE.Vector3, level: number, height: number): number;
  /** Colours of lines, of the lines through the origin, and of the ground between them. */
  setColors(line: THREE.Color, axis: THREE.Color, ground: THREE.Color): void;
  /** Seen from below, or in a plane, there is no ground between the lines. */
  setFilled(filled: boolean): void;
  dispose(): void;
}

const X = new THREE.Vector3(1, 0, 0);
const Y = new THREE.Vector3(0, 1, 0);
const Z = new THREE.Vector3(0, 0, 1);

export function createGrid(): Grid {
  const uniforms = {
    spacing: { value: 1 },
    origin: { value: new THREE.Vector2() },
    reach: { value: 1 },
    line: { value: new THREE.Color() },
    axis: { value: new THREE.Color() },
    ground: { value: new THREE.Color() },
    filled: { value: 1 },
  };
  // drawn first and without depth, to avoid z-fighting with bodies in its plane
  const material = new THREE.ShaderMaterial({
    uniforms,
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    transparent: true,
    depthWrite: false,
    side: THREE.DoubleSide,
  });
  const sheet = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), material);
  sheet.renderOrder = -2;
  sheet.raycast = () => {};
  sheet.frustumCulled = false;
  sheet.matrixAutoUpdate = false;
  return {
    object: sheet,
    update(plane, around, level, height) {
      const spacing = niceLength(height / 12);
      const [u, v, normal] = Math.abs(plane.z) > 0.5 ? [X, Y, Z] : Math.abs(plane.y) > 0.5 ? [Z, X, Y] : [Y, Z, X];
      const reach = REACH * height;
      // local coordinates are relative to a crossing of lines near the camera, so that single precision suffices
      const [u0, v0] = [u, v].map((axis) => spacing * Math.round(around.dot(axis) / spacing));
      const centre = new THREE.Vector3()
        .addScaledVector(u, u0)
        .addScaledVector(v, v0)
        .addScaledVector(normal, level * Math.sign(plane.dot(normal)));
      sheet.matrix.makeBasis(u.clone().multiplyScalar(reach), v.clone().multiplyScalar(reach), normal);
      sheet.matrix.setPosition(centre);
      sheet.matrixWorldNeedsUpdate = true;
      uniforms.spacing.value = spacing;
      uniforms.reach.value = reach;
      uniforms.origin.value.set(-u0, -v0);
      return spacing;
    },
    setColors(line, axis, ground) {
      uniforms.line.value.copy(line);
      uniforms.axis.value.copy(axis);
      uniforms.ground.value.copy(ground);
    },
    setFilled(filled) {
      uniforms.filled.value = filled ? 1 : 0;
    },
    dispose() {
      sheet.geometry.dispose();
      material.dispose();
    },
  };
}

const VERTEX = `
  uniform float reach;
  varying vec2 place;
  void main() {
    place = position.xy * reach;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }`;

/** Lines of constant width on the screen; they fade where they would be closer than two pixels, and with the distance. */
const FRAGMENT = `
  uniform float spacing;
  uniform float reach;
  uniform float filled;
  uniform vec2 origin;
  uniform vec3 line;
  uniform vec3 axis;
  uniform vec3 ground;
  varying vec2 place;
  float lines(vec2 at, vec2 width) {
    vec2 near = abs(fract(at - 0.5) - 0.5) / max(width, vec2(1e-6));
    return 1.0 - min(min(near.x, near.y), 1.0);
  }
  void main() {
    vec2 at = place / spacing;
    vec2 width = fwidth(at);
    float fine = lines(at, width) * (1.0 - smoothstep(0.15, 0.5, max(width.x, width.y)));
    vec2 toAxis = abs(place - origin) / (spacing * max(width, vec2(1e-6)));
    float strong = 1.0 - min(min(toAxis.x, toAxis.y) / 1.3, 1.0);
    float fade = 1.0 - smoothstep(0.12, 0.9, length(place) / reach);
    float drawn = max(fine, strong);
    vec3 color = mix(ground, mix(line, axis, strong), drawn);
    float cover = max(drawn, filled);
    if (cover * fade < 0.004) discard;
    gl_FragColor = vec4(color, cover * fade);
    #include <colorspace_fragment>
  }`;

/** The largest of 1, 2, 5 times a power of ten that is not above `length`. */
export function niceLength(length: number): number {
  const power = 10 ** Math.floor(Math.log10(length));
  const fraction = length / power;
  return power * (fraction >= 5 ? 5 : fraction >= 2 ? 2 : 1);
}
