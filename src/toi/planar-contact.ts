import type { Motion } from '../math/motion.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { Impact } from './impact.ts';
import type { PlanarBody } from './planar-body.ts';
import type { SafeStep } from './planar-step.ts';

/**
 * A touching face as a line in the axes of its body: its points are offset n + σ τ with the tangent τ = (-n_y, n_x).
 * The touching vertex of the other body is above σ = `along`, at height `level`, and rises at `rate`; the other body rotates
 * relative to the face, so that its points above σ rise at rate - angularVelocity (σ - along).
 */
interface FaceLine {
  nx: number;
  ny: number;
  offset: number;
  along: number;
  level: number;
  rate: number;
  angularVelocity: number;
}

/** The interval of a body on the line: the vertices at its ends and their σ [m]. */
interface Span {
  low: number;
  high: number;
  lowVertex: number;
  highVertex: number;
}

const line: FaceLine = { nx: 0.5, ny: 0.5, offset: 0.5, along: 0.5, level: 0.5, rate: 0.5, angularVelocity: 0.5 };
const ownSpan: Span = { low: 0.5, high: 0.5, lowVertex: 0, highVertex: 0 };
const otherSpan: Span = { low: 0.5, high: 0.5, lowVertex: 0, highVertex: 0 };
const located = { along: 0.5, level: 0.5 };

/**
 * Writes the contact of `touch.vertex` with `touch.face` at `out.time`; the bodies are at that time. `motion` is that of the
 * body with the face.
 */
// biome-ignore format: one group per line
export function writeTouch(
  out: Impact, status: 'hit' | 'initial-overlap', iterations: number,
  touch: SafeStep, bodyA: PlanarBody, motion: Motion,
): Impact {
  const { body, face, vertex } = touch;
  const onA = body === bodyA;
  setLine(body, face, vertex);
  const sign = onA ? 1 : -1;
  out.normal.x = sign * (body.cos * line.nx - body.sin * line.ny);
  out.normal.y = sign * (body.sin * line.nx + body.cos * line.ny);
  out.normal.z = 0;
  out.status = status;
  out.iterations = iterations;
  out.gap = line.level;
  out.twoPoints = false;
  out.edgeOf = onA ? 'A' : 'B';
  out.edge = edgeNumber(body, face);
  out.vertex = body.other.kind === 'disc' ? -1 : vertex;
  let along = line.along;
  const isEnd = !body.tangent && body.vertexCount === 2 && face >= 2;
  if (status === 'hit' && isEnd) {
    // the end face of a segment is a single point: the end is what touches
    locate(body, body, face === 2 ? 1 : 0);
    along = touchAt(out, body, located.along, face === 2 ? 1 : 0, vertex, touch, onA);
  } else if (status === 'hit' && body.tangent && Math.abs(along) > touch.contactTolerance) {
    // an edge along the tangent of a disc touches it below the centre, wherever its vertices are
    along = touchAt(out, body, 0, -1, vertex, touch, onA);
  } else if (status === 'hit' && out.edge >= 0 && body.other.vertexCount > 1) {
    measureSpan(otherSpan, body, body.other, vertex, touch);
    measureSpan(ownSpan, body, body, face, touch);
    const low = Math.max(ownSpan.low, otherSpan.low);
    const high = Math.min(ownSpan.high, otherSpan.high);
    if (low - high > touch.contactTolerance || along < ownSpan.low - touch.contactTolerance || along > ownSpan.high + touch.contactTolerance) {
      // on the line of the edge, but beyond its ends: the nearest end of the other body touches
      along = ownSpan.low > otherSpan.high ? ownSpan.low : Math.max(ownSpan.low, Math.min(ownSpan.high, otherSpan.low));
      out.vertex = ownSpan.low > otherSpan.high ? otherSpan.highVertex : otherSpan.lowVertex;
    }
    if (high - low > touch.contactTolerance) {
      // edge on edge: both ends of the overlap touch; those that approach count
      const lowCloses = rateAt(low) < 0;
      const highCloses = rateAt(high) < 0;
      if (lowCloses || highCloses) {
        along = lowCloses ? low : high;
        setTouchingVertex(out, body, along, onA);
      }
      if (lowCloses && highCloses) {
        out.twoPoints = true;
        located.along = high;
        writePoints(out, out.secondPointA, out.secondPointB, body, motion, onA);
      }
    }
  }
  out.closingSpeed = -rateAt(along);
  located.along = along;
  writePoints(out, out.pointA, out.pointB, body, motion, onA);
  return out;
}

/**
 * σ of the contact of a body that touches with a single point at σ = `at`, its vertex `own` or -1, if the other body has an edge
 * along the line; sets the features. Else σ of the vertex of the other body nearest to that point.
 */
// biome-ignore format: one group per line
function touchAt(
  out: Impact, body: PlanarBody, at: number, own: number, vertex: number, touch: SafeStep, onA: boolean,
): number {
  if (body.other.vertexCount < 2) return at;
  measureSpan(otherSpan, body, body.other, vertex, touch);
  const { low, high, lowVertex, highVertex } = otherSpan;
  if (high - low <= touch.contactTolerance) return at;
  if (at <= low || at >= high) {
    out.vertex = at <= low ? lowVertex : highVertex;
    return Math.max(low, Math.min(high, at));
  }
  out.vertex = own;
  // the boundary of the other body is traversed in the opposite sense: its edge starts at the high end
  out.edge = body.other.vertexCount === 2 ? 0 : highVertex;
  out.edgeOf = onA ? 'B' : 'A';
  return at;
}

function rateAt(along: number): number {
  return line.rate - line.angularVelocity * (along - line.along);
}

/** Public index of a face: an edge of a polygon, 0 for a segment and a half-space, -1 where there is no edge. */
function edgeNumber(body: PlanarBody, face: number): number {
  if (body.tangent) return -1;
  return body.vertexCount === 2 ? (face < 2 ? 0 : -1) : face;
}

/** Writes σ and the height over the line of a vertex of `vertexBody`, the body with the face or the other one, to `located`. */
function locate(body: PlanarBody, vertexBody: PlanarBody, vertex: number): void {
  let x = vertexBody.vertices[2 * vertex];
  let y = vertexBody.vertices[2 * vertex + 1];
  if (vertexBody !== body) {
    const bodyX = x;
    x = body.originX + body.rotationCos * bodyX - body.rotationSin * y;
    y = body.originY + body.rotationSin * bodyX + body.rotationCos * y;
  }
  located.along = line.nx * y - line.ny * x;
  located.level = line.nx * x + line.ny * y - line.offset;
}

function setFaceLine(body: PlanarBody, face: number): void {
  line.nx = body.normals[2 * face];
  line.ny = body.normals[2 * face + 1];
  line.offset = body.offsets[face];
}

function setLine(body: PlanarBody, face: number, vertex: number): void {
  setFaceLine(body, face);
  locate(body, body.other, vertex);
  line.along = located.along;
  line.level = located.level - body.other.radius;
  line.angularVelocity = body.relativeAngularVelocity;
  const originAlong = line.nx * body.originY - line.ny * body.originX;
  line.rate = line.nx * body.rateX + line.ny * body.rateY - line.angularVelocity * (line.along - originAlong);
}

/** From vertex `first` to the last neighbours on either side that are on the line, or as high above it as `first`. */
function measureSpan(span: Span, body: PlanarBody, vertexBody: PlanarBody, first: number, touch: SafeStep): void {
  const { contactTolerance } = touch;
  const count = vertexBody.vertexCount;
  if (count === 0) {
    span.low = Number.NEGATIVE_INFINITY;
    span.high = Number.POSITIVE_INFINITY;
    return;
  }
  const start = first % count;
  locate(body, vertexBody, start);
  const { level } = located;
  span.low = span.high = located.along;
  span.lowVertex = span.highVertex = start;
  for (let ahead = 1; ahead >= -1; ahead -= 2) {
    for (let i = (start + ahead + count) % count; i !== start; i = (i + ahead + count) % count) {
      locate(body, vertexBody, i);
      if (Math.abs(located.level - level) > contactTolerance) break;
      if (located.along < span.low) {
        span.low = located.along;
        span.lowVertex = i;
      } else if (located.along > span.high) {
        span.high = located.along;
        span.highVertex = i;
      }
    }
  }
}

/** An end of an overlap is a vertex of one body on an edge of the other: writes both. */
function setTouchingVertex(out: Impact, body: PlanarBody, along: number, onA: boolean): void {
  if (along === otherSpan.low || along === otherSpan.high) {
    out.vertex = along === otherSpan.low ? otherSpan.lowVertex : otherSpan.highVertex;
    return;
  }
  out.vertex = along === ownSpan.low ? ownSpan.lowVertex : ownSpan.highVertex;
  // the boundary of the other body is traversed in the opposite sense: its edge starts at the high end
  out.edge = body.other.vertexCount === 2 ? 0 : otherSpan.highVertex;
  out.edgeOf = onA ? 'B' : 'A';
}

/** The points of both bodies above σ = `located.along` at `out.time`, in world axes. */
// biome-ignore format: one group per line
function writePoints(
  out: Impact, pointA: Vec3, pointB: Vec3, body: PlanarBody, motion: Motion, onA: boolean,
): void {
  const { time } = out;
  const { along } = located;
  const { velocity: v, acceleration: a } = motion;
  const { position } = motion.pose;
  const x = line.offset * line.nx - along * line.ny;
  const y = line.offset * line.ny + along * line.nx;
  const own = onA ? pointA : pointB;
  const other = onA ? pointB : pointA;
  own.x = position.x + time * (v.x + 0.5 * time * a.x) + (body.cos * x - body.sin * y);
  own.y = position.y + time * (v.y + 0.5 * time * a.y) + (body.sin * x + body.cos * y);
  own.z = 0;
  other.x = own.x + line.level * (body.cos * line.nx - body.sin * line.ny);
  other.y = own.y + line.level * (body.sin * line.nx + body.cos * line.ny);
  other.z = 0;
}

/** If no face separates the bodies: the face with the minimum penetration depth, [CP13-2.6]. */
export function findMinOverlap(best: SafeStep, a: PlanarBody, b: PlanarBody): void {
  best.separation = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < a.faceCount + b.faceCount; i++) {
    const body = i < a.faceCount ? a : b;
    const face = i < a.faceCount ? i : i - a.faceCount;
    let deepest = 0;
    let lowest = Number.POSITIVE_INFINITY;
    setFaceLine(body, face);
    for (let vertex = 0; vertex < body.other.vertexCount; vertex++) {
      locate(body, body.other, vertex);
      if (located.level < lowest) {
        lowest = located.level;
        deepest = vertex;
      }
    }
    if (lowest - body.other.radius > best.separation) {
      best.separation = lowest - body.other.radius;
      best.body = body;
      best.face = face;
      best.vertex = deepest;
    }
  }
}
