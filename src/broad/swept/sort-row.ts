/** Ranges up to this length are sorted by insertion. */
const SHORT = 24;

/** Sorts `row` from index `from` up to, not including, `to` in place: Hoare's quicksort with insertion sort of short ranges. */
export function sortRow(row: Int32Array, from: number, to: number): void {
  let low = from;
  let high = to - 1;
  while (high - low >= SHORT) {
    const pivot = row[(low + high) >> 1];
    let i = low;
    let j = high;
    while (i <= j) {
      while (row[i] < pivot) i++;
      while (row[j] > pivot) j--;
      if (i > j) break;
      const swapped = row[i];
      row[i++] = row[j];
      row[j--] = swapped;
    }
    // recurse into the shorter part, so that the depth stays below log2 of the length
    if (j - low < high - i) {
      sortRow(row, low, j + 1);
      low = i;
    } else {
      sortRow(row, i, high + 1);
      high = j;
    }
  }
  for (let k = low + 1; k <= high; k++) {
    const value = row[k];
    let l = k;
    while (l > low && row[l - 1] > value) {
      row[l] = row[l - 1];
      l--;
    }
    row[l] = value;
  }
}
