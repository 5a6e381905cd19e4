import type { Scene } from "@babylonjs/core/scene.js";
import type { InspectorToken, PaneLocation } from "babylonjs-inspector";

/**
 * Shows Babylon's Inspector over a part of the page. It is larger than the rest of the page, and therefore fetched on first use.
 * @param onFailure receives the reason if it cannot be shown
 */
export function createInspector(
  containerElement: HTMLElement,
  button: HTMLButtonElement,
  scene: Scene,
  onFailure: (reason: unknown) => void,
): { readonly isOpen: boolean; toggle(): void } {
  let isWanted = false;
  let shown: InspectorToken | null = null;
  const want = (wanted: boolean): void => {
    isWanted = wanted;
    button.setAttribute("aria-expanded", String(isWanted));
    containerElement.classList.toggle("inspected", isWanted);
  };
  const update = async (): Promise<void> => {
    const [{ ShowInspector }] = await Promise.all([import("babylonjs-inspector"), provideExporter()]);
    if (isWanted) {
      shown ??= ShowInspector(scene, { containerElement, themeMode: "system", sidePaneRemapper: locationOf, disableTeachingMoments: true });
    } else {
      const last = shown;
      shown = null;
      await last?.dispose();
    }
  };
  const toggle = (): void => {
    want(!isWanted);
    update().catch((reason: unknown) => {
      want(shown !== null);
      onFailure(reason);
    });
  };
  button.addEventListener("click", toggle);
  return {
    get isOpen() {
      return isWanted;
    },
    toggle,
  };
}

/** Places all panes on the side of the panels, so that the view stays free. */
function locationOf({ key }: { readonly key: string }): PaneLocation {
  return { horizontalLocation: "right", verticalLocation: key === "Scene Explorer" ? "top" : "bottom" };
}

/** Makes the Inspector export what the page shows, with its clips and pointers. The Inspector looks for the exporter among global names. */
async function provideExporter(): Promise<void> {
  const [{ GLTF2Export }, { RegisterAnimationExport }] = await Promise.all([
    import("@babylonjs/serializers/glTF/2.0/index.js"),
    import("../../../src/serializer.js"),
  ]);
  RegisterAnimationExport();
  const globals = globalThis as { BABYLON?: { GLTF2Export?: typeof GLTF2Export } };
  (globals.BABYLON ??= {}).GLTF2Export = GLTF2Export;
}
