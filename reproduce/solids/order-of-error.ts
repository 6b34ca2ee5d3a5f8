/** Order of a method: slope of log(error) over log(step), by least squares; `points` are pairs of step and error. */
export function orderOf(points: readonly (readonly [number, number])[]): number {
  const logs = points.map(([step, error]) => [Math.log(step), Math.log(error)]);
  const mean = (k: number) => logs.reduce((sum, row) => sum + row[k], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const products = logs.map(([u, v]) => [(u - x) * (v - y), (u - x) ** 2]);
  return products.reduce((sum, [xy]) => sum + xy, 0) / products.reduce((sum, [, xx]) => sum + xx, 0);
}
