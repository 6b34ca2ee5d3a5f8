/**
 * Content security policy of the studio: no inline script or style, no other origin; pictures and videos may be created in the
 * page. The page itself contains it too, so it applies on any server of the same files.
 */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src blob:; font-src 'self'; " +
  "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";
