/**
 * Reduces a long series to screen resolution: for each of `buckets` equal time intervals from `from` to `to` its minimum and maximum,
 * in the order in which they occur, so no peak is lost. All series over the same `times` get the same new times. A short series is returned unchanged.
 */
export interface Thinned {
  readonly times: Float64Array;
  readonly values: readonly Float64Array[];
}

// biome-ignore format: the parameters of one window
export function thin(
  times: Float64Array, values: readonly Float64Array[], from: number, to: number, buckets: number,
): Thinned {
  const first = Math.max(lowerBound(times, from) - 1, 0);
  const end = Math.min(lowerBound(times, to) + 2, times.length);
  if (end - first <= 2 * buckets) {
    return { times: times.subarray(first, end), values: values.map((series) => series.subarray(first, end)) };
  }
  const starts = bucketStarts(times, first, end, buckets);
  const thinTimes = new Float64Array(2 * (starts.length - 1));
  const thinned = values.map(() => new Float64Array(thinTimes.length));
  for (let bucket = 0; bucket + 1 < starts.length; bucket++) {
    const [begin, stop] = [starts[bucket], starts[bucket + 1]];
    thinTimes[2 * bucket] = times[begin];
    thinTimes[2 * bucket + 1] = times[stop - 1];
    for (const [k, series] of values.entries()) putExtremes(thinned[k], 2 * bucket, series, begin, stop);
  }
  return { times: thinTimes, values: thinned };
}

/** Rows at which the buckets begin, and the end; empty buckets are omitted. */
function bucketStarts(times: Float64Array, first: number, end: number, buckets: number): number[] {
  const [start, span] = [times[first], times[end - 1] - times[first]];
  const starts = [first];
  for (let bucket = 1; bucket < buckets; bucket++) {
    const row = lowerBound(times, start + (span * bucket) / buckets);
    if (row > starts[starts.length - 1] && row < end) starts.push(row);
  }
  return [...starts, end];
}

/** NaN marks a gap in a series; a bucket with NaN only remains a gap. */
function putExtremes(out: Float64Array, at: number, series: Float64Array, begin: number, end: number): void {
  let low = -1;
  let high = -1;
  for (let row = begin; row < end; row++) {
    if (Number.isNaN(series[row])) continue;
    if (low < 0 || series[row] < series[low]) low = row;
    if (high < 0 || series[row] > series[high]) high = row;
  }
  out[at] = low < 0 ? Number.NaN : series[Math.min(low, high)];
  out[at + 1] = low < 0 ? Number.NaN : series[Math.max(low, high)];
}

/** Index of the first value that is not below `bound` in an ascending list. */
function lowerBound(values: Float64Array, bound: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const midpoint = (low + high) >> 1;
    if (values[midpoint] < bound) low = midpoint + 1;
    else high = midpoint;
  }
  return low;
}
