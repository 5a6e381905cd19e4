/** Declarations for modules without types. */

declare module "*.css";

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

/** The package declares a global; the page imports a module. */
declare module "babylonjs-inspector" {
  import type { Scene } from "@babylonjs/core/scene.js";

  export interface InspectorOptions {
    readonly containerElement: HTMLElement;
    readonly themeMode: "system" | "light" | "dark";
    /** Places a pane; null keeps the default location. */
    readonly sidePaneRemapper: (pane: { readonly key: string }) => PaneLocation | null;
    /** Hides the hints about the Inspector itself. */
    readonly disableTeachingMoments: boolean;
  }

  export interface PaneLocation {
    readonly horizontalLocation: "left" | "right";
    readonly verticalLocation: "top" | "bottom";
  }

  export interface InspectorToken {
    dispose(): Promise<void>;
  }

  export function ShowInspector(scene: Scene, options: InspectorOptions): InspectorToken;
}
