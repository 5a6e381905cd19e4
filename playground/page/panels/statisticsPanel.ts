import type { Json } from "../../../scripts/glb.mjs";
import type { Model } from "../files/model.js";
import { element, format } from "../controls/dom.js";
import type { Player } from "../playback/player.js";

/** The facts about the open model: what it costs to draw, to load and to animate. */
export function createStatisticsPanel(root: HTMLElement, player: Player): void {
  const facts = element("dl", { class: "facts", id: "statistics-facts" });
  const empty = element("p", { class: "empty" }, "No model is open.");
  root.append(facts, empty);
  let shown: Model | null = null;
  player.onList.add(() => {
    const { model } = player;
    if (model !== shown) {
      shown = model;
      facts.hidden = model === null;
      empty.hidden = model !== null;
      const rows = model ? Object.entries(statisticsOf(model)) : [];
      facts.replaceChildren(...rows.flatMap(([label, value]) => [element("dt", {}, label), element("dd", {}, value)]));
    }
  });
}

function statisticsOf({ meshes, json, source }: Model): Readonly<Record<string, string>> {
  const drawn = meshes.filter((mesh) => mesh.getTotalVertices() > 0);
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const materials = new Set(drawn.flatMap(({ material }) => material ?? []));
  const textures = new Set([...materials].flatMap((material) => material.getActiveTextures()).filter(({ isCube }) => !isCube));
  const pixels = [...textures].map((texture) => texture.getSize()).map(({ width, height }) => width * height);
  const animations = listOf(json["animations"]);
  return {
    Triangles: count(sum(drawn.map((mesh) => (mesh.getTotalIndices() || mesh.getTotalVertices()) / 3))),
    Vertices: count(sum(drawn.map((mesh) => mesh.getTotalVertices()))),
    "Draw calls": count(sum(drawn.map(({ subMeshes }) => subMeshes?.length ?? 1))),
    Materials: count(materials.size),
    Textures: textures.size === 0 ? "0" : `${count(textures.size)}, ${format(sum(pixels) / 1e6, 2)} megapixels`,
    Animations: count(animations.length),
    Keys: count(keysOf(json)),
    "File size": `${sizeText(source.bytes.length)}${hasResources(json) ? ", without its other files" : ""}`,
  };
}

/** The number of keys that all channels of a file have together. */
export function keysOf(json: Json): number {
  const accessors = listOf(json["accessors"]);
  let keys = 0;
  for (const animation of listOf(json["animations"])) {
    const samplers = listOf(animation["samplers"]);
    for (const channel of listOf(animation["channels"])) {
      const number: unknown = accessors[samplers[channel["sampler"] as number]?.["input"] as number]?.["count"];
      keys += typeof number === "number" && Number.isFinite(number) ? number : 0;
    }
  }
  return keys;
}

/** Whether a file refers to other files. */
function hasResources(json: Json): boolean {
  const uris = [...listOf(json["buffers"]), ...listOf(json["images"])].map((each): unknown => each["uri"]);
  return uris.some((uri) => typeof uri === "string" && !uri.startsWith("data:"));
}

/** The objects of a list of a file, which may be anything. */
function listOf(list: unknown): readonly Json[] {
  return Array.isArray(list) ? list.map((each) => Object(each) as Json) : [];
}

/** A number of bytes as people read it: `1.25 MB`. */
export function sizeText(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB"];
  const power = Math.min(bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3), 3);
  return `${Number((bytes / 1000 ** power).toPrecision(3))} ${units[power]}`;
}

function count(number: number): string {
  return Math.round(number).toLocaleString("en");
}
