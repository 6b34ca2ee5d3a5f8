import type { Motion } from '../math/motion.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { Impact } from './impact.ts';
import type { PlanarSide } from './planar-body.ts';
import type { SafeStep } from './planar-step.ts';

/**
 * A touching face as a line in the axes of its body: its points are offset n + σ τ with the tangent τ = (-n_y, n_x).
 * The touching vertex of the other body is above σ = `along`, at height `level`, and rises at `rate`; seen from the
 * face, the other body turns, so that its points above σ rise at rate - turn (σ - along).
 */
interface FaceLine {
  nx: number;
  ny: number;
  offset: number;
  along: number;
  level: number;
  rate: number;
  rotation: number;
}

/** The stretch of a body that lies on the line: the vertices at its ends and their σ [m]. */
interface Span {
  low: number;
  high: number;
  lowVertex: number;
  highVertex: number;
}

const line: FaceLine = { nx: 0.5, ny: 0.5, offset: 0.5, along: 0.5, level: 0.5, rate: 0.5, rotation: 0.5 };
const ownSpan: Span = { low: 0.5, high: 0.5, lowVertex: 0, highVertex: 0 };
const otherSpan: Span = { low: 0.5, high: 0.5, lowVertex: 0, highVertex: 0 };
const place = { along: 0.5, level: 0.5 };

/**
 * Writes the contact of `touch.vertex` with `touch.face` at `out.time`; the sides have been placed there. `motion` is that of
 * the face.
 */
// biome-ignore format: one group per line
export function writeTouch(
  out: Impact, status: 'hit' | 'initial-overlap', iterations: number,
  touch: SafeStep, sideA: PlanarSide, motion: Motion,
): Impact {
  const { side, face, vertex } = touch;
  const onA = side === sideA;
  layLine(side, face, vertex);
  const sign = onA ? 1 : -1;
  out.normal.x = sign * (side.cos * line.nx - side.sin * line.ny);
  out.normal.y = sign * (side.sin * line.nx + side.cos * line.ny);
  out.normal.z = 0;
  out.status = status;
  out.iterations = iterations;
  out.gap = line.level;
  out.twoPoints = false;
  out.edgeOf = onA ? 'A' : 'B';
  out.edge = edgeNumber(side, face);
  out.vertex = side.other.kind === 'disc' ? -1 : vertex;
  let along = line.along;
  const isEnd = !side.tangent && side.vertexCount === 2 && face >= 2;
  if (status === 'hit' && isEnd) {
    // across its end a segment is no wider than that end: the end is what touches
    locate(side, side, face === 2 ? 1 : 0);
    along = touchAt(out, side, place.along, face === 2 ? 1 : 0, vertex, touch, onA);
  } else if (status === 'hit' && side.tangent && Math.abs(along) > touch.contactTolerance) {
    // an edge along the tangent of a disc touches it below the centre, wherever its vertices are
    along = touchAt(out, side, 0, -1, vertex, touch, onA);
  } else if (status === 'hit' && out.edge >= 0 && side.other.vertexCount > 1) {
    measureSpan(otherSpan, side, side.other, vertex, touch);
    measureSpan(ownSpan, side, side, face, touch);
    const low = Math.max(ownSpan.low, otherSpan.low);
    const high = Math.min(ownSpan.high, otherSpan.high);
    if (low - high > touch.contactTolerance || along < ownSpan.low - touch.contactTolerance || along > ownSpan.high + touch.contactTolerance) {
      // on the line of the edge, but beyond its ends: the end of the other body next to it is what touches
      along = ownSpan.low > otherSpan.high ? ownSpan.low : Math.max(ownSpan.low, Math.min(ownSpan.high, otherSpan.low));
      out.vertex = ownSpan.low > otherSpan.high ? otherSpan.highVertex : otherSpan.lowVertex;
    }
    if (high - low > touch.contactTolerance) {
      // edge on edge: both ends of the overlap touch, those that close in count
      const lowCloses = rateAt(low) < 0;
      const highCloses = rateAt(high) < 0;
      if (lowCloses || highCloses) {
        along = lowCloses ? low : high;
        nameMeetingVertex(out, side, along, onA);
      }
      if (lowCloses && highCloses) {
        out.twoPoints = true;
        place.along = high;
        writePoints(out, out.secondPointA, out.secondPointB, side, motion, onA);
      }
    }
  }
  out.closingSpeed = -rateAt(along);
  place.along = along;
  writePoints(out, out.pointA, out.pointB, side, motion, onA);
  return out;
}

/**
 * σ of the contact of a body that touches with the one place at σ = `at`, its vertex `own` or -1, where the other body has an edge along the line;
 * names them. Else that of the other body's vertex nearest to the place.
 */
// biome-ignore format: one group per line
function touchAt(
  out: Impact, side: PlanarSide, at: number, own: number, vertex: number, touch: SafeStep, onA: boolean,
): number {
  if (side.other.vertexCount < 2) return at;
  measureSpan(otherSpan, side, side.other, vertex, touch);
  const { low, high, lowVertex, highVertex } = otherSpan;
  if (high - low <= touch.contactTolerance) return at;
  if (at <= low || at >= high) {
    out.vertex = at <= low ? lowVertex : highVertex;
    return Math.max(low, Math.min(high, at));
  }
  out.vertex = own;
  // seen from this face the other body's outline runs backwards: its edge starts at the high end
  out.edge = side.other.vertexCount === 2 ? 0 : highVertex;
  out.edgeOf = onA ? 'B' : 'A';
  return at;
}

function rateAt(along: number): number {
  return line.rate - line.rotation * (along - line.along);
}

/** The number by which users know a face: an edge of a polygon, 0 for a segment and a wall, -1 where there is no edge. */
function edgeNumber(side: PlanarSide, face: number): number {
  if (side.tangent) return -1;
  return side.vertexCount === 2 ? (face < 2 ? 0 : -1) : face;
}

/** Puts the σ and the height over the line of a vertex of `body`, the face's own or the other one, into `place`. */
function locate(side: PlanarSide, body: PlanarSide, vertex: number): void {
  let x = body.vertices[2 * vertex];
  let y = body.vertices[2 * vertex + 1];
  if (body !== side) {
    const bodyX = x;
    x = side.originX + side.rotationCos * bodyX - side.rotationSin * y;
    y = side.originY + side.rotationSin * bodyX + side.rotationCos * y;
  }
  place.along = line.nx * y - line.ny * x;
  place.level = line.nx * x + line.ny * y - line.offset;
}

function layFace(side: PlanarSide, face: number): void {
  line.nx = side.normals[2 * face];
  line.ny = side.normals[2 * face + 1];
  line.offset = side.offsets[face];
}

function layLine(side: PlanarSide, face: number, vertex: number): void {
  layFace(side, face);
  locate(side, side.other, vertex);
  line.along = place.along;
  line.level = place.level - side.other.radius;
  line.rotation = side.relativeAngularVelocity;
  const originAlong = line.nx * side.originY - line.ny * side.originX;
  line.rate = line.nx * side.rateX + line.ny * side.rateY - line.rotation * (line.along - originAlong);
}

/** From vertex `first` as far as the neighbours on either side lie on the line, or as high above it as `first`. */
function measureSpan(span: Span, side: PlanarSide, body: PlanarSide, first: number, touch: SafeStep): void {
  const { contactTolerance } = touch;
  const count = body.vertexCount;
  if (count === 0) {
    span.low = Number.NEGATIVE_INFINITY;
    span.high = Number.POSITIVE_INFINITY;
    return;
  }
  const start = first % count;
  locate(side, body, start);
  const { level } = place;
  span.low = span.high = place.along;
  span.lowVertex = span.highVertex = start;
  for (let ahead = 1; ahead >= -1; ahead -= 2) {
    for (let i = (start + ahead + count) % count; i !== start; i = (i + ahead + count) % count) {
      locate(side, body, i);
      if (Math.abs(place.level - level) > contactTolerance) break;
      if (place.along < span.low) {
        span.low = place.along;
        span.lowVertex = i;
      } else if (place.along > span.high) {
        span.high = place.along;
        span.highVertex = i;
      }
    }
  }
}

/** An end of an overlap is a vertex of one body on an edge of the other: says which. */
function nameMeetingVertex(out: Impact, side: PlanarSide, along: number, onA: boolean): void {
  if (along === otherSpan.low || along === otherSpan.high) {
    out.vertex = along === otherSpan.low ? otherSpan.lowVertex : otherSpan.highVertex;
    return;
  }
  out.vertex = along === ownSpan.low ? ownSpan.lowVertex : ownSpan.highVertex;
  // seen from this face the other body's outline runs backwards: its edge starts at the high end
  out.edge = side.other.vertexCount === 2 ? 0 : otherSpan.highVertex;
  out.edgeOf = onA ? 'B' : 'A';
}

/** The points of both bodies above σ = `place.along` at `out.time`, in world axes. */
// biome-ignore format: one group per line
function writePoints(
  out: Impact, pointA: Vec3, pointB: Vec3, side: PlanarSide, motion: Motion, onA: boolean,
): void {
  const { time } = out;
  const { along } = place;
  const { velocity: v, acceleration: a } = motion;
  const { position } = motion.pose;
  const x = line.offset * line.nx - along * line.ny;
  const y = line.offset * line.ny + along * line.nx;
  const own = onA ? pointA : pointB;
  const other = onA ? pointB : pointA;
  own.x = position.x + time * (v.x + 0.5 * time * a.x) + (side.cos * x - side.sin * y);
  own.y = position.y + time * (v.y + 0.5 * time * a.y) + (side.sin * x + side.cos * y);
  own.z = 0;
  other.x = own.x + line.level * (side.cos * line.nx - side.sin * line.ny);
  other.y = own.y + line.level * (side.sin * line.nx + side.cos * line.ny);
  other.z = 0;
}

/** Where no face separates the bodies: the one from which the deepest vertex is least deep, [CP13] spec 2.6. */
export function findMinOverlap(best: SafeStep, a: PlanarSide, b: PlanarSide): void {
  best.separation = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < a.faceCount + b.faceCount; i++) {
    const side = i < a.faceCount ? a : b;
    const face = i < a.faceCount ? i : i - a.faceCount;
    let deepest = 0;
    let lowest = Number.POSITIVE_INFINITY;
    layFace(side, face);
    for (let vertex = 0; vertex < side.other.vertexCount; vertex++) {
      locate(side, side.other, vertex);
      if (place.level < lowest) {
        lowest = place.level;
        deepest = vertex;
      }
    }
    if (lowest - side.other.radius > best.separation) {
      best.separation = lowest - side.other.radius;
      best.side = side;
      best.face = face;
      best.vertex = deepest;
    }
  }
}
