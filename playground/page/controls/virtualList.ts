import { element } from "./dom.js";

/** Least height of a row that fingers can hit, in CSS pixels. */
const FINGER = 44;

/** Extra rows above and below the visible ones, so that scrolling shows no gap. */
const MARGIN = 4;

/** A list of any length that keeps only the visible rows in the document. */
export class VirtualList<T, Row extends HTMLElement> {
  readonly root = element("div", { class: "list", role: "list" });
  /** CSS pixels; `--row` in the style sheet. */
  readonly rowHeight: number;
  private readonly _spacer = element("div", { class: "list-spacer" });
  private readonly _rows = new Map<number, Row>();
  private _items: readonly T[] = [];

  /**
   * @param rowHeight CSS pixels; rows are higher where fingers have to hit them
   * @param create creates the row of an item
   * @param update updates the row of an item
   */
  constructor(
    label: string,
    rowHeight: number,
    private readonly _create: (item: T, index: number) => Row,
    private readonly _update: (row: Row, item: T, index: number) => void,
  ) {
    this.rowHeight = matchMedia("(pointer: coarse)").matches ? Math.max(rowHeight, FINGER) : rowHeight;
    this.root.style.setProperty("--row", `${this.rowHeight}px`);
    this.root.setAttribute("aria-label", label);
    this.root.append(this._spacer);
    this.root.addEventListener("scroll", () => this._show());
    new ResizeObserver(() => this._show()).observe(this.root);
  }

  get items(): readonly T[] {
    return this._items;
  }

  set items(items: readonly T[]) {
    this._items = items;
    this._rows.forEach((row) => row.remove());
    this._rows.clear();
    this._spacer.style.height = `${items.length * this.rowHeight}px`;
    this.root.style.setProperty("--rows", String(items.length));
    this.root.scrollTop = 0;
    this._show();
  }

  /** Updates the visible rows. */
  update(): void {
    for (const [index, row] of this._rows) {
      this._update(row, this._items[index]!, index);
    }
  }

  /** Scrolls to an item, and returns its row; undefined if there is no such item. */
  reveal(index: number): Row | undefined {
    const [top, height] = [index * this.rowHeight, this.root.clientHeight];
    if (top < this.root.scrollTop || top + this.rowHeight > this.root.scrollTop + height) {
      this.root.scrollTop = top - (height - this.rowHeight) / 2;
    }
    this._show();
    return this._rows.get(index);
  }

  private _show(): void {
    const first = Math.max(Math.floor(this.root.scrollTop / this.rowHeight) - MARGIN, 0);
    const visible = Math.ceil((this.root.clientHeight || 300) / this.rowHeight) + 2 * MARGIN;
    const last = Math.min(first + visible, this._items.length);
    for (const [index, row] of this._rows) {
      // a focused or dragged row stays, so that neither the focus nor the pointer is lost
      const isKept = row.contains(document.activeElement) || row.classList.contains("dragged");
      if ((index < first || index >= last) && !isKept) {
        row.remove();
        this._rows.delete(index);
      }
    }
    for (let index = first; index < last; index++) {
      if (!this._rows.has(index)) {
        this._add(index);
      }
    }
  }

  private _add(index: number): void {
    const item = this._items[index]!;
    const row = this._create(item, index);
    row.setAttribute("role", "listitem");
    row.setAttribute("aria-setsize", String(this._items.length));
    row.setAttribute("aria-posinset", String(index + 1));
    row.style.top = `${index * this.rowHeight}px`;
    row.style.height = `${this.rowHeight}px`;
    this._update(row, item, index);
    const after = [...this._rows.keys()].filter((other) => other > index);
    this._spacer.insertBefore(row, after.length > 0 ? this._rows.get(Math.min(...after))! : null);
    this._rows.set(index, row);
  }
}
