import type { Node as SceneNode } from "@babylonjs/core/node.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { element } from "./dom.js";
import { VirtualList } from "./virtualList.js";

interface Entry {
  readonly depth: number;
  readonly title: string;
  readonly detail: string;
  readonly isHeading?: boolean;
}

/** What is in Babylon's scene: its inspector needs more than the rest of this page together, and fetches parts of itself from elsewhere. */
export function createScenePanel(panel: HTMLElement, button: HTMLButtonElement, scene: Scene): { toggle(): void; refresh(): void } {
  const close = element("button", { type: "button", class: "button quiet" }, "Close");
  const list = new VirtualList<Entry, HTMLElement>("What is in the scene", 26, createRow, () => undefined);
  panel.append(element("header", {}, element("h2", {}, "Scene"), close), list.root);
  const refresh = (): void => {
    if (!panel.hidden) {
      list.items = entriesOf(scene);
    }
  };
  const toggle = (): void => {
    panel.hidden = !panel.hidden;
    button.setAttribute("aria-expanded", String(!panel.hidden));
    refresh();
    (panel.hidden ? button : close).focus();
  };
  close.addEventListener("click", toggle);
  button.addEventListener("click", toggle);
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      toggle();
    }
  });
  return { toggle, refresh };
}

function createRow({ depth, title, detail, isHeading = false }: Entry): HTMLElement {
  const row = element("div", { class: `object${isHeading ? " heading" : ""}` }, element("span", { class: "title" }, title));
  row.append(element("span", { class: "detail" }, detail));
  row.style.setProperty("--depth", String(Math.min(depth, 12)));
  return row;
}

function entriesOf(scene: Scene): Entry[] {
  const group = (title: string, items: readonly Entry[]): Entry[] =>
    items.length > 0 ? [{ depth: 0, title, detail: String(items.length), isHeading: true }, ...items] : [];
  const flat = (objects: readonly { name: string; getClassName(): string }[]): Entry[] =>
    objects.map((object) => ({ depth: 1, title: object.name || "unnamed", detail: object.getClassName() }));
  return [
    ...group("Nodes", nodesOf(scene.rootNodes)),
    ...group("Materials", flat(scene.materials)),
    ...group("Textures", flat(scene.textures)),
    ...group(
      "Animation groups",
      scene.animationGroups.map(({ name, isPlaying, targetedAnimations }) => ({
        depth: 1,
        title: name || "unnamed",
        detail: `${targetedAnimations.length} channels${isPlaying ? ", playing" : ""}`,
      })),
    ),
    ...group("Skeletons", flat(scene.skeletons)),
  ];
}

/** All nodes, depth first; without recursion, since a file may nest them as deeply as it likes. */
function nodesOf(roots: readonly SceneNode[]): Entry[] {
  const entries: Entry[] = [];
  const open = roots.map((node) => ({ node, depth: 1 })).reverse();
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, depth } = next;
    entries.push({ depth, title: node.name || "unnamed", detail: `${node.getClassName()}${node.isEnabled(false) ? "" : ", off"}` });
    open.push(
      ...node
        .getChildren()
        .map((child) => ({ node: child, depth: depth + 1 }))
        .reverse(),
    );
  }
  return entries;
}
