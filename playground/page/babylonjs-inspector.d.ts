/** Its own declarations are those of a global. */
declare module "babylonjs-inspector" {
  import type { Scene } from "@babylonjs/core/scene.js";

  export interface InspectorOptions {
    readonly containerElement: HTMLElement;
    readonly themeMode: "system" | "light" | "dark";
    /** Where its panes go, instead of where they want to be. */
    readonly sidePaneRemapper: (pane: { readonly key: string }) => PaneLocation | null;
    /** Whether it shows no hints about itself. */
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
