import { afterEach, describe, expect, it } from "@jest/globals";
import type { Scene } from "@babylonjs/core/scene.js";
import type { CrowdTimedEvent } from "../../../src/crowd.js";
import { type ClipAnimationGroup, type ClipSettings, GetClip } from "../../../src/pure.js";
import { createRandom } from "../../helpers/random.js";
import { collectErrors, disposeScenes, FRAME, render } from "../../helpers/scene.js";
import { createOrdinary, createWalkers, type Walkers } from "../../helpers/walkers.js";
import { WallClock } from "../../helpers/wallClock.js";

afterEach(disposeScenes);

/** Renders a frame after some seconds. */
function renderAfter(scene: Scene, clock: WallClock, seconds: number): void {
  clock.advance(seconds);
  render(scene, 1);
}

/** A wall clock for a scene; `render` starts it. */
function startClock(scene: Scene): WallClock {
  scene.useConstantAnimationDeltaTime = false;
  const clock = new WallClock();
  render(scene, 1);
  return clock;
}

/** Walkers with footsteps: the clips last 1 s and 0.6 s. */
async function createSteppers(): Promise<Walkers & { walk: ClipAnimationGroup }> {
  const walkers = await createWalkers();
  const [walk, run] = ["walk", "run"].map((name) => GetClip(walkers.container, name)!);
  const { start, end } = walk!.settings;
  walk!.addEvent({ time: start, name: "step" });
  walk!.addEvent({ time: (start + end) / 2, name: "step" });
  walk!.addEvent({ time: end, name: "end" });
  run!.addEvent({ time: run!.settings.start + 0.1, name: "run step" });
  return { ...walkers, walk: walk! };
}

/** What a crowd notifies, as `name index xcount`. */
function listen({ crowd }: Walkers): string[] {
  const log: string[] = [];
  crowd.onEventObservable.add(({ name, indices, crossings, count }: CrowdTimedEvent) => {
    for (let i = 0; i < count; i++) {
      log.push(`${name} ${indices[i]} x${crossings[i]}`);
    }
  });
  return log;
}

describe("events of a crowd", () => {
  it("are those of ordinary instances, in frames of any length", async () => {
    const walkers = await createSteppers();
    const { scene, container, crowd } = walkers;
    const random = createRandom(5);
    const clock = startClock(scene);
    const log = listen(walkers);
    const counts = new Map<string, number>();
    const plays = Array.from({ length: 24 }, (_, i): [string, ClipSettings] => [
      i % 3 === 0 ? "run" : "walk",
      {
        speed: [1, -1, 0.3, -2.5, 7, 0][i % 6]!,
        ...(i % 4 === 0 ? {} : { offset: i % 4 === 1 ? 0 : random() }),
        reverse: i % 2 === 0,
        repetitions: i % 5 === 0 ? 1 + (i % 7) : -1,
      },
    ]);
    plays.forEach(([name, settings], i) => {
      const index = crowd.add();
      crowd.play(index, name, settings);
      const clip = createOrdinary(container)[name as "walk" | "run"];
      const own = clip.settings;
      // as a crowd plays it: where the speed alone is given, from the other end
      clip.settings = { ...own, ...settings, offset: settings.offset ?? (settings.speed! < 0 ? own.end - own.start : 0) };
      clip.onEventObservable.add(({ event, count }) => {
        const key = `${event.name} ${i}`;
        counts.set(key, (counts.get(key) ?? 0) + count);
      });
      clip.play();
    });
    let total = 0;
    for (let frame = 0; frame < 300; frame++) {
      renderAfter(scene, clock, frame % 10 === 0 ? 8 * random() : 0.05 * random());
      const expected = [...counts].map(([key, count]) => `${key} x${count}`);
      total += expected.length;
      expect(log.splice(0).sort()).toEqual(expected.sort());
      counts.clear();
    }
    clock.restore();
    expect(total).toBeGreaterThan(1000);
  });

  it("come once a frame and name, with ascending indices", async () => {
    const walkers = await createSteppers();
    const { scene, crowd, walk } = walkers;
    const clock = startClock(scene);
    const events: string[] = [];
    crowd.onEventObservable.add(({ crowd: of, name, count, indices }) => {
      events.push(`${name}: ${indices.subarray(0, count).join()}`);
      expect(of).toBe(crowd);
    });
    crowd.playMany(crowd.addMany(3), "walk");
    crowd.play(crowd.add(), "run", { offset: 0.1 });
    render(scene, 1);
    expect(events.splice(0)).toEqual(["step: 0,1,2", "run step: 3"]);
    renderAfter(scene, clock, 1.25 * walk.duration);
    clock.restore();
    expect(events.slice(0, 2)).toEqual(["step: 0,1,2", "end: 0,1,2"]);
  });

  it("do not come from characters that are paused, sought beyond them, or removed by another listener", async () => {
    const walkers = await createSteppers();
    const { scene, crowd, walk } = walkers;
    const log = listen(walkers);
    const [paused, sought, removed] = crowd.addMany(3) as unknown as [number, number, number];
    crowd.playMany([paused, sought, removed], "walk");
    crowd.pause(paused);
    render(scene, 1);
    expect(log.splice(0)).toEqual([`step ${sought} x1`, `step ${removed} x1`]);
    crowd.seek(sought, walk.settings.end - FRAME / 2);
    crowd.seek(removed, walk.settings.end - FRAME / 2);
    crowd.onEventObservable.add(({ name }) => name === "step" && crowd.count === 3 && crowd.remove(removed));
    render(scene, 1);
    expect(log).toEqual([`step ${sought} x1`, `step ${removed} x1`, `end ${sought} x1`]);
  });

  it("at the timestamp of a seek come when the character goes on", async () => {
    const walkers = await createSteppers();
    const { scene, crowd, walk } = walkers;
    const index = crowd.add();
    crowd.play(index, "walk");
    render(scene, 1);
    const log = listen(walkers);
    crowd.pause(index);
    crowd.seek(index, (walk.settings.start + walk.settings.end) / 2);
    render(scene, 2);
    expect(log).toEqual([]);
    crowd.resume(index);
    render(scene, 2);
    expect(log).toEqual([`step ${index} x1`]);
  });

  it("do not come when the crowd's clock goes back, except the event at the start", async () => {
    let now = 100;
    const walkers = await createWalkers({ clock: () => now });
    const walk = GetClip(walkers.container, "walk")!;
    const { start } = walk.settings;
    [0, 0.25, 0.5].forEach((time) => walk.addEvent({ time: start + time, name: `at ${time}` }));
    const log = listen(walkers);
    render(walkers.scene, 1);
    walkers.crowd.play(walkers.crowd.add(), "walk");
    for (const [time, expected] of [
      [99, ["at 0 0 x1"]],
      [99.625, ["at 0.25 0 x1", "at 0.5 0 x1"]],
      [99.125, []],
      [99.375, ["at 0.25 0 x1"]],
    ] as const) {
      now = time;
      render(walkers.scene, 1);
      expect(log.splice(0)).toEqual(expected);
    }
  });

  it("may change, and their listeners may throw", async () => {
    const walkers = await createSteppers();
    const { scene, crowd, walk } = walkers;
    crowd.onEventObservable.add(() => {
      throw new Error("no");
    });
    crowd.play(crowd.add(), "walk");
    expect(collectErrors(() => render(scene, 1))).toHaveLength(1);
    crowd.onEventObservable.clear();
    const log = listen(walkers);
    walk.addEvent({ time: walk.settings.start + FRAME, name: "new" });
    render(scene, 1);
    expect(log).toEqual(["new 0 x1"]);
    crowd.dispose();
    expect(crowd.onEventObservable.hasObservers()).toBe(false);
  });
});
