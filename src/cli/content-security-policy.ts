/**
 * What pages of the studio may do: no inline script or style, nothing from elsewhere; pictures and videos may be made in the
 * page. It stands in the page itself too, so that it holds on any other server of the same files.
 */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src blob:; font-src 'self'; " +
  "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";
