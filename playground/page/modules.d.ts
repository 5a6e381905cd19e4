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

/** Its own declarations import each other without extensions, which TypeScript does not find in modules for Node. */
declare module "@dagrejs/dagre" {
  export interface GraphSettings {
    readonly rankdir: "LR" | "TB";
    readonly ranker: "network-simplex" | "tight-tree" | "longest-path";
    /** Pixels between what is beside each other in a rank, and between ranks. */
    readonly nodesep: number;
    readonly edgesep: number;
    readonly ranksep: number;
  }

  interface Size {
    readonly width: number;
    readonly height: number;
  }

  interface Center {
    readonly x: number;
    readonly y: number;
  }

  export namespace graphlib {
    class Graph {
      constructor(options: { readonly multigraph: boolean });
      setGraph(settings: GraphSettings): void;
      setNode(name: string, size: Size): void;
      /** @param name tells edges between the same nodes apart */
      setEdge(from: string, to: string, label: Size & { readonly labelpos: "c" }, name: string): void;
      /** The middle of a node, after the layout. */
      node(name: string): Size & Center;
      /** The way of an edge, and the middle of its label, after the layout. */
      edge(from: string, to: string, name: string): Center & { readonly points: readonly Center[] };
    }
  }

  export function layout(graph: graphlib.Graph): void;
}
