/** Keys under which files and programs give the trimming curves of a patch. */
const TRIMS = ['trim', 'trims', 'trimmed', 'trimCurves', 'trimmingCurves', 'trimLoops', 'loops', 'holes'];

/**
 * Throws a RangeError if a face or surface has trimming curves: a patch here ends at its four sides, and a curve that cuts it would be ignored
 * without notice.
 */
export function rejectTrims(where: string, part: object | null | undefined): void {
  const key = TRIMS.find((name) => part !== null && part !== undefined && name in part);
  if (key === undefined) return;
  throw new RangeError(
    `${where}: trimmed patches are not supported, got "${key}"; expected patches that end at their four sides`,
  );
}
