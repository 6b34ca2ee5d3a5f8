/**
 * Content security policy of the studio: no inline script or style, no other origin; pictures and videos may be created in the
 * page. 'wasm-unsafe-eval' permits the compilation of WebAssembly, which the contact solver uses, and not that of JavaScript (eval).
 * The page itself contains the policy too, so it applies on any server of the same files.
 */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; media-src blob:; font-src 'self'; " +
  "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";
