/** The part that tests use; the package has no types. */
declare module 'gltf-validator' {
  export interface Report {
    readonly issues: { readonly numErrors: number; readonly numWarnings: number; readonly messages: readonly object[] };
    readonly info: { readonly animationCount: number; readonly drawCallCount: number };
  }
  export function validateBytes(bytes: Uint8Array): Promise<Report>;
}
