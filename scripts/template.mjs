/** Plays the game of `templates/third-person` as its players do, on a clock of its own: every frame takes as long as it should. */
import assert from "node:assert/strict";
import { cpSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

/** @typedef {{ body: string, arms: string, speed: number, height: number }} Shown what the page says, in meters and seconds */

const TEMPLATE = fileURLToPath(new URL("../templates/third-person", import.meta.url));
/** What a player of the template has beside it, and those who copy it do not. */
const OWN = ["node_modules", "dist", "package-lock.json"];

/** Copies the template to a folder. @param {string} folder */
export function copyTemplate(folder) {
  cpSync(TEMPLATE, folder, { recursive: true, filter: (path) => !OWN.includes(basename(path)) });
}

/** The packages of the template except for this one, in the lowest version that it allows. @returns {[name: string, version: string][]} */
export function lowestPackages() {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(`${TEMPLATE}/package.json`, "utf8"));
  return Object.entries({ ...dependencies, ...devDependencies })
    .filter(([name]) => name !== "babylon-gltf-animation")
    .map(([name, range]) => [name, String(range).replace("^", "")]);
}

/**
 * Runs before the scripts of the page: frames come, and time passes, only in `advance`. Once the page is `isQuick`, nothing is drawn, since drawing
 * without a graphics card takes long.
 */
const CLOCK = `{
  let now = 0;
  let last = 0;
  const waiting = new Map();
  performance.now = () => now;
  window.requestAnimationFrame = (callback) => {
    waiting.set(++last, callback);
    return last;
  };
  window.cancelAnimationFrame = (id) => waiting.delete(id);
  const text = () => document.querySelector("output").textContent;
  window.advance = (frames) => {
    const shown = [];
    for (let i = 0; i < frames; i++) {
      now += 1000 / 30;
      const callbacks = [...waiting.values()];
      waiting.clear();
      callbacks.forEach((callback) => callback(now));
      shown.push(text());
    }
    return shown;
  };
  for (const name of ["drawArrays", "drawArraysInstanced", "drawElements", "drawElementsInstanced"]) {
    const draw = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (...values) {
      return window.isQuick ? undefined : draw.apply(this, values);
    };
  }
  window.gamepad = null;
  navigator.getGamepads = () => [null, window.gamepad];
}`;

/** Makes a page the game's, before it is opened. @param {import("playwright-core").Page} page */
export const prepareGame = (page) => page.addInitScript(CLOCK);

/** @param {string} text of the page @returns {Shown} */
function read(text) {
  const [, body = "", arms = "", speed, height] = /^(\w+), (\w+) · ([\d.]+) m\/s · (-?[\d.]+) m high$/.exec(text) ?? assert.fail(text);
  return { body, arms, speed: Number(speed), height: Number(height) };
}

/** @param {Shown[]} frames @param {(shown: Shown) => string} of @returns what is shown, one after the other */
const orderOf = (frames, of) => frames.map(of).filter((each, i, all) => each !== all[i - 1]);
const bodyOf = (/** @type {Shown} */ { body }) => body;
const armsOf = (/** @type {Shown} */ { arms }) => arms;
const highest = (/** @type {Shown[]} */ frames) => Math.max(...frames.map(({ height }) => height));

/** The speeds of the feet in the clips, and how high a jump of 3.6 m/s leads. */
const [WALK, RUN, LEAP] = [0.62, 1.75, 3.6 ** 2 / 2 / 9.81];
const TOLERANCE = 0.06;

/** @param {number} value @param {number} expected @param {string} what */
function expectNear(value, expected, what) {
  assert(Math.abs(value - expected) <= TOLERANCE, `${what}: must be ${expected} (got ${value})`);
}

/** Plays the game. @param {import("playwright-core").Page} page that has just been opened @throws if it does not play as it should */
export async function playGame(page) {
  await page.waitForFunction('advance(1)[0].endsWith("high")', undefined, { timeout: 60_000, polling: 50 });
  await page.evaluate("isQuick = true");
  /** @param {number} seconds @returns {Promise<Shown[]>} of each frame */
  const advance = async (seconds) => {
    const shown = /** @type {string[]} */ (await page.evaluate(`advance(${Math.round(30 * seconds)})`));
    return shown.map(read);
  };
  /** @param {number} seconds @returns {Promise<Shown>} of the last frame */
  const after = async (seconds) => (await advance(seconds)).at(-1) ?? assert.fail();
  const { keyboard, touchscreen } = page;

  assert.deepEqual(await after(1), { body: "ground", arms: "none", speed: 0, height: 0 });

  // keys: it walks, runs, attacks over the run, jumps
  await keyboard.down("ArrowDown");
  expectNear((await after(1)).speed, WALK, "walk");
  await keyboard.down("Shift");
  expectNear((await after(0.5)).speed, RUN, "run");
  await keyboard.press("e");
  const strike = await advance(1);
  assert.deepEqual([orderOf(strike, armsOf), orderOf(strike, bodyOf)], [["attack", "none"], ["ground"]]);
  strike.forEach(({ speed }) => expectNear(speed, RUN, "run with an attack"));
  await keyboard.press("Space");
  const leap = await advance(1.5);
  assert.deepEqual(orderOf(leap, bodyOf), ["jump", "fall", "land", "ground"]);
  expectNear(highest(leap), LEAP, "jump");
  await keyboard.up("ArrowDown");
  assert.equal((await after(1)).speed, 0);

  // Space in every frame: it leaps from each landing, and nothing of it is left at the end
  const leaps = [];
  for (let i = 0; i < 60; i++) {
    await keyboard.press("Space");
    leaps.push(...(await advance(1 / 30)));
  }
  leaps.push(...(await advance(1.5)));
  assert.deepEqual(orderOf(leaps, bodyOf).slice(-3), ["fall", "land", "ground"]);

  // up the slope without falling, down from the ledge
  await keyboard.down("w");
  await advance(2.5); // back to where it began, and a little further
  await keyboard.up("w");
  await keyboard.down("d");
  await advance(2.3);
  await keyboard.up("d");
  await keyboard.down("w");
  const climb = await advance(5.5); // over its crest, too
  const top = climb.findIndex(({ height }) => height >= 1.2);
  assert(top > 0, `the slope must lead up to 1.2 m (got ${highest(climb)})`);
  assert.deepEqual(orderOf(climb.slice(0, top), bodyOf), ["ground"]);
  assert.deepEqual(orderOf([...climb.slice(top), ...(await advance(2))], bodyOf), ["ground", "fall", "land", "ground"]);
  await keyboard.up("w");
  await keyboard.up("Shift");
  assert.deepEqual(await after(1), { body: "ground", arms: "none", speed: 0, height: 0 });

  // root motion: as fast as the clips
  await page.getByLabel("root motion").check();
  await keyboard.down("w");
  await advance(0.5);
  const strides = await advance(0.9); // a pass of the walk
  expectNear(
    strides.reduce((sum, { speed }) => sum + speed / strides.length, 0),
    WALK,
    "walk by root motion",
  );
  await keyboard.up("w");
  await keyboard.press("Space"); // the switch has no hold on the keys
  assert.equal((await advance(0.1)).at(-1)?.body, "jump");
  assert.equal(await page.getByLabel("root motion").isChecked(), true);
  await page.getByLabel("root motion").uncheck();
  await advance(1.5);

  // a gamepad: half of the stick's way is a walk
  /** @param {number} y of the left stick @param {number[]} pressed */
  const hold = (y, pressed = []) => {
    const buttons = Array.from({ length: 17 }, (_, i) => ({ pressed: pressed.includes(i) }));
    return page.evaluate(`gamepad = ${JSON.stringify({ mapping: "standard", axes: [0, y, 0, 0], buttons })}`);
  };
  await hold(0.5);
  expectNear((await after(0.8)).speed, WALK, "stick half way");
  await hold(-1, [0]);
  const jumps = await advance(1.5); // a button that stays down jumps once
  assert.deepEqual(orderOf(jumps, bodyOf), ["jump", "fall", "land", "ground"]);
  expectNear((await after(0.1)).speed, RUN, "stick all the way");
  await hold(-1, [2]);
  assert.deepEqual(orderOf(await advance(1), armsOf), ["attack", "none"]);
  await page.evaluate("gamepad = null");
  await advance(1);

  // fingers: one on the stick, another on the buttons
  const { x, y, width, height } = (await page.locator("#stick").boundingBox()) ?? assert.fail("no stick on a touch screen");
  const cdp = await page.context().newCDPSession(page);
  /** @param {"touchStart" | "touchMove" | "touchEnd"} type @param {[number, number][]} points */
  const touch = (type, ...points) =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([px, py], id) => ({ x: px, y: py, id })) });
  await touch("touchStart", [x + width / 2, y + height / 2]);
  await touch("touchMove", [x + width / 2, y + height]);
  expectNear((await after(0.8)).speed, RUN, "finger on the stick");
  await touch("touchEnd");
  assert.equal((await after(1)).speed, 0);
  for (const [button, state, of] of /** @type {const} */ ([
    ["Jump", "jump", bodyOf],
    ["Attack", "attack", armsOf],
  ])) {
    const box = (await page.getByRole("button", { name: button }).boundingBox()) ?? assert.fail(`no button ${button} on a touch screen`);
    await touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    assert.equal((await advance(0.1)).map(of).at(-1), state);
    await advance(1.5);
  }
}
