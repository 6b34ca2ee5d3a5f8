/** Faces of a growing polytope in a heap by their heights over the origin: the lowest is at hand, of equal ones the oldest. */

/** Face numbers; those below place k are at 2 k + 1 and 2 k + 2. */
let heap: Int32Array = new Int32Array(1024);
let count = 0;

export function clearFaces(): void {
  count = 0;
}

/** Puts a face in. The height of face i is `planes[4 i + 3]`. */
export function putFace(planes: Float64Array, face: number): void {
  if (count === heap.length) {
    const old = heap;
    heap = new Int32Array(2 * count);
    heap.set(old);
  }
  let place = count++;
  while (place > 0) {
    const above = (place - 1) >> 1;
    if (!isLower(planes, face, heap[above])) break;
    heap[place] = heap[above];
    place = above;
  }
  heap[place] = face;
}

/** The lowest face that is not `gone`, -1 for none; those gone are taken out on the way. */
export function lowestFace(planes: Float64Array, gone: Uint8Array): number {
  while (count > 0 && gone[heap[0]] === 1) takeFirst(planes);
  return count > 0 ? heap[0] : -1;
}

function takeFirst(planes: Float64Array): void {
  const last = heap[--count];
  let place = 0;
  for (;;) {
    let below = 2 * place + 1;
    if (below >= count) break;
    if (below + 1 < count && isLower(planes, heap[below + 1], heap[below])) below++;
    if (!isLower(planes, heap[below], last)) break;
    heap[place] = heap[below];
    place = below;
  }
  heap[place] = last;
}

function isLower(planes: Float64Array, i: number, j: number): boolean {
  const difference = planes[4 * i + 3] - planes[4 * j + 3];
  return difference < 0 || (difference === 0 && i < j);
}
