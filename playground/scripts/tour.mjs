/** The moving picture of the playground: ranges of a long animation become clips, which play and are saved. */

/** Milliseconds that a picture is shown. */
const FRAME = 100;
/** Milliseconds that the eye needs where something new appears. */
const PAUSE = 500;
/** Seconds. */
const LENGTH = 5.5;
/** Pixels that are free at both ends of the strip. */
const MARGIN = 24;

/** An arrow, since a picture of a page has no pointer. */
const POINTER = `
  const arrow = document.createElement("div");
  arrow.style.cssText =
    "position: fixed; z-index: 9999; left: -1px; top: -1px; width: 20px; height: 28px; pointer-events: none; background: #000;" +
    "clip-path: polygon(0 0, 0 75%, 23% 60%, 40% 92%, 58% 85%, 42% 55%, 75% 54%)";
  addEventListener("DOMContentLoaded", () => document.body.append(arrow));
  addEventListener("pointermove", ({ clientX, clientY }) => (arrow.style.translate = clientX + "px " + clientY + "px"), true);
`;

/** Somebody who uses the page, filmed in steps of {@link FRAME}. */
class Tour {
  /** @type {import("./webp.mjs").Shot[]} */
  shots = [];
  #at = { x: 500, y: 330 };

  /** @param {import("playwright-core").Page} page */
  constructor(page) {
    this.page = page;
  }

  async shoot(milliseconds = FRAME) {
    await this.page.evaluate(() => window.playground.drawn());
    this.shots.push({ png: await this.page.screenshot(), milliseconds });
  }

  /** Faster in the middle, as hands are. @param {{ x: number, y: number }} to */
  async move(to, steps = 8) {
    const from = this.#at;
    for (let step = 1; step <= steps; step++) {
      const share = (1 - Math.cos((Math.PI * step) / steps)) / 2;
      this.#at = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
      await this.page.mouse.move(this.#at.x, this.#at.y);
      await this.shoot();
    }
  }

  /** @param {import("playwright-core").Locator} target */
  async click(target) {
    const { x, y, width, height } = await boxOf(target);
    await this.move({ x: x + width / 2, y: y + height / 2 });
    await this.page.mouse.click(this.#at.x, this.#at.y);
    await this.shoot(PAUSE);
  }

  /** @param {number} start @param {number} end seconds, both */
  async selectRange(start, end) {
    const { x, y, width, height } = await boxOf(this.page.locator(".strip-track"));
    const placeOf = (/** @type {number} */ time) => ({
      x: x + MARGIN + (time / LENGTH) * (width - 2 * MARGIN),
      y: y + height - MARGIN,
    });
    await this.move(placeOf(start));
    await this.page.mouse.down();
    await this.move(placeOf(end), 10);
    await this.page.mouse.up();
    await this.shoot(PAUSE);
  }

  /** @param {string} text */
  async type(text) {
    for (const letter of text) {
      await this.page.keyboard.type(letter);
      await this.shoot(2 * FRAME);
    }
    await this.page.keyboard.press("Enter");
    await this.shoot(PAUSE);
  }

  /** @param {string} name @param {number} start @param {number} end seconds, both */
  async play(name, start, end) {
    for (let time = start; time < end; time += FRAME / 1000) {
      await this.page.evaluate(([clip, seconds]) => window.playground.seek(clip, seconds), /** @type {const} */ ([name, time]));
      await this.shoot();
    }
  }
}

/** @param {import("playwright-core").Locator} target */
async function boxOf(target) {
  const box = await target.boundingBox();
  if (!box) {
    throw new Error(`${String(target)}: must be visible`);
  }
  return box;
}

/**
 * @param {import("playwright-core").Browser} browser
 * @param {string} url of the page, with a model that has an animation of {@link LENGTH} called "timeline", and no clips
 */
export async function recordTour(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1040, height: 800 }, reducedMotion: "reduce" });
  await page.addInitScript(POINTER);
  await page.goto(url);
  await page.evaluate(() => window.playground.ready);
  const tour = new Tour(page);
  await tour.move({ x: 520, y: 340 }, 1);
  await tour.shoot(2 * PAUSE);
  for (const { name, start, end } of [
    { name: "walk", start: 2.5, end: 3.5 },
    { name: "jump", start: 4, end: LENGTH },
  ]) {
    await tour.click(page.locator("#clips .choose", { hasText: "timeline" }));
    await tour.selectRange(start, end);
    await tour.click(page.getByRole("button", { name: "New clip of the range" }));
    await tour.type(name);
    await tour.play(name, start, end);
  }
  await tour.click(page.getByRole("button", { name: "Save", exact: true }));
  await tour.shoot(4 * PAUSE);
  await page.close();
  return tour.shots;
}
