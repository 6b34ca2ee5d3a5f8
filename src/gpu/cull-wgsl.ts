/**
 * Culling in single precision with a certain error bound. The difference vectors P Q R T of a pair are linear in time: if along a direction
 * d all are beyond the bound on one side at both ends of a piece of the step, their hull never contains the origin in it.
 * docs/guide/exact-contact.md derives the bound.
 */
export const CULL = /* wgsl */ `
/** P Q R T at one time. For a node and a quadrilateral: its corners minus the node. */
struct Ends { p: vec3<f32>, q: vec3<f32>, r: vec3<f32>, t: vec3<f32> }

fn largest(a: vec3<f32>) -> f32 { return max(max(abs(a.x), abs(a.y)), abs(a.z)); }

fn largestOf(e: Ends) -> f32 { return max(max(largest(e.p), largest(e.q)), max(largest(e.r), largest(e.t))); }

/** Bound of the error of d.P divided by |d|_1. */
fn errorBound(start: Ends, end: Ends) -> f32 {
  let m = max(largestOf(start), largestOf(end));
  return step.twoDelta + step.roundings * (step.boundBase + m);
}

fn product(d: vec3<f32>, a: vec3<f32>) -> f32 { return d.x * a.x + d.y * a.y + d.z * a.z; }

fn separates(d: vec3<f32>, a: Ends, b: Ends, bound: f32) -> bool {
  let limit = (abs(d.x) + abs(d.y) + abs(d.z)) * bound + 1e-30;
  let p0 = product(d, a.p);
  let q0 = product(d, a.q);
  let r0 = product(d, a.r);
  let t0 = product(d, a.t);
  let p1 = product(d, b.p);
  let q1 = product(d, b.q);
  let r1 = product(d, b.r);
  let t1 = product(d, b.t);
  let low = min(min(min(p0, q0), min(r0, t0)), min(min(p1, q1), min(r1, t1)));
  let high = max(max(max(p0, q0), max(r0, t0)), max(max(p1, q1), max(r1, t1)));
  return low > limit || high < -limit;
}

/** Both ends added: twice the midpoint. */
fn midpointOf(a: Ends, b: Ends) -> Ends { return Ends(a.p + b.p, a.q + b.q, a.r + b.r, a.t + b.t); }

/** Edges of the pair: of the face, or both edges. For kinds with fewer than four some repeat. */
struct Sides { a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, d: vec3<f32> }

fn sidesOf(e: Ends) -> Sides {
  if (pairing.kind == 0u) { return Sides(e.p - e.r, e.q - e.p, e.q - e.p, e.q - e.p); }
  if (pairing.kind == 2u) { return Sides(e.p - e.r, e.q - e.p, e.r - e.q, e.r - e.q); }
  return Sides(e.p - e.t, e.q - e.p, e.r - e.q, e.t - e.r);
}

fn normalOf(e: Ends) -> vec3<f32> {
  if (pairing.kind == 1u) { return cross(e.r - e.p, e.t - e.q); }
  return cross(e.p - e.r, e.q - e.p);
}

/** The directions that cost little: the normal, the mean position, relative velocity x edges. */
fn isSeparated(a: Ends, b: Ends, bound: f32) -> bool {
  let m = midpointOf(a, b);
  if (separates(normalOf(m), a, b, bound)) { return true; }
  if (separates(m.p + m.q + (m.r + m.t), a, b, bound)) { return true; }
  let v = (b.p - a.p) + (b.q - a.q) + ((b.r - a.r) + (b.t - a.t));
  let sides = sidesOf(m);
  if (separates(cross(v, sides.a), a, b, bound)) { return true; }
  if (separates(cross(v, sides.b), a, b, bound)) { return true; }
  if (pairing.kind == 0u) { return false; }
  if (separates(cross(v, sides.c), a, b, bound)) { return true; }
  return pairing.kind == 1u && separates(cross(v, sides.d), a, b, bound);
}

/** All directions: also normal x edges and the edges themselves. */
fn isSeparatedDeep(a: Ends, b: Ends, bound: f32) -> bool {
  if (isSeparated(a, b, bound)) { return true; }
  let m = midpointOf(a, b);
  let n = normalOf(m);
  let sides = sidesOf(m);
  if (separates(cross(n, sides.a), a, b, bound) || separates(cross(n, sides.b), a, b, bound)) { return true; }
  if (separates(sides.a, a, b, bound) || separates(sides.b, a, b, bound)) { return true; }
  if (pairing.kind == 0u) { return false; }
  if (separates(cross(n, sides.c), a, b, bound) || separates(sides.c, a, b, bound)) { return true; }
  return pairing.kind == 1u && (separates(cross(n, sides.d), a, b, bound) || separates(sides.d, a, b, bound));
}

/** Vectors of the pair of elements with these vertices, at the start (0) or end (1). */
fn endsOf(a: vec4<u32>, b: vec4<u32>, at: u32) -> Ends {
  let o = points[2u * a.x + at].xyz;
  let p = points[2u * b.x + at].xyz;
  let q = points[2u * b.y + at].xyz;
  if (pairing.kind == 0u) {
    let m = points[2u * a.y + at].xyz;
    return Ends(p - o, q - o, p - m, q - m);
  }
  let r = points[2u * b.z + at].xyz - o;
  if (pairing.kind == 2u) { return Ends(p - o, q - o, r, r); }
  return Ends(p - o, q - o, r, points[2u * b.w + at].xyz - o);
}

/** Vertices of element i of a set; those it does not have are \`none\`. */
fn verticesOf(nodes: u32, corners: u32, i: u32, none: u32) -> vec4<u32> {
  var found = vec4<u32>(none);
  let at = nodes + i * corners;
  found.x = topology[at];
  if (corners > 1u) { found.y = topology[at + 1u]; }
  if (corners > 2u) { found.z = topology[at + 2u]; }
  if (corners > 3u) { found.w = topology[at + 3u]; }
  return found;
}
`;
