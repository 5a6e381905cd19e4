/** Files whose JSON is wrong somewhere, made at random. */
import fc from "fast-check";
import { packGlb } from "../../scripts/glb.mjs";
import type { Json } from "./gltfPose.js";
import { createModel } from "./gltfAsset.js";
import { withClips } from "./scene.js";

const { json: JSON_OF_MODEL, bin } = createModel(2, [
  [
    { node: 0, path: "translation", times: [0, 1, 2], values: [0, 0, 0, 1, 0, 0, 5, 0, 0] },
    { node: 1, path: "rotation", times: [0, 1], values: new Array<number>(24).fill(0.5), interpolation: "CUBICSPLINE" },
    { node: 1, path: "scale", times: [0, 1], values: [1, 1, 1, 2, 2, 2] },
  ],
]);

/** A model with something of everything that tools look at. */
function createModelOfAll(): Json {
  const json = structuredClone(JSON_OF_MODEL);
  const [animation] = json["animations"];
  animation.channels[2].target = { path: "scale", extensions: { KHR_animation2: { path: "/nodes/1/scale" } } };
  animation.extensions = {
    EXT_property_animation: { channels: [{ sampler: 0, target: "/nodes/1/translation" }] },
    S8S_v3d_animation: { loop: "ONCE", offset: 1 },
    EPIC_animation_playback: { playRate: 2 },
    VRMXT_AnimationClip: { speed: 2 },
  };
  json["nodes"][0].extensions = { MOZ_hubs_components: { "loop-animation": { clip: "animation 0" } } };
  const start = { animation: { value: [0] }, startTime: { value: [0] }, endTime: { value: [1] }, speed: { value: [1] } };
  json["extensions"] = {
    KHR_interactivity: { graphs: [{ declarations: [{ op: "animation/start" }], nodes: [{ declaration: 0, values: start }] }] },
  };
  return withClips({ json, bin }, [{ animations: [0], start: 0.2, end: 0.8, reverse: true }], [{ animation: 0, end: 1 }]).json;
}

/** A model as a file. */
export function packModel(text: string): Uint8Array {
  return new Uint8Array(packGlb(JSON.parse(text) as Json, bin));
}

/** The binary data of the model. */
export const BINARY_OF_ALL: Uint8Array = bin;

/** The JSON of the model as it should be. */
export const MODEL_OF_ALL = JSON.stringify(createModelOfAll());

const others = fc.constantFrom<unknown>(-1, 0, 1.5, 1e9, null, "x", true, "[]", "{}");

/** The JSON of the model, with about one in sixty of its values replaced. */
export const brokenModels: fc.Arbitrary<string> = fc.tuple(fc.infiniteStream(others), fc.infiniteStream(fc.nat(60))).map(([values, odds]) =>
  JSON.stringify(createModelOfAll(), (key, value: unknown) => {
    const isReplaced = key !== "" && key !== "asset" && key !== "version" && odds.next().value === 0;
    const other: unknown = isReplaced ? values.next().value : value;
    return other === "[]" ? [] : other === "{}" ? {} : other;
  }),
);
