import type { ShapeDocument } from './play-state.ts';

/** Collects the names that a program imports, by entry of the package. */
export type Imports = Map<string, Set<string>>;

export function importName(imports: Imports, entry: string, name: string): string {
  const names = imports.get(entry) ?? new Set();
  imports.set(entry, names.add(name));
  return name;
}

const NURBS = 'appulse/nurbs';

/** The expression in TypeScript that creates a shape. */
export function shapeExpression(shape: ShapeDocument, imports: Imports): string {
  const use = (name: string, entry = 'appulse') => importName(imports, entry, name);
  const args = (...keys: string[]) => keys.map((key) => literal(shape[key])).join(', ');
  switch (shape.kind) {
    case 'point':
      return `${use('point')}()`;
    case 'segment':
      return `${use('segment')}(${args('start', 'end')})`;
    case 'disc':
      return `${use('disc')}(${args('radius')})`;
    case 'polygon':
      return `${use('polygon')}(${args('vertices')})`;
    case 'halfspace':
      return `${use('halfspace')}(${args('normal')})`;
    case 'ellipsoid':
      return `${use('ellipsoid')}(${args('semiAxes')})`;
    case 'sphere':
      return `${use('sphere')}(${args('radius')})`;
    case 'capsule':
    case 'cylinder':
    case 'cone':
      return `${use(shape.kind)}(${args('radius', 'halfHeight')})`;
    case 'box':
      return `${use('box')}(${args('halfExtents', ...(shape['radius'] === undefined ? [] : ['radius']))})`;
    case 'hull':
      return `${use('hull')}(${args('vertices')})`;
    case 'trimesh': {
      const [positions, triangles] = ['vertices', 'triangles'].map((key) => literal((shape[key] as unknown[]).flat()));
      return `${use('trimesh')}(${use('surfaceMesh', 'appulse/meshes')}({ positions: ${positions}, triangles: ${triangles} }))`;
    }
    case 'compound':
      return compoundExpression(shape, imports);
    case 'brep':
      return brepExpression(shape, imports);
    case 'smooth':
      return smoothExpression(shape['surface'] as ShapeDocument, imports);
    default:
      return smoothExpression(shape, imports);
  }
}

interface Piece {
  readonly shape: ShapeDocument;
  readonly position?: readonly number[];
  readonly rotation?: { readonly quaternion?: readonly number[] };
}

function compoundExpression(shape: ShapeDocument, imports: Imports): string {
  const pose = importName(imports, 'appulse', 'pose');
  const pieces = (shape['pieces'] as readonly Piece[]).map(({ shape: part, position = [0, 0, 0], rotation }) => {
    const placed = [literal(position), ...(rotation?.quaternion ? [literal(rotation.quaternion)] : [])];
    return `  { shape: ${shapeExpression(part, imports)}, pose: ${pose}(${placed.join(', ')}) },`;
  });
  return `${importName(imports, 'appulse', 'compound')}([\n${pieces.join('\n')}\n])`;
}

/** Bodies of curves and patches, of `appulse/nurbs`. */
function smoothExpression(shape: ShapeDocument, imports: Imports): string {
  const use = (name: string) => importName(imports, NURBS, name);
  const args = (...keys: string[]) => keys.map((key) => literal(shape[key])).join(', ');
  switch (shape.kind) {
    case 'disc':
      return `${use('tiledDisc')}(${args('radius')})`;
    case 'ellipse':
      return `${use('tiledEllipse')}(${args('semiAxes')})`;
    case 'polygon':
      return `${use('tiledPolygon')}(${args('vertices')})`;
    case 'rounded-rectangle':
      return `${use('tiledRoundedRectangle')}(${args('halfExtents', 'radius')})`;
    case 'sphere':
      return `${use('tiledSphere')}(${args('radius')})`;
    case 'ellipsoid':
      return `${use('tiledEllipsoid')}(${args('semiAxes')})`;
    case 'superellipsoid':
      return `${use('tiledSuperellipsoid')}(${literal(shape['semiAxes'])}, ${literal(shape['exponent1'] ?? 1)}, ${literal(shape['exponent2'] ?? 1)})`;
    case 'capsule':
      return `${use('tiledCapsule')}(${args('radius', 'halfHeight')})`;
    case 'cylinder':
      return `${use('tiledCylinder')}(${args('radius', 'halfHeight')})`;
    case 'cone':
      return `${use('tiledCone')}(${args('bottomRadius', 'topRadius', 'halfHeight')})`;
    case 'box':
      return `${use('tiledBox')}(${args('halfExtents')})`;
    case 'rounded-box':
      return `${use('tiledRoundedBox')}(${args('halfExtents', 'radius')})`;
    case 'hexahedron':
      return `${use('tiledHexahedron')}(${args('corners')})`;
    case 'lens':
      return `${use('tiledLens')}(${args('radius', 'offset')}, ${literal(shape['scale'] ?? [1, 1, 1])})`;
    case 'extrusion':
      return `${use('tiledExtrusion')}(${smoothExpression(shape['outline'] as ShapeDocument, imports)}, ${args('halfHeight')})`;
    case 'revolution':
      return revolutionExpression(shape, imports);
    case 'nurbs':
      return nurbsExpression(shape, imports);
    default:
      return `${use('tiledBody')}(${literal(shape)})`;
  }
}

function revolutionExpression(shape: ShapeDocument, imports: Imports): string {
  const curve = importName(imports, NURBS, 'bezierCurve');
  const profile = (shape['profile'] as { id: string; points: number[][]; weights?: number[] }[]).map(
    ({ id, points, weights }) => {
      const spatial = points.map(([x, z]) => [x, 0, z]);
      const given = [literal(spatial), ...(weights ? [literal(weights)] : [])];
      return `  { name: ${literal(id)}, curve: ${curve}(${given.join(', ')}) },`;
    },
  );
  return `${importName(imports, NURBS, 'tiledRevolution')}([\n${profile.join('\n')}\n])`;
}

function nurbsExpression(shape: ShapeDocument, imports: Imports): string {
  const surfaces = (shape['surfaces'] as Surface[]).map((given) => `  ${surfaceExpression(given, imports)},`);
  return `${importName(imports, NURBS, 'bodyFromNurbs')}([\n${surfaces.join('\n')}\n])`;
}

type Surface = Readonly<Record<string, unknown>>;

function surfaceExpression(given: Surface, imports: Imports): string {
  const keys = ['degreeU', 'degreeV', 'points', 'knotsU', 'knotsV', 'weights'];
  const present = keys.filter((key) => given[key] !== undefined);
  return `${importName(imports, NURBS, 'nurbsSurface')}(${present.map((key) => literal(given[key])).join(', ')})`;
}

/** Trimmed faces. */
function brepExpression(shape: ShapeDocument, imports: Imports): string {
  const faces = (shape['faces'] as Surface[]).map((face) => {
    const others = ['name', 'loops', 'reversed'].filter((key) => face[key] !== undefined);
    const fields = [
      `surface: ${surfaceExpression(face, imports)}`,
      ...others.map((key) => `${key}: ${literal(face[key])}`),
    ];
    return `  { ${fields.join(', ')} },`;
  });
  const options = shape['closed'] === true ? ', { closed: true }' : '';
  return `${importName(imports, NURBS, 'brep')}([\n${faces.join('\n')}\n]${options})`;
}

/** Plain data as a program writes it: keys without quotes where that is possible. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(
      ([key, item]) => `${/^[a-z_$][\w$]*$/i.test(key) ? key : JSON.stringify(key)}: ${literal(item)}`,
    );
    return `{ ${fields.join(', ')} }`;
  }
  return typeof value === 'string'
    ? `'${JSON.stringify(value).slice(1, -1).replaceAll("'", "\\'").replaceAll('\\"', '"')}'`
    : String(value);
}
