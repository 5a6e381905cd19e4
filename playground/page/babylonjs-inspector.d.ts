/** The package declares a global; the page imports a module. */
declare module "babylonjs-inspector" {
  import type { Scene } from "@babylonjs/core/scene.js";

  export interface InspectorOptions {
    readonly containerElement: HTMLElement;
    readonly themeMode: "system" | "light" | "dark";
    /** Places a pane; null keeps its default place. */
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
