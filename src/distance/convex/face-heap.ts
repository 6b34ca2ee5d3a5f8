/**
 * Heap of the faces of an EPA polytope by their heights above the origin: lowest first, ties by age. Of face numbers, not of objects as in
 * `math/heap.ts`: GJK and EPA allocate nothing.
 */

/** Face numbers; the children of entry k are at 2 k + 1 and 2 k + 2. */
let heap: Int32Array = new Int32Array(1024);
let count = 0;

export function clearFaces(): void {
  count = 0;
}

/** Inserts a face. The height of face i is `planes[4 i + 3]`. */
export function putFace(planes: Float64Array, face: number): void {
  if (count === heap.length) {
    const old = heap;
    heap = new Int32Array(2 * count);
    heap.set(old);
  }
  let at = count++;
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (!isLower(planes, face, heap[above])) break;
    heap[at] = heap[above];
    at = above;
  }
  heap[at] = face;
}

/** The lowest face that is not `removed`, -1 for none; pops removed faces. */
export function lowestFace(planes: Float64Array, removed: Uint8Array): number {
  while (count > 0 && removed[heap[0]] === 1) popRoot(planes);
  return count > 0 ? heap[0] : -1;
}

function popRoot(planes: Float64Array): void {
  const last = heap[--count];
  let at = 0;
  for (;;) {
    let below = 2 * at + 1;
    if (below >= count) break;
    if (below + 1 < count && isLower(planes, heap[below + 1], heap[below])) below++;
    if (!isLower(planes, heap[below], last)) break;
    heap[at] = heap[below];
    at = below;
  }
  heap[at] = last;
}

function isLower(planes: Float64Array, i: number, j: number): boolean {
  const difference = planes[4 * i + 3] - planes[4 * j + 3];
  return difference < 0 || (difference === 0 && i < j);
}
