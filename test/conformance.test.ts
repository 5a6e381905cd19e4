/** Checks this package against the conformance data, as another engine would: with nothing but the files in `conformance/`. */
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Camera } from "@babylonjs/core/Cameras/camera.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { unpackGlb } from "../scripts/glb.mjs";
import { CreateClip, GetClips, ReadClips, ReadControllers, type TimedEvent, TimestampAt } from "../src/index.js";
import { LOADED_WRONG_AT_ZERO, loadScene, print, stateOf } from "./helpers/animatedEqualsLoaded.js";
import { stateAt } from "./helpers/gltfAsset.js";
import type { Asset, Json } from "./helpers/gltfPose.js";
import { createAnimation, createGroup } from "./helpers/group.js";
import { posed } from "./helpers/loadedPose.js";
import { createScene, disposeScenes, importAsset } from "./helpers/scene.js";
import { compareStates, describeScene } from "./helpers/sceneState.js";
import { coreErrors } from "./helpers/validator.js";
import { WallClock } from "./helpers/wallClock.js";

const FOLDER = new URL("../conformance/", import.meta.url);
const readJson = (name: string): Json => JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")) as Json;
const readGlb = (name: string): Asset => unpackGlb(readFileSync(new URL(name, FOLDER)));

afterEach(disposeScenes);

describe("events", () => {
  it.each(readJson("event-cases.json")["cases"] as Json[])("$comment", ({ events, steps, passed, ...settings }) => {
    const scene = createScene();
    const group = createGroup(scene, [{ x: 0 }, createAnimation("x", { frames: [0, 600], values: [0, 10] })]);
    const clip = CreateClip("clip", group, settings);
    (events as TimedEvent[]).forEach((event) => clip.addEvent(event));
    const log: string[] = [];
    clip.onEventObservable.add(({ event, direction, count }) => log.push(...Array<string>(count).fill(`${event.name} ${direction}`)));
    clip.play();
    const told = [0, ...(steps as number[])].map((seconds) => {
      clip.player.tick(seconds);
      return log.splice(0);
    });
    expect(told).toEqual(passed);
  });
});

describe("timestamps", () => {
  it.each(readJson("timestamp-tables.json") as unknown as Json[])("$source", ({ extension, settings, totalTime, timestamps, ...table }) => {
    const read = extension === "KHR_animation_clip" ? ReadClips : ReadControllers;
    const member = extension === "KHR_animation_clip" ? "clips" : "controllers";
    const { definitions } = read({ animations: [{}], extensions: { [extension as string]: { [member]: [settings] } } });
    const at = (overtime: "carry" | "discard"): number[] =>
      (totalTime as number[]).map((seconds) => TimestampAt(definitions[0]!.settings, seconds, { overtime }).timestamp);
    expect(at("carry")).toEqual(timestamps);
    if (table["losesOvertime"]) {
      expect(at("discard")).toEqual(table["printed"]);
    }
  });

  const { columns, exact, decimal } = readJson("timestamp-cases.json");
  const toCase = (row: readonly unknown[]): Json => Object.fromEntries(row.map((value, i) => [columns[i], value]));
  const play = ({ end, totalTime, ...settings }: Json): Json => {
    return TimestampAt({ ...settings, end: end ?? undefined }, totalTime as number);
  };

  it("are 2,000 cases", () => {
    expect(exact.length + decimal.length).toBe(2000);
  });

  it("are equal where numbers are exact", () => {
    for (const row of exact) {
      const { timestamp, completedRepetitions, isFinished, ...rest } = toCase(row);
      expect({ ...rest, ...play(rest) }).toMatchObject({ ...rest, timestamp, completedRepetitions, isFinished });
    }
  });

  it("are equal within 1e-9 where numbers are decimal", () => {
    for (const row of decimal) {
      const { timestamp, completedRepetitions, isFinished, ...rest } = toCase(row);
      const played = play(rest);
      expect({ ...rest, ...played }).toMatchObject({ ...rest, completedRepetitions, isFinished });
      expect(Math.abs(played["timestamp"] - timestamp)).toBeLessThan(1e-9);
    }
  });
});

/** The properties that Babylon does not have, and one that its loader does not show. */
const WITHOUT_EQUIVALENT = /\/(ADOBE_materials_clearcoat_\w+|KHR_materials_(volume_)?scatter)\//;
const NOT_LOADED = /\/aspectRatio$/;

/** The value with which a file is loaded; next to a bound that is excluded. */
function legal(value: unknown, { above, below }: Json): unknown {
  return value === above ? above + 1e-6 : value === below ? below - 1e-6 : value;
}

function show(group: AnimationGroup, seconds: number, scene: Scene): void {
  group.start(false);
  group.pause();
  group.goToFrame(seconds * 60);
  scene.render();
}

describe("pointers", () => {
  const { times, properties } = readJson("pointers.json");
  const isKnown = ({ template }: Json): boolean => !WITHOUT_EQUIVALENT.test(template as string) && !NOT_LOADED.test(template as string);

  it("are 135 properties", () => {
    expect(properties).toHaveLength(135);
  });

  it.each((properties as Json[]).filter(isKnown))("$template", async (property) => {
    const asset = readGlb(property["file"] as string);
    for (const [index, { name, pointer = property["pointer"], values }] of (property["animations"] as Json[]).entries()) {
      const { scene, warnings } = await loadScene(asset, true);
      expect(warnings).toEqual([]);
      // a key, and a time between two keys
      for (const time of [1.5, 0.5]) {
        show(scene.animationGroups[index]!, time, scene);
        const state = describeScene(scene);
        const value = legal(values[times.indexOf(time)], property);
        if (value !== 0 || !LOADED_WRONG_AT_ZERO.test(pointer as string)) {
          const { animations, ...json } = stateAt(asset.json, pointer as string, value);
          expect(animations).toHaveLength(property["animations"].length);
          const expected = await stateOf({ json, bin: asset.bin }, true);
          expect({ name, time, differences: print(compareStates(state, expected)) }).toEqual({ name, time, differences: [] });
        }
      }
    }
  });
});

/** The values that a pointer stands for in a loaded scene; several where a mesh has several primitives. */
function valuesAt(json: Json, scene: Scene, pointer: string): number[][] {
  const [, collection, index, ...path] = pointer.split("/");
  if (collection === "nodes") {
    return posed(json, { node: Number(index), path: path.join("/"), value: [] });
  }
  const material = scene.materials[0] as PBRMaterial;
  const seen: Record<string, () => number[]> = {
    "/materials/0/pbrMetallicRoughness/metallicFactor": () => [material.metallic!],
    "/materials/0/emissiveFactor": () => material.emissiveColor.asArray(),
    "/cameras/0/perspective/yfov": () => [(scene.cameras[1] as Camera & { fov: number }).fov],
  };
  return [seen[pointer]!()];
}

function distance(actual: readonly number[], expected: readonly number[], isRotation: boolean): number {
  const apart = (sign: number): number => Math.max(...expected.map((component, i) => Math.abs(component - sign * actual[i]!)));
  return isRotation ? Math.min(apart(1), apart(-1)) : apart(1);
}

describe("clips", () => {
  const { totalTimes, clips } = readJson("clips.json");
  let clock: WallClock;

  beforeEach(() => {
    clock = new WallClock();
  });

  afterEach(() => clock.restore());

  it.each(clips as Json[])("$file: $name", async ({ file, index, timestamps, completedRepetitions, values }) => {
    const scene = createScene({ rightHanded: true });
    scene.useConstantAnimationDeltaTime = false;
    let json: Json = {};
    const result = await importAsset(readGlb(file as string), scene, { onParsed: (parsed) => (json = parsed) });
    const clip = GetClips(result)[index as number]!;
    clip.play();
    const differences: Json[] = [];
    for (const [i, seconds] of (totalTimes as number[]).entries()) {
      // the first frame shows where the clip begins
      clock.advance(i === 0 ? 0 : seconds - totalTimes[i - 1]);
      scene.render();
      const { timestamp } = clip;
      expect({ seconds, timestamp, repetitions: clip.completedRepetitions }).toEqual({
        seconds,
        timestamp: timestamps[i],
        repetitions: completedRepetitions[i],
      });
      for (const [pointer, expected] of Object.entries(values as Record<string, (number | number[])[]>)) {
        for (const actual of valuesAt(json, scene, pointer)) {
          if (!(distance(actual, [expected[i]!].flat(), pointer.endsWith("/rotation")) < 1e-6)) {
            differences.push({ seconds, pointer, actual, expected: expected[i] });
          }
        }
      }
    }
    expect(differences).toEqual([]);
  });
});

describe("the files", () => {
  const files = [...readJson("pointers.json")["properties"], ...readJson("clips.json")["clips"]].map(({ file }: Json) => file as string);

  it.each([...new Set(files)])("%s is valid glTF", async (file) => {
    expect(await coreErrors(readFileSync(new URL(file, FOLDER)))).toEqual([]);
  });
});
