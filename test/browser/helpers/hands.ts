/** The devices by which somebody uses a page: what a test does with its controls, done by mouse, by touch or by keyboard. */
import type { Locator, Page } from "playwright-core";
import { tap, type PageOptions, type Size } from "./browser.js";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Hand {
  readonly name: string;
  /** The `pointerType` of the events that it makes; null for none. */
  readonly pointer: "mouse" | "touch" | null;
  readonly size: Size;
  readonly options: PageOptions;
  /** Uses a button, a link, a tab or a checkbox. */
  press(control: Locator): Promise<void>;
  /** Replaces the text of a field. */
  type(field: Locator, text: string): Promise<void>;
  /** Chooses an option of a list by its text. */
  choose(list: Locator, option: string): Promise<void>;
  /** Moves an `<input type="range">` to a value. */
  slide(slider: Locator, value: number): Promise<void>;
  /** Selects a range of the timeline in seconds; both ends are keys. */
  selectRange(page: Page, start: number, end: number): Promise<void>;
}

const WIDE: Size = { width: 1280, height: 800 };
const PHONE: Size = { width: 390, height: 844 };

/** Pixels that the timeline leaves free at both ends, and pixels above its lower end where one drags. */
const STRIP = { margin: 24, fromBelow: 20 };
/** Pixels of the thumb of a slider. */
const THUMB = 16;
/** No control of a page is farther away, in strokes of a key. */
const MOST_STROKES = 400;

type Drag = (page: Page, from: Point, to: Point) => Promise<void>;

/** Waits until the page is still at a control and nothing covers it, and returns its place. */
async function placeOf(control: Locator): Promise<Point & Size> {
  await control.hover({ trial: true });
  return (await control.boundingBox())!;
}

function pointerHand(name: string, pointer: "mouse" | "touch", size: Size, press: (control: Locator) => Promise<void>, drag: Drag): Hand {
  return {
    name,
    pointer,
    size,
    options: pointer === "touch" ? { hasTouch: true, isMobile: true } : {},
    press,
    async type(field, text) {
      await press(field);
      const { keyboard } = field.page();
      await keyboard.press("End");
      for (let left = (await field.inputValue()).length; left > 0; left--) {
        await keyboard.press("Backspace");
      }
      await keyboard.type(text);
    },
    async choose(list, option) {
      await placeOf(list);
      // the browser's own list of options is out of reach for tests
      await list.selectOption({ label: option });
    },
    async slide(slider, value) {
      const { x, y, width, height } = await placeOf(slider);
      const [least, most, now] = await rangeOf(slider);
      const at = (each: number): Point => ({
        x: x + THUMB / 2 + ((each - least) / (most - least)) * (width - THUMB),
        y: y + height / 2,
      });
      await drag(slider.page(), at(now), at(value));
    },
    async selectRange(page, start, end) {
      const { x, y, width, height } = await placeOf(page.locator(".strip-track"));
      const most = await page.evaluate(() =>
        Math.max(...window.playground.clips.map(({ name }) => window.playground.plotData(name).settings.end)),
      );
      const at = (time: number): Point => ({
        x: x + STRIP.margin + (time / most) * (width - 2 * STRIP.margin),
        y: y + height - STRIP.fromBelow,
      });
      // not quite at the keys, to which the ends are drawn
      await drag(page, { ...at(start), x: at(start).x + 3 }, { ...at(end), x: at(end).x - 3 });
    },
  };
}

/** The least, the greatest and the current value of a slider. */
function rangeOf(slider: Locator): Promise<[number, number, number]> {
  return slider.evaluate((input: HTMLInputElement) => [Number(input.min), Number(input.max), input.valueAsNumber]);
}

const dragByMouse: Drag = async ({ mouse }, from, to) => {
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(to.x, to.y, { steps: 4 });
  await mouse.up();
};

const dragByTouch: Drag = async (page, from, to) => {
  const session = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: readonly Point[]): Promise<unknown> =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: [...touchPoints] });
  await send("touchStart", from);
  for (const share of [0.25, 0.5, 0.75, 1]) {
    await send("touchMove", { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) });
  }
  await send("touchEnd");
  await session.detach();
};

/** Presses a key until something is so. */
async function strike(page: Page, key: string, isDone: () => Promise<boolean>): Promise<void> {
  for (let stroke = 0; !(await isDone()); stroke++) {
    if (stroke === MOST_STROKES) {
      throw new Error(`${MOST_STROKES} strokes of ${key} did not suffice`);
    }
    await page.keyboard.press(key);
  }
}

/** Goes to a control with the tabulator, as somebody does who sees on which side of the focus the control is. */
async function reach(control: Locator): Promise<void> {
  await control.waitFor({ state: "attached" });
  const page = control.page();
  const isBehind = await control.evaluate(
    (element) => (element.compareDocumentPosition(document.activeElement!) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
  await strike(page, isBehind ? "Shift+Tab" : "Tab", () => control.evaluate((element) => element === document.activeElement));
}

const KEYBOARD: Hand = {
  name: "keyboard",
  pointer: null,
  size: WIDE,
  options: {},
  async press(control) {
    const { keyboard } = control.page();
    const kind = await control.evaluate((element) => (element.role === "tab" ? "tab" : element.tagName));
    if (kind === "tab") {
      // only the selected tab of a list can be reached
      await reach(control.locator("xpath=..").getByRole("tab", { selected: true }));
      await strike(control.page(), "ArrowRight", () => control.evaluate((element) => element === document.activeElement));
    } else if (kind === "LABEL") {
      const id = await control.evaluate((label: HTMLLabelElement) => label.control!.id);
      await reach(control.page().locator(`#${id}`));
      await keyboard.press("Space");
    } else {
      await reach(control);
      await keyboard.press(kind === "INPUT" ? "Space" : "Enter");
    }
  },
  async type(field, text) {
    await reach(field);
    await field.page().keyboard.press("ControlOrMeta+a");
    await field.page().keyboard.type(text);
  },
  async choose(list, option) {
    await reach(list);
    const isAfter = await list.evaluate(
      (select: HTMLSelectElement, text) => [...select.options].findIndex((each) => each.text === text) > select.selectedIndex,
      option,
    );
    await strike(list.page(), isAfter ? "ArrowDown" : "ArrowUp", () =>
      list.evaluate((select: HTMLSelectElement, text) => select.selectedOptions[0]?.text === text, option),
    );
  },
  async slide(slider, value) {
    await reach(slider);
    const [, , now] = await rangeOf(slider);
    await strike(slider.page(), value > now ? "ArrowRight" : "ArrowLeft", async () => Math.abs((await rangeOf(slider))[2] - value) < 1e-6);
  },
  async selectRange(page, start, end) {
    await reach(page.locator(".strip-track"));
    await page.keyboard.press("Home");
    // from key to key of the curve
    await strike(page, ".", async () => {
      await page.evaluate(() => window.playground.drawn());
      return Number(await page.innerText("#transport .now strong")) === start;
    });
    const hint = `Selected: ${start}–${end} s`;
    await strike(page, "Shift+PageUp", async () => (await page.innerText(".strip-hint")) === hint);
  },
};

/** A tap on a link leaves the page, so that nobody can wait for its click. */
const touch = async (control: Locator): Promise<void> =>
  (await control.evaluate(({ tagName }) => tagName)) === "A" ? control.tap() : tap(control);
const click = (control: Locator): Promise<void> => control.click();

export const HANDS: readonly Hand[] = [
  pointerHand("mouse", "mouse", WIDE, click, dragByMouse),
  pointerHand("mouse in a narrow window", "mouse", PHONE, click, dragByMouse),
  pointerHand("touch on a phone", "touch", PHONE, touch, dragByTouch),
  KEYBOARD,
];
