import type { ClipFormat } from "../../../src/tools.js";
import type { ModelFiles } from "./source.js";

/** The settings of a model's animations in a file beside the model. */
export interface Sidecar {
  readonly name: string;
  readonly format: ClipFormat;
  readonly text: string;
}

/** The format of a file by the end of its name: import settings of Godot and Unity, and rules for names of animations. */
const FORMATS: Readonly<Record<string, ClipFormat>> = { import: "godot", meta: "unity", json: "names" };

/**
 * Reads the settings among files: those that are called after the model, as `hero.glb.import` and `hero.fbx.meta`, or else a single file.
 * @param model the name of the model
 * @returns null if there are none
 */
export async function readSidecar(files: ModelFiles, model: string): Promise<Sidecar | null> {
  const stem = withoutExtension(model);
  const candidates = files.filter(({ file }) => formatOf(file.name));
  const isCalled = (name: string) => candidates.find(({ file }) => withoutExtension(file.name) === name);
  const named = isCalled(model) ?? isCalled(stem) ?? candidates.find(({ file }) => withoutExtension(withoutExtension(file.name)) === stem);
  const [{ file } = { file: null }] = named ? [named] : candidates.length === 1 ? candidates : [];
  return file && { name: file.name, format: formatOf(file.name)!, text: await file.text() };
}

function formatOf(name: string): ClipFormat | undefined {
  const [, extension = ""] = /\.(\w+)$/.exec(name.toLowerCase()) ?? [];
  return Object.hasOwn(FORMATS, extension) ? FORMATS[extension] : undefined;
}

function withoutExtension(name: string): string {
  return name.replace(/\.[^.]*$/, "");
}
