import type { ClipDocument } from "./clipDocument.js";
import { assetOf, clipText, writeClips } from "./clipJson.js";
import { isEqual } from "./json.js";
import { writeEvents } from "../events/eventEntries.js";
import type { EngineName, GltfFile, WriteController } from "../../../src/tools.js";
import { element } from "../controls/dom.js";
import type { Source } from "../files/source.js";
import { writeController } from "../states/controllerEntry.js";

/** A file to be downloaded. */
export interface SavedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Messages about omitted content, with JSON pointers. */
  readonly warnings: readonly string[];
}

type SavedSource = Pick<Source, "name" | "bytes" | "rootUrl" | "resolve" | "release">;

/**
 * The open file with the document's clips and events, and copies of the animations of the files whose moves are kept. Binary data and all
 * other lines stay as they are.
 * @throws AssetError if a file is not one of glTF 2.0
 * @throws Error if a file that a file with moves, or the open file with moves, refers to is missing
 */
export async function savedFile(source: SavedSource, document: ClipDocument): Promise<SavedFile> {
  if (document.moves.length > 0) {
    return changedFile(source, document, "", () => Promise.resolve([]));
  }
  const { name, bytes } = source;
  const { GltfFile, WriteController } = await import("../../../src/tools.js");
  const file = GltfFile.parse(bytes);
  const warnings = [...writeDocument(file, document, WriteController), ...(await differences(file))];
  const saved = fileName(name, "", file.isBinary ? ".glb" : ".gltf");
  return { name: saved, bytes: file.toFiles(saved)[saved]!, warnings };
}

/**
 * The open file with ordinary animations in place of the clips, for viewers that do not know clips, made of what engines play right.
 * @throws AssetError if the file is not one of glTF 2.0
 * @throws Error if a file that it refers to is missing
 */
export function bakedFile(source: SavedSource, document: ClipDocument): Promise<SavedFile> {
  return changedFile(source, document, "-baked", async (file) => {
    const { BakeClips, DescribeFinding } = await import("../../../src/tools.js");
    return BakeClips(file, { for: "all" }).findings.map(DescribeFinding);
  });
}

/** The message that other engines show pointers or splines of a file otherwise, with their names; none if there is no such engine. */
async function differences(file: GltfFile): Promise<readonly string[]> {
  const { ENGINES, InspectAnimations, ValidateAnimations } = await import("../../../src/tools.js");
  const channels = InspectAnimations(file).animations.flatMap((animation) => animation.channels);
  const places = new Set(
    channels.filter(({ usesPointer, interpolation }) => usesPointer || interpolation === "CUBICSPLINE").map(({ pointer }) => pointer),
  );
  if (places.size === 0) {
    return [];
  }
  const findings = ValidateAnimations(file, { for: "all" }).filter(({ code, pointer }) => code === "ENGINE_DIFFERS" && places.has(pointer));
  const titles = [...new Set(findings.map(({ engine }) => ENGINES[engine as EngineName].title))];
  return titles.length === 0
    ? []
    : [
        `The file has pointers or splines that other engines show otherwise (${titles.join(", ")}): Save as baked, or bake --for all on the command line, writes what they play right.`,
      ];
}

/**
 * The open file with a behavior graph beside the clips, for viewers that know graphs but not clips.
 * @throws AssetError if the file is not one of glTF 2.0, or has a graph
 * @throws Error if a file that it refers to is missing
 */
export function graphFile(source: SavedSource, document: ClipDocument): Promise<SavedFile> {
  return changedFile(source, document, "-graph", async (file) => {
    const { DescribeFinding, WriteInteractivity } = await import("../../../src/tools.js");
    const { clips, findings } = WriteInteractivity(file);
    return [...findings.map(DescribeFinding), ...(clips.length > 0 ? [] : [NO_GRAPH])];
  });
}

/**
 * The open file with characters of fewer meshes, which any viewer draws faster.
 * @throws AssetError if the file is not one of glTF 2.0
 * @throws Error if a file that it refers to is missing
 */
export function joinedFile(source: SavedSource, document: ClipDocument): Promise<SavedFile> {
  return changedFile(source, document, "-joined", async (file) => {
    const { DescribeFinding, JoinParts } = await import("../../../src/tools.js");
    return JoinParts(file).findings.map(DescribeFinding);
  });
}

/**
 * The number of meshes that are drawn of the open file, by material, and of the file with joined parts.
 * @throws as {@link joinedFile}
 */
export async function countParts(source: SavedSource): Promise<{ readonly before: number; readonly after: number }> {
  const { JoinParts } = await import("../../../src/tools.js");
  return JoinParts(await readWhole(source));
}

const NO_GRAPH = "The file is saved without a graph: a graph plays clips, and the file has none that it can play.";

async function changedFile(
  source: SavedSource,
  document: ClipDocument,
  suffix: string,
  change: (file: GltfFile) => Promise<readonly string[]>,
): Promise<SavedFile> {
  const { CopyAnimations, DescribeFinding, WriteController } = await import("../../../src/tools.js");
  const { moves } = document;
  const file = await readWhole(source);
  const messages = [...writeDocument(file, document, WriteController)];
  for (const { source: other } of moves) {
    const report = CopyAnimations(file, await readWhole(other));
    messages.push(...report.findings.map((finding) => `${other.name}: ${DescribeFinding(finding)}`));
  }
  messages.push(...(await change(file)));
  const saved = fileName(source.name, suffix, file.isBinary ? ".glb" : ".gltf");
  return { name: saved, bytes: file.toFiles(saved)[saved]!, warnings: messages };
}

/** @returns messages about what is left out */
function writeDocument({ json }: GltfFile, document: ClipDocument, write: typeof WriteController): readonly string[] {
  const { controller, openedController } = document;
  writeClips(json, document.json);
  if (!isEqual(controller, openedController)) {
    writeController(json, openedController, controller ?? {}, write);
  }
  return writeEvents(json, document.openedEvents, document.events);
}

/** A file with the files that it refers to. */
async function readWhole(source: SavedSource): Promise<GltfFile> {
  const { GltfFile } = await import("../../../src/tools.js");
  const resources: Record<string, Uint8Array> = {};
  const file = GltfFile.parse(source.bytes, resources);
  try {
    for (const { uri } of file.json.buffers ?? []) {
      if (typeof uri === "string" && !uri.startsWith("data:")) {
        resources[uri] = await fetchBytes(source.resolve(source.rootUrl + uri));
      }
    }
  } finally {
    source.release();
  }
  return file;
}

/** The JSON of the clips alone, as a glTF file states them. */
export function clipsFile({ name }: SavedSource, { json }: ClipDocument): SavedFile {
  return { name: fileName(name, "-clips", ".json"), bytes: new TextEncoder().encode(`${clipText(assetOf(json))}\n`), warnings: [] };
}

/** Gives a file to the user. */
export function download({ name, bytes }: SavedFile): void {
  const url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>]));
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // the browser reads it later
}

async function fetchBytes(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${url} cannot be fetched (${response.status} ${response.statusText}).`);
  }
  return new Uint8Array(await response.arrayBuffer());
}

function fileName(name: string, suffix: string, extension: string): string {
  return name.replace(/\.(glb|gltf)$/i, "") + suffix + extension;
}
