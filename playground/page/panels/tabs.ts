import { element } from "../controls/dom.js";

/** A panel that a tab shows. */
export interface TabPanel {
  readonly title: string;
  readonly root: HTMLElement;
  /** Called whenever a tab is selected. */
  onShow?(isShown: boolean): void;
}

export interface Tabs {
  show(panel: HTMLElement): void;
}

/** Tabs that show one of several panels, as in the ARIA Authoring Practices. */
export function createTabs(list: HTMLElement, panels: readonly TabPanel[]): Tabs {
  const tabs = panels.map(({ title, root }) => {
    const tab = element("button", { type: "button", role: "tab", id: `${root.id}-tab`, "aria-controls": root.id }, title);
    root.setAttribute("role", "tabpanel");
    root.setAttribute("aria-labelledby", tab.id);
    return tab;
  });
  list.append(...tabs);
  const select = (index: number): void => {
    tabs.forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === index));
      tab.tabIndex = i === index ? 0 : -1;
      panels[i]!.root.hidden = i !== index;
      panels[i]!.onShow?.(i === index);
    });
  };
  tabs.forEach((tab, i) => tab.addEventListener("click", () => select(i)));
  list.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const focused = tabs.findIndex((tab) => tab === document.activeElement);
    if (step !== 0 && focused >= 0) {
      event.preventDefault();
      event.stopPropagation();
      const next = (focused + step + tabs.length) % tabs.length;
      select(next);
      tabs[next]!.focus();
    }
  });
  select(0);
  return { show: (panel) => select(panels.findIndex(({ root }) => root === panel)) };
}
