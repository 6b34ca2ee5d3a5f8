import {
  AT_REST,
  type PlayBody,
  type PlayState,
  type Quad,
  type ShapeDocument,
  type Side,
  type Triple,
} from './play-state.ts';

const PLANE = ['ellipse', 'rounded-rectangle', 'planar'];
const FLAT = ['disc', 'polygon'];
const EITHER = ['point', 'segment', 'halfspace'];

type Space = 'plane' | 'flat' | 'either' | 'space';

/** Space of a shape: discs and polygons next to a spatial body are flat bodies in space. */
function spaceOf({ kind }: ShapeDocument): Space {
  if (PLANE.includes(kind)) return 'plane';
  if (FLAT.includes(kind)) return 'flat';
  return EITHER.includes(kind) ? 'either' : 'space';
}

/** Must both bodies stay in the plane z = 0? As in the pair table, which has no pairs of a smooth planar and a spatial body. */
export function isPlanarPair(a: ShapeDocument, b: ShapeDocument): boolean {
  const spaces = [spaceOf(a), spaceOf(b)];
  return !spaces.includes('space') && spaces.some((space) => space === 'plane' || space === 'flat');
}

/** A half-space neither rotates nor moves by impulses; a body of one pair of planar shapes stays in their plane. */
export function fitPair(state: PlayState): PlayState {
  const planar = isPlanarPair(state.A.shape, state.B.shape);
  const fitBody = (body: PlayBody): PlayBody => {
    const placed = planar ? inPlane(body) : body;
    return placed.shape.kind === 'halfspace'
      ? { ...placed, fixed: true, angularVelocity: AT_REST.angularVelocity }
      : placed;
  };
  return { ...state, A: fitBody(state.A), B: fitBody(state.B) };
}

function inPlane(body: PlayBody): PlayBody {
  const flat = ([x, y]: Triple): Triple => [x, y, 0];
  return {
    ...body,
    shape: shapeInPlane(body.shape),
    position: flat(body.position),
    rotation: twistAboutZ(body.rotation),
    velocity: flat(body.velocity),
    angularVelocity: [0, 0, body.angularVelocity[2]],
  };
}

function shapeInPlane(shape: ShapeDocument): ShapeDocument {
  const flat = (key: string) => [...(shape[key] as number[]).slice(0, 2), 0];
  if (shape.kind === 'segment') {
    const [start, end] = [flat('start'), flat('end')];
    const isPoint = start.every((value, k) => value === end[k]);
    return isPoint ? { ...shape, start: [-0.5, 0, 0], end: [0.5, 0, 0] } : { ...shape, start, end };
  }
  if (shape.kind !== 'halfspace') return shape;
  const normal = flat('normal');
  // the floor of space becomes the floor of the plane
  return { ...shape, normal: Math.hypot(...normal) > 1e-6 ? normal : [0, 1, 0] };
}

/** The rotation about z in a rotation: its swing is dropped. */
function twistAboutZ([w, , , z]: Quad): Quad {
  const length = Math.hypot(w, z);
  return length > 1e-9 ? [w / length, 0, 0, z / length] : [1, 0, 0, 0];
}

/** Another shape for a body; the other body and both poses follow where the pair becomes planar. */
export function withShape(state: PlayState, side: Side, name: string, shape: ShapeDocument): PlayState {
  const other = side === 'A' ? state.B : state.A;
  const wasPlanar = isPlanarPair(state.A.shape, state.B.shape);
  const planar = isPlanarPair(shape, other.shape);
  // the floor of the plane becomes the floor of space
  const standing = (body: PlayBody): PlayBody =>
    wasPlanar && !planar && body.shape.kind === 'halfspace'
      ? { ...body, shape: { ...body.shape, normal: [0, 0, 1] } }
      : body;
  const before = state[side];
  const changed: PlayBody = {
    ...before,
    name,
    shape,
    fixed: shape.kind === 'halfspace' || (before.shape.kind !== 'halfspace' && before.fixed),
  };
  return fitPair(
    side === 'A' ? { ...state, A: changed, B: standing(other) } : { ...state, A: standing(other), B: changed },
  );
}
