/**
 * Doubles on the GPU in integer arithmetic: a double is `vec2<u32>`, low word first. Sum, product, quotient and root are rounded to the nearest, ties
 * to even, as IEEE 754 prescribes. A result that is subnormal, infinite or not a number sets `bad`: the caller leaves its pair to the CPU.
 */
export const F64_SUM = /* wgsl */ `
var<private> bad: bool;

fn isZero64(a: vec2<u32>) -> bool { return ((a.y << 1u) | a.x) == 0u; }

/** Rounds the 64 bits h l, the top bit set, plus less than their last bit if sticky. */
fn round64(sign: u32, e: i32, h: u32, l: u32, sticky: bool) -> vec2<u32> {
  let rest = l & 0x7ffu;
  var low = (h << 21u) | (l >> 11u);
  var high = h >> 11u;
  if (rest > 0x400u || (rest == 0x400u && (sticky || (low & 1u) == 1u))) {
    low += 1u;
    if (low == 0u) { high += 1u; }
  }
  if (e < 1 || e > 2045) { bad = true; }
  return vec2<u32>(low, sign | ((u32(e - 1) << 20u) + high));
}

fn add64(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  if (isZero64(b)) {
    if (isZero64(a)) { return vec2<u32>(0u, a.y & b.y); }
    return a;
  }
  if (isZero64(a)) { return b; }
  let ah = a.y & 0x7fffffffu;
  let bh = b.y & 0x7fffffffu;
  let swap = bh > ah || (bh == ah && b.x > a.x);
  let large = select(a, b, swap);
  let small = select(b, a, swap);
  let fieldX = (large.y >> 20u) & 0x7ffu;
  let fieldY = (small.y >> 20u) & 0x7ffu;
  if (fieldX == 0x7ffu) { bad = true; }
  let ex = max(fieldX, 1u);
  let d = ex - max(fieldY, 1u);
  // 53 bits, then ten zeros; one bit on top for the carry
  let mx = (large.y & 0xfffffu) | select(0u, 0x100000u, fieldX != 0u);
  let my = (small.y & 0xfffffu) | select(0u, 0x100000u, fieldY != 0u);
  let xh = (mx << 10u) | (large.x >> 22u);
  let xl = large.x << 10u;
  var yh = (my << 10u) | (small.x >> 22u);
  var yl = small.x << 10u;
  var sticky = false;
  if (d >= 64u) {
    yh = 0u;
    yl = 0u;
    sticky = true;
  } else {
    if (d >= 32u) {
      sticky = yl != 0u;
      yl = yh;
      yh = 0u;
    }
    let s = d & 31u;
    if (s > 0u) {
      sticky = sticky || (yl << (32u - s)) != 0u;
      yl = (yl >> s) | (yh << (32u - s));
      yh = yh >> s;
    }
  }
  var h: u32;
  var l: u32;
  if (((large.y ^ small.y) & 0x80000000u) == 0u) {
    l = xl + yl;
    h = xh + yh + select(0u, 1u, l < xl);
  } else {
    l = xl - yl;
    h = xh - yh - select(0u, 1u, xl < yl);
    if (sticky) {
      if (l == 0u) { h -= 1u; }
      l -= 1u;
    }
  }
  if ((h | l) == 0u) { return vec2<u32>(0u, 0u); }
  var shift = countLeadingZeros(h);
  if (h == 0u) {
    shift = 32u + countLeadingZeros(l);
    h = l;
    l = 0u;
  }
  let s = shift & 31u;
  if (s > 0u) {
    h = (h << s) | (l >> (32u - s));
    l = l << s;
  }
  return round64(large.y & 0x80000000u, i32(ex) + 1 - i32(shift), h, l, sticky);
}

fn subtract64(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> { return add64(a, vec2<u32>(b.x, b.y ^ 0x80000000u)); }

/** Order of doubles as order of unsigned integers. */
fn key64(a: vec2<u32>) -> vec2<u32> {
  if (isZero64(a)) { return vec2<u32>(0u, 0x80000000u); }
  if ((a.y & 0x80000000u) != 0u) { return ~a; }
  return vec2<u32>(a.x, a.y | 0x80000000u);
}

fn isAbove64(a: vec2<u32>, b: vec2<u32>) -> bool {
  let p = key64(a);
  let q = key64(b);
  return p.y > q.y || (p.y == q.y && p.x > q.x);
}
`;

const F64_PRODUCT = /* wgsl */ `
/** 32 x 32 bits, low word first. */
fn wideProduct(a: u32, b: u32) -> vec2<u32> {
  let al = a & 0xffffu;
  let ah = a >> 16u;
  let bl = b & 0xffffu;
  let bh = b >> 16u;
  let cross = al * bh + ((al * bl) >> 16u);
  let second = ah * bl + (cross & 0xffffu);
  return vec2<u32>(a * b, ah * bh + (cross >> 16u) + (second >> 16u));
}

fn multiply64(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  let sign = (a.y ^ b.y) & 0x80000000u;
  if (isZero64(a) || isZero64(b)) { return vec2<u32>(0u, sign); }
  let ea = (a.y >> 20u) & 0x7ffu;
  let eb = (b.y >> 20u) & 0x7ffu;
  if (ea == 0u || eb == 0u || ea == 0x7ffu || eb == 0x7ffu) { bad = true; }
  let ah = 0x80000000u | (a.y << 11u) | (a.x >> 21u);
  let al = a.x << 11u;
  let bh = 0x80000000u | (b.y << 11u) | (b.x >> 21u);
  let bl = b.x << 11u;
  let ll = wideProduct(al, bl);
  let lh = wideProduct(al, bh);
  let hl = wideProduct(ah, bl);
  let hh = wideProduct(ah, bh);
  let w1 = ll.y + lh.x;
  let w1b = w1 + hl.x;
  let c = select(0u, 1u, w1 < lh.x) + select(0u, 1u, w1b < hl.x);
  let w2 = hh.x + c;
  let w2b = w2 + lh.y;
  let w2c = w2b + hl.y;
  let w3 = hh.y + select(0u, 1u, w2 < c) + select(0u, 1u, w2b < lh.y) + select(0u, 1u, w2c < hl.y);
  let sticky = (w1b | ll.x) != 0u;
  let e = i32(ea) + i32(eb) - 1023;
  if ((w3 & 0x80000000u) != 0u) { return round64(sign, e + 1, w3, w2c, sticky); }
  return round64(sign, e, (w3 << 1u) | (w2c >> 31u), (w2c << 1u) | (w1b >> 31u), ((w1b << 1u) | ll.x) != 0u);
}

fn isBelowWide(a: vec2<u32>, b: vec2<u32>) -> bool { return a.y < b.y || (a.y == b.y && a.x < b.x); }

fn minusWide(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(a.x - b.x, a.y - b.y - select(0u, 1u, a.x < b.x));
}

/** 55 binary digits and a sticky bit. */
fn divide64(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  let sign = (a.y ^ b.y) & 0x80000000u;
  let ea = (a.y >> 20u) & 0x7ffu;
  let eb = (b.y >> 20u) & 0x7ffu;
  if (isZero64(b) || eb == 0u || ea == 0x7ffu || eb == 0x7ffu) {
    bad = true;
    return vec2<u32>(0u, 0u);
  }
  if (isZero64(a)) { return vec2<u32>(0u, sign); }
  if (ea == 0u) { bad = true; }
  var rest = vec2<u32>(a.x, (a.y & 0xfffffu) | 0x100000u);
  let by = vec2<u32>(b.x, (b.y & 0xfffffu) | 0x100000u);
  var e = i32(ea) - i32(eb) + 1023;
  if (isBelowWide(rest, by)) {
    rest = vec2<u32>(rest.x << 1u, (rest.y << 1u) | (rest.x >> 31u));
    e -= 1;
  }
  var h = 0u;
  var l = 0u;
  for (var digit = 0u; digit < 55u; digit++) {
    h = (h << 1u) | (l >> 31u);
    l = l << 1u;
    if (!isBelowWide(rest, by)) {
      rest = minusWide(rest, by);
      l |= 1u;
    }
    rest = vec2<u32>(rest.x << 1u, (rest.y << 1u) | (rest.x >> 31u));
  }
  return round64(sign, e, (h << 9u) | (l >> 23u), l << 9u, (rest.x | rest.y) != 0u);
}

/** Digit by digit, two bits of the radicand each. */
fn squareRoot64(a: vec2<u32>) -> vec2<u32> {
  if (isZero64(a)) { return a; }
  let field = (a.y >> 20u) & 0x7ffu;
  if ((a.y & 0x80000000u) != 0u || field == 0u || field == 0x7ffu) {
    bad = true;
    return vec2<u32>(0u, 0u);
  }
  // the radicand with its binary point after two bits, at the top of 64 bits
  let odd = (field & 1u) == 0u;
  let h0 = 0x40000000u | ((a.y & 0xfffffu) << 10u) | (a.x >> 22u);
  let l0 = a.x << 10u;
  var nh = select(h0, (h0 << 1u) | (l0 >> 31u), odd);
  var nl = select(l0, l0 << 1u, odd);
  var h = 0u;
  var l = 0u;
  var rest = vec2<u32>(0u, 0u);
  for (var digit = 0u; digit < 55u; digit++) {
    rest = vec2<u32>((rest.x << 2u) | (nh >> 30u), (rest.y << 2u) | (rest.x >> 30u));
    nh = (nh << 2u) | (nl >> 30u);
    nl = nl << 2u;
    let test = vec2<u32>((l << 2u) | 1u, (h << 2u) | (l >> 30u));
    h = (h << 1u) | (l >> 31u);
    l = l << 1u;
    if (!isBelowWide(rest, test)) {
      rest = minusWide(rest, test);
      l |= 1u;
    }
  }
  let power = (i32(field) - 1023 - select(0, 1, odd)) / 2;
  return round64(0u, power + 1023, (h << 9u) | (l >> 23u), l << 9u, (rest.x | rest.y) != 0u);
}
`;

export const F64 = F64_SUM + F64_PRODUCT;
