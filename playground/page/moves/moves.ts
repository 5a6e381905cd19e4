import type { Scene } from "@babylonjs/core/scene.js";
import { packGlb, unpackGlb } from "../../../scripts/glb.mjs";
import { LoadClipLibraryAsync, type ClipAnimationGroup, type ClipCharacter, type ClipLibrary, type Finding } from "../../../src/pure.js";
import { lastKeyOf } from "../document/sceneClips.js";
import type { Source } from "../files/source.js";
import { Playable } from "../playback/playable.js";

/** A file with moves, read once for the model that gets them and for its copies. */
export interface MovesFile {
  readonly source: Source;
  readonly library: ClipLibrary;
  /** Whether the model has the moves even if the document does not keep them. */
  isOnTrial: boolean;
}

/** The moves of another file for the shown model. */
export interface Moves {
  readonly file: MovesFile;
  readonly playables: readonly Playable[];
  /** What the model did not get, and why; see `ClipLibrary.report`. */
  readonly findings: readonly Finding[];
}

/** The name of a file in lines of the log, which are short. */
export function logNameOf({ name }: Source): string {
  return name.slice(0, 40);
}

/**
 * Reads the moves of a file: keys only, no meshes.
 * @throws AssetError if the file is not one of glTF 2.0
 * @throws Error if a file that it refers to is missing
 */
export async function loadMoves(source: Source, scene: Scene): Promise<MovesFile> {
  const { json, bin } = unpackGlb(source.glb);
  for (const buffer of (json["buffers"] ?? []) as { uri?: unknown }[]) {
    if (typeof buffer.uri === "string" && !buffer.uri.startsWith("data:")) {
      buffer.uri = source.resolve(source.rootUrl + buffer.uri);
    }
  }
  const file = new File([packGlb(json, bin) as Uint8Array<ArrayBuffer>], logNameOf(source));
  const library = await LoadClipLibraryAsync(file, scene).finally(() => source.release());
  return { source, library, isOnTrial: true };
}

/**
 * Adds the moves of a file to a model. Disposes the file's library if none fits.
 * @param characters the model, or its copies
 * @throws TypeError if the model has no nodes
 */
export function addMoves(file: MovesFile, characters: readonly ClipCharacter[]): Moves {
  const { library, source } = file;
  let added: readonly ClipAnimationGroup[][] = [];
  try {
    added = characters.map((character) => library.addTo(character));
  } finally {
    if (!added[0]?.length) {
      library.dispose();
    }
  }
  const playables = added[0]!.map((lead, i) => {
    const members = added.map((clips) => clips[i]!);
    return new Playable(lead.name, { kind: "move", pointer: `${source.name}: ${lead.name}`, animations: [] }, members, lastKeyOf(lead));
  });
  return { file, playables, findings: library.report.findings };
}

/** The least share of what is animated that a model has for it to be asked about: `Cube` is in many files. */
const LEAST_SHARE = 0.5;

/** Whether a file animates nodes or morph targets that a model has, by their names. */
export function isForModel(moves: Source["json"], model: Source["json"]): boolean {
  const own = new Set([...objectsIn(model["nodes"]).flatMap(nameOf), ...objectsIn(model["meshes"]).flatMap(morphsOf)]);
  const [nodes, meshes] = [objectsIn(moves["nodes"]), objectsIn(moves["meshes"])];
  const channels = objectsIn(moves["animations"]).flatMap(({ channels: list }) => objectsIn(list));
  const animated = new Set(
    channels.flatMap(({ target }) => {
      const { node, path } = Object(target) as Members;
      const moved = nodes[node as number] ?? {};
      const morphs = path === "weights" ? morphsOf(meshes[moved["mesh"] as number] ?? {}) : [];
      return morphs.length > 0 ? morphs : nameOf(moved);
    }),
  );
  const shared = [...animated].filter((name) => own.has(name));
  return shared.length > 0 && shared.length >= LEAST_SHARE * animated.size;
}

/** The name of a node without separators, as a library compares it. */
function nameOf({ name }: Members): readonly string[] {
  return typeof name === "string" ? [name.replace(/[\s:.[\]/|_]/g, "")] : [];
}

/** The names of a mesh's morph targets, also without the mesh before a dot. */
function morphsOf({ extras }: Members): readonly string[] {
  const { targetNames } = Object(extras) as Members;
  const names = Array.isArray(targetNames)
    ? targetNames.map((name) =>
        String(name)
          .replace(/^.*\.(?=.{3})/s, "")
          .toLowerCase(),
      )
    : [];
  return names.flatMap((name) => nameOf({ name }));
}

type Members = Readonly<Record<string, unknown>>;

/** The elements of a list in a file, which may be anything. */
function objectsIn(list: unknown): readonly Members[] {
  return Array.isArray(list) ? list.map((each) => Object(each) as Members) : [];
}
