/** The command line of glTF-Transform, as users run it, with the configuration of this package. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import ts from "typescript";
import { packGlb, unpackGlb } from "../../../scripts/glb.mjs";
import { describeWithAssets, itWithAssets, readAsset } from "../../helpers/assets.js";
import type { Asset } from "../../helpers/gltfPose.js";
import { clipsOf, compareValues, countChannels, nameByIndex, withClips } from "../../helpers/transformed.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const CLI = join(ROOT, "node_modules/@gltf-transform/cli/bin/cli.js");
const OPTIONS = ["compress", "texture-compress", "simplify", "resample", "palette", "prune-solid-textures"];

const folder = mkdtempSync(join(tmpdir(), "gltf-transform-"));

beforeAll(() => {
  const isNeeded = (name: string): boolean =>
    /^(gltf-transform\.config|(tools\/gltfTransform|gltf\/(objectModel|schema|timing|util))\/.*)\.ts$/.test(name);
  for (const name of readdirSync(`${ROOT}src`, { recursive: true, encoding: "utf8" }).filter(isNeeded)) {
    const path = join(folder, name.replace(/ts$/, "js"));
    const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, useDefineForClassFields: false };
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, ts.transpileModule(readFileSync(`${ROOT}src/${name}`, "utf8"), { compilerOptions }).outputText);
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  symlinkSync(realpathSync(`${ROOT}node_modules`), join(folder, "node_modules"));
});

afterAll(() => rmSync(folder, { recursive: true }));

function run(command: string, inputs: readonly string[], output: string, options: readonly string[]): Asset {
  execFileSync(process.execPath, [CLI, command, ...inputs, output, "--config", "gltf-transform.config.js", ...options], { cwd: folder });
  return unpackGlb(readFileSync(join(folder, output)));
}

function write(file: string, { json, bin }: Asset): string {
  writeFileSync(join(folder, file), packGlb(json, bin));
  return file;
}

function optimize(original: Asset): Asset {
  return run(
    "optimize",
    [write("in.glb", original)],
    "out.glb",
    OPTIONS.flatMap((option) => [`--${option}`, "false"]),
  );
}

it("keeps the channels and clips of lights and cameras", () => {
  const original = nameByIndex(unpackGlb(readFileSync(`${ROOT}playground/models/lights.glb`)));
  const written = optimize(original);
  expect(compareValues([original], written)).toEqual([]);
  expect(clipsOf(written)).toEqual(clipsOf(original));
  expect([countChannels(original), countChannels(written)]).toEqual([6, 6]);
});

itWithAssets("keeps all channels of AnimateAllTheThings", () => {
  const original = withClips(nameByIndex(readAsset("pointer-AnimateAllTheThings-blender24.glb")));
  const written = optimize(original);
  expect(compareValues([original], written)).toEqual([]);
  expect(clipsOf(written)).toEqual(clipsOf(original));
  expect([countChannels(original), countChannels(written)]).toEqual([70, 70]);
});

describeWithAssets("three real files, merged into one", () => {
  const names = ["morph-AnimatedMorphCube.glb", "pointer-WhackAMole.glb", "skin-RiggedSimple.glb"];
  let originals: readonly Asset[] = [];
  const merged = "merged.glb";

  function expectSame(written: Asset, tolerance?: number): void {
    expect(compareValues(originals, written, tolerance)).toEqual([]);
    expect(clipsOf(written)).toEqual(originals.flatMap(clipsOf));
    expect(countChannels(written)).toBe(originals.reduce((sum, original) => sum + countChannels(original), 0));
  }

  beforeAll(() => {
    originals = names.map((name) => withClips(nameByIndex(readAsset(name), `${name} `)));
    expectSame(
      run(
        "merge",
        names.map((name, i) => write(name, originals[i]!)),
        merged,
        [],
      ),
    );
  });

  it.each(["copy", "dedup", "flatten", "join", "prune", "reorder", "resample", "weld"])("keep their channels and clips: %s", (command) => {
    // by default, resampling leaves out keys within 1e-4 of the values around them
    expectSame(run(command, [merged], `${command}.glb`, []), command === "resample" ? 1e-3 : undefined);
  });
});
