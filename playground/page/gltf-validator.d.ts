/** The package has no types. */
declare module "gltf-validator" {
  export interface ValidationOptions {
    readonly uri: string;
    readonly format: "glb" | "gltf";
    /** 0 is unlimited. */
    readonly maxIssues: number;
    readonly externalResourceFunction: (uri: string) => Promise<Uint8Array>;
  }

  /** @returns a report as in the package's schema */
  export function validateBytes(bytes: Uint8Array, options: ValidationOptions): Promise<object>;
}
