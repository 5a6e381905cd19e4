import { type GltfFile, isEqual } from "../../gltf/file/index.js";
import type { Json } from "../../gltf/util/index.js";

/** The lists of parts with data, from the smallest parts to the largest. */
const LISTS = ["accessors", "images", "bufferViews", "buffers"] as const;
type List = (typeof LISTS)[number];

/**
 * Finds data that differs although the JSON is equal. Lists the smallest changed parts only.
 * @returns JSON pointers of accessors, images, buffer views and buffers
 */
export function findDataChanges(a: GltfFile, b: GltfFile): readonly string[] {
  const changes: string[] = [];
  const explained = new Set<string>();
  for (const list of LISTS) {
    const [before, after] = [itemsOf(a, list), itemsOf(b, list)];
    before.slice(0, after.length).forEach((item, i) => {
      const pointer = `/${list}/${i}`;
      if (!explained.has(pointer)) {
        if (!isEqual(item, after[i]) || Buffer.compare(bytesOf(a, list, i), bytesOf(b, list, i)) === 0) {
          return;
        }
        changes.push(pointer);
      }
      containersOf(list, item).forEach((container) => explained.add(container));
    });
  }
  return changes;
}

function itemsOf({ json }: GltfFile, list: List): readonly Json[] {
  return (json[list] ?? []) as readonly Json[];
}

/** JSON pointers of the parts that contain the data of an item. */
function containersOf(list: List, item: Json): readonly string[] {
  if (list === "bufferViews") {
    return [`/buffers/${String(item["buffer"])}`];
  }
  const { indices, values } = Object(item["sparse"]) as Json;
  return [item, indices, values].map((part) => `/bufferViews/${String((Object(part) as Json)["bufferView"])}`);
}

/** The bytes of an item; empty if the item cannot be read. */
function bytesOf(file: GltfFile, list: List, index: number): Uint8Array {
  try {
    if (list !== "accessors") {
      return file.readBytes(list, index);
    }
    const { buffer, byteOffset, byteLength } = file.readComponents(index);
    return new Uint8Array(buffer, byteOffset, byteLength);
  } catch {
    return new Uint8Array();
  }
}
